/** Which key of a body a lacking one may be meant for. */
import type { TypeShape } from '../../ir/index.js'
import { shapesAt } from '../shape/lacks.js'
import { clientTests, type ClientView } from './client-view.js'
import { type Candidates, nearNames } from '../near-names.js'
import { notedReads, requiredReads } from './read-groups.js'

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
  const free = [...keys].filter(key => !used.has(key))
  return nearNames(name, free)
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
