/** `/api/orders` */
import { Router } from 'express'
import { findOrder } from '../store.js'

export const orders = Router()

orders.get('/:id', (req, res) => {
  const order = findOrder(req.params.id)
  if (!order) {
    res.status(404).json({ message: 'No such order' })
    return
  }
  res.json({ id: order.id, state: order.state, total: order.total })
})
