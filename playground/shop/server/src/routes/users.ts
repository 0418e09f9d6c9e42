/** `/api/users` */
import { Router } from 'express'
import { addUser, findUser, listUsers, ordersOf, removeUser } from '../store.js'

export const users = Router()

users.get('/', (_req, res) => {
  res.json(listUsers().map(user => ({ id: user.id, fullName: user.fullName })))
})

users.get('/:id', (req, res) => {
  const user = findUser(req.params.id)
  if (!user) {
    res.status(404).json({ message: 'No such user' })
    return
  }
  res.json({ id: user.id, fullName: user.fullName, email: user.email })
})

users.get('/:id/orders', (req, res) => {
  if (!findUser(req.params.id)) {
    res.status(404).json({ message: 'No such user' })
    return
  }
  res.json(ordersOf(req.params.id).map(order => ({ id: order.id, state: order.state, total: order.total })))
})

users.post('/', (req, res) => {
  const { fullName, email } = req.body
  if (!fullName || !email) {
    res.status(400).json({ message: 'A user needs "fullName" and "email"' })
    return
  }
  const user = addUser(fullName, email)
  res.status(201).json({ id: user.id })
})

users.delete('/:id', (req, res) => {
  if (!removeUser(req.params.id)) {
    res.status(404).json({ message: 'No such user' })
    return
  }
  res.status(204).end()
})
