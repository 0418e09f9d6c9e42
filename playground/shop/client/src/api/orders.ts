/** Orders, through the fetch wrapper. */
import { RequestError, request } from './request'

export interface Order {
  id: string
  state: 'open' | 'sent'
  total: number
}

export const loadOrders = (userId: string): Promise<Order[]> => request<Order[]>(`/users/${userId}/orders`)

/** null when there is no such order. */
export async function loadOrder(id: string): Promise<Order | null> {
  try {
    return await request<Order>(`/orders/${id}`)
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  }
}
