/** Whether a client library of the project adds fragments to the documents it sends. */
import type { CallNode } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import { entriesOf } from '../../values/written.js'
import { argumentAt, propertyOf } from '../client/options.js'
import { type ClientClass, constructionsOf } from './client-host.js'

export type FragmentSource = 'registry' | 'unread' | null

/** Null: every construction is read, and none installs a registry. */
export function fragmentSource(values: Values, classes: readonly ClientClass[]): FragmentSource {
  const made = constructionsOf(values, classes).map(sourceOf)
  if (made.includes('registry')) return 'registry'
  return made.length === 0 || made.includes('unread') ? 'unread' : null

  function sourceOf(call: Expr<CallNode>): FragmentSource {
    const config = argumentAt(call, 0)
    const cache = config && propertyOf(values, config, 'cache')
    const value = cache && values.one(cache)
    if (value?.type !== 'call') return 'unread'
    const options = argumentAt(value.expr, 0)
    if (!options) return null
    const { entries, open } = entriesOf(options, values)
    if (entries.has('fragments')) return 'registry'
    return open.length > 0 ? 'unread' : null
  }
}
