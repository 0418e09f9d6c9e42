/** Failures a client handles without leaving: caught in the same function, in a branch that rejoins, told by the body. */
import expressPack from '@suss/packs/express'
import fetchPack from '@suss/packs/fetch'
import { expect, test } from 'vitest'
import { extract } from '../analyze.js'
import { loadedPack } from '../pack/index.js'
import { memoryHost } from '../program/memory-host.js'
import { createOracle } from '../types/index.js'
import { lines } from './testing/run.js'

const server = `import express from 'express'
const app = express()
app.get('/items/:id', (req, res) => {
  if (req.params.id === '0') return res.status(404).json({ message: 'no such item' })
  res.json({ id: req.params.id, name: 'x' })
})
app.listen(1)`

const found = (body: string): string[] =>
  findings({ 'src/client.ts': `export async function load(id: string) {\n${body}\n}` })

function findings(files: Record<string, string>): string[] {
  const host = memoryHost({ 'src/server.ts': server, ...files })
  const oracle = createOracle({ types: 'off', host, tsconfigs: [] })
  const packs = [expressPack, fetchPack].map(pack => loadedPack(pack, 'test'))
  return lines(extract({ host, packs, oracle }).summaries)
}

const call = 'const r = await fetch(`/items/${id}`)'

test.each([
  ['a throw that is caught', `try { ${call}; if (!r.ok) throw new Error('no'); show((await r.json()).name) } catch (e) { show(e) }`],
  ['a throw in a callback that is caught', "await fetch(`/items/${id}`).then(r => { if (!r.ok) throw new Error('no'); return r.json() }).then(x => show(x.name)).catch(e => show(e))"],
  ['a branch that rejoins', `${call}; if (!r.ok) show('no'); else show((await r.json()).name); show('done')`],
  ['a range that rejoins', `${call}; if (r.status >= 400) show('no'); else show((await r.json()).name); show('done')`],
  ['a success that rejoins', `${call}; if (r.status === 200) show((await r.json()).name); else show('no'); show('done')`],
  ['a failure left out', `${call}; if (r.status !== 404) show((await r.json()).name); show('done')`],
  ['a conditional value', `${call}; const item = r.ok ? await r.json() : null; show(item?.name)`],
  ['a field only failures have', `${call}; const item = await r.json(); if ('message' in item) show(item.message); else show(item.name); show('done')`],
  ['a field only failures have, caught', `try { ${call}; const item = await r.json(); if (item.message) throw new Error(item.message); show(item.name) } catch (e) { show(e) }`],
  ['a field only failures have, taken apart', `${call}; const { name, message } = await r.json(); if (message) { show(message); return } show(name)`],
])('%s is a branch', (_, body) => expect(found(body)).toEqual([]))

test('a function given as an attribute is the unit of the calls in it', () => {
  const page = (inside: string): Record<string, string> => ({
    'src/page.tsx': `export function Page({ id }) { return <Form onSubmit={async values => { ${inside} }} /> }`,
  })
  expect(findings(page(`try { ${call}; if (!r.ok) throw new Error(); show('done') } catch (e) { show(e) }`))).toEqual([])
  expect(findings(page(`${call}; show('done')`))).toEqual(['W unhandledProviderCase.status 404'])
})

test('a function in an object argument is walked for the calls in it', () => {
  const hook = (inside: string): Record<string, string> => ({
    'src/hook.ts': `export function useItem(id) { return run({ key: id, fn: async () => { ${inside} } }) }`,
  })
  expect(findings(hook(`${call}; if (!r.ok) throw new Error(); return r.json()`))).toEqual([])
  expect(findings(hook(`${call}; return r.json()`))).toEqual(['W unhandledProviderCase.status 404'])
})

test.each([
  ['a catch without a test', `try { ${call}; show((await r.json()).name) } catch (e) { show(e) }`],
  ['a range of other failures', `${call}; if (r.status >= 500) show('down'); show('done')`],
  ['statuses by name, and a throw for the others', `${call}; if (r.status === 200) return (await r.json()).name; if (r.status === 410) return null; throw new Error()`],
  ['another failure', `${call}; if (r.status === 410) show('gone'); show('done')`],
  ['a field every answer may have', `${call}; const item = await r.json(); if (item.name) show(item.name); show('done')`],
])('%s is none', (_, body) =>
  expect(found(body).filter(line => line.includes('unhandledProviderCase'))).toEqual(['W unhandledProviderCase.status 404']),
)
