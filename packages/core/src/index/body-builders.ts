/** Bodies a contract states by calls of its library instead of schemas: `c.type<T>()`, `c.noBody()`. */
import type { BodyBuilders } from '../pack/index.js'
import { isOrigin } from '../values/resolve.js'
import type { Value } from '../values/value.js'

export interface BuiltBody {
  method: string
  call: Value & { type: 'call' }
}

export function builtBodyOf(value: Value | null, builders: BodyBuilders | null): BuiltBody | null {
  if (!builders || value?.type !== 'call' || value.callee.type !== 'member') return null
  const { object, property } = value.callee
  const isMade = object.type === 'call' && isOrigin(object.callee, builders.module, builders.factory)
  return isMade ? { method: property, call: value } : null
}
