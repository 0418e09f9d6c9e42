import { listNotes, pinNote, readNote } from './api.js'

const list = document.querySelector('#notes')

async function show(): Promise<void> {
  const items = await Promise.all((await listNotes()).map(({ id }) => readNote(id)))
  list?.replaceChildren(
    ...items.flatMap(item => {
      if (item === null) return []
      const line = document.createElement('li')
      line.textContent = item.isPinned ? `* ${item.title}` : item.title
      return [line]
    }),
  )
}

list?.addEventListener('click', async () => {
  if (await pinNote('1')) await show()
})
await show()
