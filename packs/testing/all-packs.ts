/** The packs themselves, for the tests that hold for all of them. */
import apollo from '../apollo/pack.js'
import apolloClient from '../apollo-client/pack.js'
import awsLambda from '../aws-lambda/pack.js'
import awsSqs from '../aws-sqs/pack.js'
import axios from '../axios/pack.js'
import bullmq from '../bullmq/pack.js'
import express from '../express/pack.js'
import fastify from '../fastify/pack.js'
import fetch from '../fetch/pack.js'
import hono from '../hono/pack.js'
import nestjsGraphql from '../nestjs-graphql/pack.js'
import nestjsMicroservices from '../nestjs-microservices/pack.js'
import nestjsRest from '../nestjs-rest/pack.js'
import nextjs from '../nextjs/pack.js'
import node from '../node/pack.js'
import ofetch from '../ofetch/pack.js'
import packageExports from '../package-exports/pack.js'
import prisma from '../prisma/pack.js'
import react from '../react/pack.js'
import reactQuery from '../react-query/pack.js'
import reactRouter from '../react-router/pack.js'
import swr from '../swr/pack.js'
import tsRest from '../ts-rest/pack.js'
import vitest from '../vitest/pack.js'

export const packs = [
  apollo,
  apolloClient,
  awsLambda,
  awsSqs,
  axios,
  bullmq,
  express,
  fastify,
  fetch,
  hono,
  nestjsGraphql,
  nestjsMicroservices,
  nestjsRest,
  nextjs,
  node,
  ofetch,
  packageExports,
  reactRouter,
  prisma,
  react,
  reactQuery,
  swr,
  tsRest,
  vitest,
]
