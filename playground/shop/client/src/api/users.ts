/** Users, through the axios instance. */
import { isAxiosError } from 'axios'
import { http } from './http'

export interface UserRow {
  id: string
  fullName: string
}

export interface UserCard {
  id: string
  title: string
  initials: string
  email: string
}

export async function loadUsers(): Promise<UserRow[]> {
  const { data } = await http.get<UserRow[]>('/users')
  return data
}

/** null when there is no such user. */
export async function loadUser(id: string): Promise<UserCard | null> {
  try {
    const { data } = await http.get(`/users/${id}`)
    const title = data.fullName
    const initials = String(title)
      .split(' ')
      .map(word => word.charAt(0))
      .join('')
    return { id: data.id, title, initials, email: data.email }
  } catch (error) {
    if (isAxiosError(error) && error.response?.status === 404) return null
    throw error
  }
}

export async function addUser(fullName: string, email: string): Promise<string> {
  const { data } = await http.post('/users', { fullName, email })
  return data.id
}

export async function removeUser(id: string): Promise<void> {
  await http.delete(`/users/${id}`)
}
