/** What an expression may be worth (extraction.md 6): an expression is always read in a module and a call frame. */
import type { ReasonCode } from '../ir/index.js'
import type { SourceModule } from '../program/module.js'
import type { Binding } from '../program/scopes.js'
import type { CallNode, ClassNode, FunctionNode, Node } from '../program/syntax.js'

/** A node, where it is written, and what the functions around it were called with. */
export interface Expr<N extends Node = Node> {
  module: SourceModule
  node: N
  frame: Frame | null
}

export type Argument =
  | { type: 'expr'; expr: Expr }
  | { type: 'value'; value: Value }
  /** Behind a spread, or supplied by a library. */
  | { type: 'unknown' }

/** One call (or loop turn) in which the parameters of `owner` are bound. */
export interface Frame {
  id: string
  /** Function, or loop statement, whose names it binds. */
  owner: Node
  args: readonly Argument[]
  self: Value | null
  /** Frame of the function around `owner`. */
  parent: Frame | null
  depth: number
  /** The call that was entered; null for a loop turn. */
  site: Expr | null
  /** What calls in it give here, where something other than their callee decides; null: undefined. */
  answers?: ReadonlyMap<Node, Expr | null>
}

export type Value =
  | { type: 'literal'; value: string | number | boolean | null | undefined }
  | { type: 'function'; expr: Expr<FunctionNode>; self: Value | null }
  | { type: 'class'; expr: Expr<ClassNode> }
  | { type: 'instance'; cls: Expr<ClassNode>; site: Expr<CallNode> | null }
  /** `without`: names a rest pattern left out. */
  | { type: 'object'; expr: Expr; without?: readonly string[] }
  | { type: 'array'; expr: Expr }
  | { type: 'namespace'; module: SourceModule }
  | { type: 'enum'; expr: Expr }
  /** A value of a package or builtin module, by its export path. */
  | { type: 'external'; module: string; path: readonly string[] }
  | { type: 'global'; path: readonly string[] }
  /** Result of a call that is not entered. */
  | { type: 'call'; callee: Value; expr: Expr<CallNode> }
  | { type: 'member'; object: Value; property: string; expr: Expr }
  | { type: 'param'; binding: Binding; module: SourceModule }
  | { type: 'opaque'; expr: Expr; reason: ReasonCode }

export const maxHops = 32
export const maxFrames = 4
export const maxValues = 16

export const exprAt = <N extends Node>(module: SourceModule, node: N, frame: Frame | null = null): Expr<N> => ({ module, node, frame })

/** The frame, outwards from `frame`, in which the names of `owner` are bound. */
export function frameOf(frame: Frame | null, owner: Node): Frame | null {
  for (let at = frame; at; at = at.parent) if (at.owner === owner) return at
  return null
}

/** The innermost frame whose function or loop holds the declaration: what is declared outside does not depend on it. */
export function frameAround(frame: Frame | null, declaration: Node): Frame | null {
  let at = frame
  while (at && !(at.owner.start <= declaration.start && declaration.end <= at.owner.end)) at = at.parent
  return at
}

/** Stable text of where an expression stands, frame included. */
export const siteKey = (expr: Expr): string => `${expr.module.file}:${expr.node.start}-${expr.node.end}${expr.frame ? `@${expr.frame.id}` : ''}`

export function sameValue(a: Value, b: Value): boolean {
  return valueKey(a) === valueKey(b)
}

export function valueKey(value: Value): string {
  switch (value.type) {
    case 'literal': return `l:${typeof value.value}:${String(value.value)}`
    case 'function': return `f:${siteKey(value.expr)}${value.self ? `!${valueKey(value.self)}` : ''}`
    case 'class': return `c:${siteKey(value.expr)}`
    case 'instance': return `i:${siteKey(value.cls)}:${value.site ? siteKey(value.site) : ''}`
    case 'object': return `ob:${siteKey(value.expr)}${value.without ? `-${value.without.join(',')}` : ''}`
    case 'array': case 'enum': case 'opaque': return `${value.type[0]}${value.type[1]}:${siteKey(value.expr)}`
    case 'namespace': return `n:${value.module.file}`
    case 'external': return `x:${value.module}:${value.path.join('.')}`
    case 'global': return `g:${value.path.join('.')}`
    case 'call': return `k:${siteKey(value.expr)}`
    case 'member': return `m:${valueKey(value.object)}.${value.property}`
    case 'param': return `p:${value.module.file}:${value.binding.node.start}`
    default: return value satisfies never
  }
}

export function distinct(values: readonly Value[]): readonly Value[] {
  if (values.length < 2) return values
  const seen = new Map<string, Value>()
  for (const value of values) {
    const key = valueKey(value)
    if (!seen.has(key)) seen.set(key, value)
  }
  return [...seen.values()]
}
