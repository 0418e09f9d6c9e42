/** What a throw throws: class, ancestors, message, numeric fields (extraction.md T11, 11.3). */
import { children, type ClassNode, type Expression, isCall, isClass, isFunction, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import { constructorOf, superClassOf } from '../values/classes.js'
import { type Expr, type Frame } from '../values/value.js'
import type { Values } from '../values/resolve.js'
import { enterWith } from '../values/frames.js'
import type { ThrownClass } from './paths/condition.js'
import { statusByName } from './status-names.js'
import { collapse } from './subjects.js'

export interface ThrownValue {
  /** Constructor as written; null when the value is not made where it is thrown. */
  type: string | null
  message: string | null
  fields: Record<string, number>
  ancestors: string[]
  /** The class chain ends in a class that was not read. */
  incomplete: boolean
  cls: ThrownClass | null
}

const maxAncestors = 5

export function thrownValue(values: Values, statusOf: (expr: Expr) => number | null, expr: Expr): ThrownValue {
  const made = constructionOf(values, expr)
  if (!made) return { type: null, message: null, fields: {}, ancestors: [], incomplete: false, cls: null }
  const { node } = made
  if (node.type === 'ObjectExpression') return { type: null, message: null, fields: objectFields(made, statusOf), ancestors: [], incomplete: false, cls: null }
  if (!isCall(node)) return { type: null, message: null, fields: {}, ancestors: [], incomplete: false, cls: null }
  if (isAssign(node)) {
    const [error, ...sources] = node.arguments
    const inner = error && error.type !== 'SpreadElement' ? thrownValue(values, statusOf, { ...made, node: error }) : null
    const fields = Object.assign({}, inner?.fields, ...sources.map(s => (s.type === 'SpreadElement' ? {} : objectFields({ ...made, node: strip(s) }, statusOf))))
    return { type: inner?.type ?? null, message: inner?.message ?? null, fields, ancestors: inner?.ancestors ?? [], incomplete: inner?.incomplete ?? false, cls: inner?.cls ?? null }
  }
  const type = collapse(made.module.text.slice(node.callee.start, node.callee.end)).replace(/\?\./g, '.')
  const message = messageOf(values, made)
  const [cls] = values.resolve({ ...made, node: node.callee })
  if (cls?.type === 'class') return { type, message, ...classFacts(values, statusOf, cls.expr, made) }
  const library = cls?.type === 'external' && cls.module === 'http-errors' ? httpErrorStatus(cls.path, made, statusOf) : null
  if (library !== null) return { type, message, fields: { status: library, statusCode: library }, ancestors: [], incomplete: true, cls: null }
  const key = cls?.type === 'global' ? cls.path.join('.') : cls?.type === 'external' ? `${cls.module}.${cls.path.join('.')}` : null
  return { type, message, fields: {}, ancestors: [], incomplete: cls?.type === 'external', cls: key ? { key, name: type, ancestors: [], complete: cls?.type === 'global' } : null }
}

/** `createError(404)`, `createError.NotFound()`. */
function httpErrorStatus(path: readonly string[], made: Expr, statusOf: (expr: Expr) => number | null): number | null {
  const name = path.filter(p => p !== 'default').at(-1)
  if (name !== undefined) return statusByName(name)
  if (!isCall(made.node)) return null
  const [first] = made.node.arguments
  return first && first.type !== 'SpreadElement' ? statusOf({ ...made, node: first }) : null
}

/** The construction behind the thrown expression, through one name. */
function constructionOf(values: Values, expr: Expr): Expr | null {
  const node = strip(expr.node as Expression)
  if (node.type === 'NewExpression' || node.type === 'CallExpression' || node.type === 'ObjectExpression') {
    if (node.type === 'CallExpression' && !isAssign(node)) {
      const results = values.resolve({ ...expr, node })
      const [only] = results
      if (results.length === 1 && only?.type === 'instance' && only.site) return only.site
    }
    return { ...expr, node }
  }
  if (node.type !== 'Identifier' && !isMember(node)) return null
  const found = values.resolve({ ...expr, node })
  const [only] = found
  if (found.length !== 1 || !only) return null
  if (only.type === 'instance') return only.site
  if (only.type === 'call') return only.expr
  return only.type === 'object' ? only.expr : null
}

const isAssign = (node: Node): boolean =>
  node.type === 'CallExpression' && isMember(node.callee) && memberName(node.callee) === 'assign' && node.callee.object.type === 'Identifier' && node.callee.object.name === 'Object'

function messageOf(values: Values, made: Expr): string | null {
  if (!isCall(made.node)) return null
  for (const argument of made.node.arguments) {
    if (argument.type === 'SpreadElement') continue
    const inner = strip(argument)
    if (inner.type === 'TemplateLiteral' && inner.expressions.length > 0) return collapse(made.module.text.slice(inner.start + 1, inner.end - 1))
    const value = values.one({ ...made, node: inner })
    if (value?.type === 'literal' && typeof value.value === 'string') return value.value
  }
  return null
}

function objectFields(expr: Expr, statusOf: (expr: Expr) => number | null): Record<string, number> {
  const out: Record<string, number> = {}
  if (expr.node.type !== 'ObjectExpression') return out
  for (const entry of expr.node.properties) {
    if (entry.type !== 'Property') continue
    const name = keyName(entry.key, entry.computed)
    const value = name === null ? null : statusOf({ ...expr, node: entry.value })
    if (name !== null && value !== null) out[name] = value
  }
  return out
}

function classFacts(values: Values, statusOf: (expr: Expr) => number | null, start: Expr<ClassNode>, made: Expr): Omit<ThrownValue, 'type' | 'message'> {
  const fields: Record<string, number> = {}
  const ancestors: string[] = []
  const keys: string[] = []
  let at: Expr<ClassNode> | null = start
  let frame: Frame | null = isCall(made.node) ? constructorFrame(start, made.node.arguments.map(a => ({ ...made, node: a.type === 'SpreadElement' ? a.argument : a }))) : null
  let incomplete = false
  for (let depth = 0; at && depth <= maxAncestors; depth++) {
    const cls: Expr<ClassNode> = at
    for (const [name, node, own] of numericFields(cls)) {
      const value = fields[name] === undefined ? statusOf({ ...cls, node, frame: own ? null : frame }) : null
      if (value !== null) fields[name] = value
    }
    const base = superClassOf(cls.node)
    if (!base) break
    const superArgs = superArguments(cls, frame)
    const name = collapse(cls.module.text.slice(base.start, base.end))
    ancestors.push(name)
    const [up] = values.resolve({ ...cls, node: base })
    if (up?.type === 'class') {
      keys.push(`${up.expr.module.file}:${up.expr.node.start}`)
      frame = superArgs ? constructorFrame(up.expr, superArgs) : frame && !constructorOf(cls.node) ? passThrough(up.expr, frame) : null
      at = up.expr
      continue
    }
    if (up?.type === 'global') keys.push(up.path.join('.'))
    else {
      incomplete = true
      if (up?.type === 'external') keys.push(`${up.module}.${up.path.join('.')}`)
    }
    at = null
  }
  const cls: ThrownClass = { key: `${start.module.file}:${start.node.start}`, name: start.node.id?.name ?? 'class', ancestors: keys, complete: !incomplete }
  return { fields, ancestors, incomplete, cls }
}

function constructorFrame(cls: Expr<ClassNode>, args: readonly Expr[]): Frame | null {
  const constructor = constructorOf(cls.node)
  if (!constructor) return { id: `${cls.module.file}:${cls.node.start}`, owner: cls.node, args: args.map(expr => ({ type: 'expr', expr })), self: null, parent: cls.frame, depth: 1, site: args[0] ?? null }
  return enterWith({ type: 'function', expr: { ...cls, node: constructor }, self: null }, args.map(expr => ({ type: 'expr', expr })), args[0] ?? cls)
}

/** A class without a constructor hands its arguments up. */
function passThrough(base: Expr<ClassNode>, frame: Frame): Frame | null {
  return constructorFrame(base, frame.args.flatMap(a => (a.type === 'expr' ? [a.expr] : [])))
}

/** Fields set by initializer, parameter property or constructor assignment; `own`: readable without the constructor's arguments. */
function numericFields(cls: Expr<ClassNode>): [name: string, node: Node, own: boolean][] {
  const out: [string, Node, boolean][] = []
  for (const entry of cls.node.body.body) {
    if (entry.type !== 'PropertyDefinition' || entry.static || !entry.value) continue
    const name = keyName(entry.key, entry.computed)
    if (name !== null) out.push([name, entry.value, true])
  }
  const constructor = constructorOf(cls.node)
  if (!constructor) return out
  for (const param of constructor.params) {
    if (param.type !== 'TSParameterProperty') continue
    const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter
    if (target.type === 'Identifier') out.push([target.name, target, false])
  }
  const visit = (node: Node): void => {
    if (isClass(node) || (isFunction(node) && node !== constructor)) return
    if (node.type === 'AssignmentExpression' && isMember(node.left) && node.left.object.type === 'ThisExpression') {
      const name = memberName(node.left)
      if (name !== null) out.push([name, node.right, false])
    }
    for (const child of children(node)) visit(child)
  }
  if (constructor.body) visit(constructor.body)
  return out
}

function superArguments(cls: Expr<ClassNode>, frame: Frame | null): Expr[] | null {
  const constructor = constructorOf(cls.node)
  if (!constructor?.body) return null
  let found: Node | null = null
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && node.callee.type === 'Super') found = node
    for (const child of children(node)) visit(child)
  }
  visit(constructor.body)
  const call = found as Node | null
  return call && isCall(call) ? call.arguments.map(a => ({ module: cls.module, node: a.type === 'SpreadElement' ? a.argument : a, frame })) : null
}
