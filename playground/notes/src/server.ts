import { Hono } from 'hono'
import { noteRoutes } from './notes.js'

export const app = new Hono().basePath('/api').route('/notes', noteRoutes)
export type App = typeof app
