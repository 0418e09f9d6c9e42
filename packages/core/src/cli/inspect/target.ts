/** Which units a person means by a file, a unit or a boundary. */
import type { BehavioralSummary } from '../../ir/index.js'
import { blankHoles, identityKey, normalizePath } from '../../semantics/index.js'

export function matchesTarget({ identity, location }: BehavioralSummary, target: string): boolean {
  const { id, name, boundaryBinding } = identity
  if (name === target || (id !== undefined && endsWithParts(id, target, '::'))) return true
  if (endsWithParts(location.file, target.replace(/^\.\//, ''), '/')) return true
  if (endsWithParts(target, location.file, '/')) return true
  const key = boundaryBinding && identityKey(boundaryBinding)
  return key !== null && blankHoles(key) === blankHoles(readBoundary(target))
}

const endsWithParts = (whole: string, tail: string, separator: string): boolean =>
  whole === tail || whole.endsWith(`${separator}${tail}`)

/** `get /users/:id` is the route people write for `GET /users/{id}`. */
function readBoundary(target: string): string {
  const [, method, path] = /^(\w+|\*) (\/.*)$/.exec(target) ?? []
  return method !== undefined && path !== undefined
    ? `${method.toUpperCase()} ${normalizePath(path)}`
    : target
}
