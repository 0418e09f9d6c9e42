/** Frames for functions whose arguments are known without a call of theirs: promise handlers, loop turns. */
import { type Argument, type Expr, type Frame, siteKey, type Value } from './value.js'

export function enterWith(fn: Value & { type: 'function' }, args: readonly Argument[], site: Expr): Frame {
  const parent = fn.expr.frame
  return {
    id: `${siteKey({ ...site, node: fn.expr.node })}${parent ? `^${parent.id}` : ''}`,
    owner: fn.expr.node, args, self: fn.self, parent, depth: (parent?.depth ?? 0) + 1, site,
  }
}
