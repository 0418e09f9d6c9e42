/** Paths of a shape: what a client reads, what a declaration requires. */
import type { TypeShape } from '../../ir/index.js'
import { allowsUndefined } from './satisfies.js'

export interface ReadPath {
  path: string[]
  optional: boolean
}

const maxDepth = 32

/** Leaves of what a client expects; a node in a union with undefined makes what lies below optional. */
export function readPaths(shape: TypeShape, path: string[] = [], optional = false): ReadPath[] {
  if (path.length > maxDepth) return []
  switch (shape.type) {
    case 'union': {
      const inner = shape.variants.filter(({ type }) => type !== 'undefined' && type !== 'null')
      const open = optional || allowsUndefined(shape)
      return inner.length === 0
        ? [{ path, optional: open }]
        : inner.flatMap(variant => readPaths(variant, path, open))
    }
    case 'record': {
      const children = Object.entries(shape.properties)
      if (children.length === 0) return path.length === 0 ? [] : [{ path, optional }]
      return children.flatMap(([key, child]) => readPaths(child, [...path, key], optional))
    }
    case 'array':
      return readPaths(shape.items, [...path, '[]'], optional)
    default:
      return path.length === 0 ? [] : [{ path, optional }]
  }
}

/** Keys a declaration requires, in every variant of a union, below records and array items. */
export function requiredPaths(shape: TypeShape, path: string[] = []): string[][] {
  if (path.length > maxDepth) return []
  switch (shape.type) {
    case 'union': {
      const [first, ...others] = shape.variants.map(variant => requiredPaths(variant, path))
      const keys = others.map(list => new Set(list.map(other => other.join('\0'))))
      return (first ?? []).filter(candidate => keys.every(set => set.has(candidate.join('\0'))))
    }
    case 'record':
      return Object.entries(shape.properties).flatMap(([key, child]) => {
        if (allowsUndefined(child)) return []
        const own = [...path, key]
        return [own, ...requiredPaths(child, own)]
      })
    case 'array':
      return requiredPaths(shape.items, [...path, '[]'])
    default:
      return []
  }
}
