/** Acceptance of the swr pack: packs U23. */
import { httpFacts, httpTransition } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { clientsOf, only, routeOf } from '../testing/find.js'
import { summariesOf } from '../testing/run.js'

const found = (body: string, files: Record<string, string> = {}): unknown => {
  const f = /\bf\b/.test(body) ? 'const f = (u: string) => fetch(u).then(r => r.json())' : ''
  const source = `import useSWR, { SWRConfig } from 'swr'\n${f}\n${body}`
  const client = only(clientsOf(summariesOf({ 'src/a.tsx': source, ...files })))
  const reads = client.transitions.flatMap(t => httpTransition(t).reads ?? []).filter(({ path }) => path.length > 0)
  return [routeOf(client), client.identity.name, reads.map(({ path, optional }) => [path.join('.'), optional ?? null])]
}
const me = (call: string, shown = 'data?.name'): string => `export const A = ({ id }) => { const { data } = ${call}; return <p>{${shown}}</p> }`

test('packs/U23 the key is what the fetcher asks for', () => {
  expect(found(me("useSWR('/api/me', f)", 'data.name'))).toEqual(['GET /api/me', 'A', [['name', 'nullish']]])
})

test.each([
  ["useSWR(id ? '/api/me' : null, f)"],
  ["useSWR(id && '/api/me', f)"],
  ["useSWR(() => (id ? '/api/me' : null), f)"],
  ["useSWR(['/api/me', id], ([u]) => f(u))"],
  ["useSWR('/api/me', u => fetch(u).then(r => r.json()))"],
  ["useSWR('/api/me', () => f('/api/me'))"],
  ["useSWR('/api/me', { fetcher: f })"],
])('%s', call => {
  expect(found(me(call))).toEqual(['GET /api/me', 'A', [['name', 'nullish']]])
})

test('the fetcher of the one provider', () => {
  expect(found(`export const App = () => <SWRConfig value={{ fetcher: f }}><A /></SWRConfig>\n${me("useSWR('/api/me')")}`)).toEqual(['GET /api/me', 'A', [['name', 'nullish']]])
})

test('the fetcher in a file of its own', () => {
  const files = { 'src/load.ts': 'export const load = async (u: string) => { const r = await fetch(u); return r.json() }' }
  const source = `import useSWR from 'swr'\nimport { load } from './load'\n${me("useSWR('/api/me', load)")}`
  const client = only(clientsOf(summariesOf({ 'src/b.tsx': source, ...files })))
  expect(routeOf(client)).toBe('GET /api/me')
  expect(client.location).toMatchObject({ file: 'src/b.tsx', range: { start: 3 } })
  expect(httpFacts(client).call).toMatchObject({ line: 3 })
  expect(client.transitions.map(({ location, metadata }) => [location, metadata?.['place']])).toMatchObject([[{ start: 3, end: 3 }, { file: 'src/load.ts', line: 1 }]])
})

test('each hook reads its own answer', () => {
  const source = `import useSWR from 'swr'
const load = u => fetch(u).then(r => r.json())
export const A = () => { const { data } = useSWR('/api/me', load); return <p>{data?.name}</p> }
export const B = () => { const { data: team } = useSWR('/api/team', load); return <p>{team?.size}</p> }`
  const clients = clientsOf(summariesOf({ 'src/a.tsx': source }))
  expect(clients.map(client => [routeOf(client), client.transitions.flatMap(t => (httpTransition(t).reads ?? []).map(r => r.path.join('.')))])).toEqual([
    ['GET /api/me', ['name']],
    ['GET /api/team', ['size']],
  ])
})
