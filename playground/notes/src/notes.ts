import { Hono } from 'hono'

interface Note {
  id: string
  text: string
  pinned: boolean
}

const notes = new Map<string, Note>([['1', { id: '1', text: 'Buy milk', pinned: false }]])

export const noteRoutes = new Hono()
  .get('/', c => c.json([...notes.values()].map(({ id, text }) => ({ id, text }))))
  .get('/:id', c => {
    const note = notes.get(c.req.param('id'))
    if (!note) return c.json({ error: 'no such note' }, 404)
    return c.json({ id: note.id, text: note.text, pinned: note.pinned })
  })
  .patch('/:id/pin', c => {
    const note = notes.get(c.req.param('id'))
    if (!note) return c.json({ error: 'no such note' }, 404)
    note.pinned = true
    return c.body(null, 204)
  })
