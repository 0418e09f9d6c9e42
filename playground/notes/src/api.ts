import { hc } from 'hono/client'
import type { App } from './server.js'

const { api } = hc<App>('/')

export async function listNotes() {
  const reply = await api.notes.$get()
  return reply.json()
}

export async function readNote(id: string) {
  const reply = await api.notes[':id'].$get({ param: { id } })
  if (reply.status === 404) return null
  const note = await reply.json()
  return { title: note.text, isPinned: note.pinned }
}

export async function pinNote(id: string): Promise<boolean> {
  const reply = await fetch(`/api/notes/${id}/pin`, { method: 'PATCH' })
  if (reply.status === 404) return false
  return reply.ok
}
