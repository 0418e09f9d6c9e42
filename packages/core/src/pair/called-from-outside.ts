/** Entries of `calledFromOutside`: routes that something outside the run calls. */
import { methodsAgree, pathContains, restPaths } from '../semantics/index.js'
import type { RestUnit } from './unit.js'

/** `POST /hooks/{x*}`; without a method, or with `*`, every one. */
export function isCalledFromOutside({ rest }: RestUnit, entries: readonly string[]): boolean {
  const { method, path } = rest
  if (path === null) return false
  return entries.some(entry => {
    const [, verb = '*', pattern = ''] = /^(?:(\*|[A-Za-z]+)\s+)?(\S.*)$/.exec(entry.trim()) ?? []
    return (
      methodsAgree(verb, method) &&
      restPaths(path).every(route => restPaths(pattern).some(outer => pathContains(outer, route)))
    )
  })
}
