/** The packs themselves, for the tests that hold for all of them. */
import axios from '../axios/pack.js'
import express from '../express/pack.js'
import fetch from '../fetch/pack.js'
import node from '../node/pack.js'

export const packs = [axios, express, fetch, node]
