/** What hooks give on of a client's answer. */
import { httpTransition } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { clientsOf, only, routeOf } from '../testing/find.js'
import { summariesOf } from '../testing/run.js'

const head = `import { queryOptions, useQuery } from '@tanstack/react-query'
export const lines = async () => { const r = await fetch('/lines'); return r.json() }
`
const readsOf = (text: string, files: Record<string, string> = {}) =>
  only(clientsOf(summariesOf({ 'src/a.tsx': head + text, ...files }))).transitions.flatMap(
    transition =>
      httpTransition(transition)
        .reads?.filter(({ path }) => path.length > 0)
        .map(({ path, optional }) => [path.join('.'), optional]) ?? [],
  )
const shown = '<p>{data?.map(l => l.n)}</p>'

test('packs/Q19 a wrapper that a query calls', () => {
  const source = `import { useQuery } from '@tanstack/react-query'
const getJson = async (url) => { const r = await fetch(url); return r.json() }
export const A = () => <p>{useQuery({ queryFn: () => getJson('/a') }).data?.x}</p>`
  const client = only(clientsOf(summariesOf({ 'src/a.tsx': source })))
  expect([routeOf(client), client.identity.name, client.location.range.start]).toEqual(['GET /a', 'A', 3])
  const reads = client.transitions.flatMap(t => httpTransition(t).reads ?? []).filter(({ path }) => path.length > 0)
  expect(reads.map(({ path, optional }) => [path.join('.'), optional])).toEqual([['x', 'nullish']])
})

describe('extraction/R18 results of hooks', () => {
  test('the data of a query', () => {
    expect(
      readsOf(
        `export const A = () => { const { data } = useQuery({ queryKey: ['l'], queryFn: lines }); return ${shown} }`,
      ),
    ).toEqual([['[].n', 'nullish']])
  })

  test.each([
    ['a function around it', `useQuery({ queryFn: () => lines() })`],
    ['options made elsewhere', `useQuery(options())`],
    ['options in options', `useQuery({ ...options(), staleTime: 1 })`],
  ])('%s', (_title, call) => {
    expect(
      readsOf(
        `const options = () => queryOptions({ queryKey: ['l'], queryFn: lines })\nexport const A = () => { const { data } = ${call}; return ${shown} }`,
      ),
    ).toEqual([['[].n', 'nullish']])
  })

  test.each([
    ['returning the whole result', `export const useLines = () => useQuery({ queryFn: lines })`],
    [
      'returning it by a name',
      `export const useLines = () => { const query = useQuery({ queryFn: lines }); return query }`,
    ],
    [
      'returning an object',
      `export function useLines() { const { data } = useQuery({ queryFn: lines }); return { data } }`,
    ],
  ])('a hook of the project %s', (_title, hook) => {
    expect(
      readsOf(hook, {
        'src/b.tsx': `import { useLines } from './a'\nexport const B = () => { const { data } = useLines(); return ${shown} }`,
      }),
    ).toEqual([['[].n', 'nullish']])
  })

  test('a fourth hop is not read', () => {
    const hooks = (count: number) =>
      Array.from({ length: count }, (_, i) => `export const use${i + 1} = () => use${i}()`).join('\n')
    const through = (count: number) =>
      readsOf(
        `export const use0 = () => useQuery({ queryFn: lines })\n${hooks(count)}\nexport const A = () => { const { data } = use${count}(); return ${shown} }`,
      )
    expect(through(1)).toEqual([['[].n', 'nullish']])
    expect(through(2)).toEqual([])
  })

  test.each([
    ['what select makes of it', `useQuery({ queryFn: lines, select: d => d.list })`],
    ['options that are not read', `useQuery({ queryFn: lines, ...given })`],
    ['another function of the name', `other.useQuery({ queryFn: lines })`],
  ])('%s is not the body', (_title, call) => {
    expect(
      readsOf(
        `const other = { useQuery: o => ({ data: [] }) }\nexport const A = ({ given }) => { const { data } = ${call}; return ${shown} }`,
      ),
    ).toEqual([])
  })
})
