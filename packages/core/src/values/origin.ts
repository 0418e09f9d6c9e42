/** Where a value comes from, calls and members looked through: an export of a module, a global, or neither (extraction.md 6.6). */
import type { Value } from './value.js'

export type ValueOrigin = { module: string; path: string[] } | { global: string[] } | null

export function originOf(value: Value): ValueOrigin {
  switch (value.type) {
    case 'external': return { module: value.module, path: value.path.filter(p => p !== 'default') }
    case 'global': return { global: [...value.path] }
    case 'opaque': return value.expr.node.type === 'MetaProperty' ? { global: ['import', 'meta'] } : null
    case 'member': {
      const object = originOf(value.object)
      if (!object) return null
      return 'global' in object ? { global: [...object.global, value.property] } : { module: object.module, path: [...object.path, value.property] }
    }
    case 'call': return originOf(value.callee)
    default: return null
  }
}
