/** Which key of a body a lacking one may be meant for. */
import { byCodeUnit, type TypeShape } from '../../ir/index.js'
import { shapesAt } from '../shape/lacks.js'
import { clientTests, type ClientView } from './client-view.js'
import { notedReads, requiredReads } from './read-groups.js'

export interface Candidates {
  candidates?: string[]
  rename?: true
}

const most = 3
const shortestFuzzy = 4

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const cost = a.charAt(i) === b.charAt(j) ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + cost, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const isNear = (a: string, b: string): boolean =>
  a.length >= shortestFuzzy &&
  b.length >= shortestFuzzy &&
  Math.abs(a.length - b.length) <= 2 &&
  editDistance(a, b) <= 2

/** Keys beside the lacking one that the client neither reads nor tests. */
export function candidatesFor(
  path: readonly string[],
  bodies: readonly (TypeShape | null)[],
  client: ClientView,
): Candidates {
  const name = path.at(-1)
  if (name === undefined || name === '[]') return {}
  const parent = path.slice(0, -1)
  const keys = new Set(
    bodies
      .flatMap(body => (body === null ? [] : shapesAt(body, parent)))
      .flatMap(shape => (shape.type === 'record' ? Object.keys(shape.properties) : [])),
  )
  const used = usedNames(client, parent)
  const free = [...keys].filter(key => !used.has(key)).sort(byCodeUnit)
  const equal = free.filter(key => plain(key) === plain(name))
  if (equal.length > 0) return { candidates: equal.slice(0, most), rename: true }
  const near = free.filter(key => isNear(key, name))
  if (near.length > 0) return { candidates: near.slice(0, most), rename: true }
  return free.length > 0 && free.length <= most ? { candidates: free } : {}
}

/** Names the client uses directly below a path. */
function usedNames(client: ClientView, parent: readonly string[]): Set<string> {
  const paths = [...requiredReads(client), ...notedReads(client), ...clientTests(client)].map(
    ({ path }) => path,
  )
  const all = [...paths, ...client.paths.flatMap(({ reads }) => reads.map(({ path }) => path))]
  return new Set(
    all.flatMap(path => {
      const step = path[parent.length]
      return step !== undefined && parent.every((own, i) => own === path[i]) ? [step] : []
    }),
  )
}
