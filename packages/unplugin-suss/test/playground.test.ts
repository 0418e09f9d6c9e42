/** A server and its client in one Vite project (playground/notes). */
import { afterAll, expect, test, vi } from 'vitest'
import { copyPlayground } from '../../../scripts/playground-copy.mjs'

vi.setConfig({ testTimeout: 240_000 })

const notes = copyPlayground('notes')
afterAll(() => notes.remove())

test('the build fails on a field the server no longer sends, names both places, and passes when it is repaired', () => {
  const [file, sent, renamed] = ['src/notes.ts', 'text: note.text', 'body: note.text'] as const
  notes.edit(file, sent, renamed)
  const failed = notes.pnpm(['build'])
  expect(failed.status).toBe(1)
  expect(failed.text).toContain('readNote reads "text"; no 200 body of GET /api/notes/{id} has it')
  expect(failed.text).toMatch(/consumer: notes src\/api\.ts:15:\d+\n.*provider: notes src\/notes\.ts:16:/)
  expect(notes.has('dist/behavioral-summary.json')).toBe(false)
  notes.edit(file, renamed, sent)
  expect(notes.pnpm(['build']).status).toBe(0)
  expect(notes.has('dist/behavioral-summary.json')).toBe(true)
})
