/** One user with their orders. */
import { useEffect, useState } from 'react'
import { loadOrders, type Order } from '../api/orders'
import { loadUser, type UserCard } from '../api/users'

export function UserPage({ id }: { id: string }) {
  const [user, setUser] = useState<UserCard | null>(null)
  const [orders, setOrders] = useState<Order[]>([])

  useEffect(() => {
    loadUser(id).then(setUser, () => setUser(null))
    loadOrders(id).then(setOrders, () => setOrders([]))
  }, [id])

  if (!user) return <p>No such user</p>
  return (
    <section>
      <h1>
        {user.initials} {user.title}
      </h1>
      <p>{user.email}</p>
      <ul>
        {orders.map(order => (
          <li key={order.id}>
            {order.state} {(order.total / 100).toFixed(2)}
          </li>
        ))}
      </ul>
    </section>
  )
}
