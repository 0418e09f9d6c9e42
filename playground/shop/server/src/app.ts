/** The Express app: every resource under `/api`. */
import express, { Router } from 'express'
import { orders } from './routes/orders.js'
import { users } from './routes/users.js'

const api = Router()
api.use('/users', users)
api.use('/orders', orders)

export const app = express()
app.use(express.json())
app.use('/api', api)
