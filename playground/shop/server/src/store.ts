/** What the shop remembers: in memory, gone with the process. */

export interface User {
  id: string
  fullName: string
  email: string
}

export interface Order {
  id: string
  userId: string
  state: 'open' | 'sent'
  total: number
}

const users = new Map<string, User>([
  ['u1', { id: 'u1', fullName: 'Ada Byron', email: 'ada@example.test' }],
  ['u2', { id: 'u2', fullName: 'Alan Mathison', email: 'alan@example.test' }],
])

const orders = new Map<string, Order>([
  ['o1', { id: 'o1', userId: 'u1', state: 'open', total: 1250 }],
  ['o2', { id: 'o2', userId: 'u1', state: 'sent', total: 380 }],
])

export const listUsers = (): User[] => [...users.values()]
export const findUser = (id: string): User | undefined => users.get(id)
export const removeUser = (id: string): boolean => users.delete(id)

export function addUser(fullName: string, email: string): User {
  const user = { id: `u${users.size + 1}`, fullName, email }
  users.set(user.id, user)
  return user
}

export const ordersOf = (userId: string): Order[] =>
  [...orders.values()].filter(order => order.userId === userId)
export const findOrder = (id: string): Order | undefined => orders.get(id)
