/** What a throw throws: class, ancestors, message, numeric fields (extraction.md T11, 11.3). */
import type { ThrownFacts } from '../ir/index.js'
import { children, type ClassNode, type Expression, isCall, isClass, isFunction, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import { constructorOf, superClassOf } from '../values/classes.js'
import { type Expr, type Frame, siteKey, type Value } from '../values/value.js'
import { libraryErrorOf, statusMembers } from '../values/library-errors.js'
import type { Values } from '../values/resolve.js'
import type { ThrownClass } from './paths/condition.js'
import { statusByName } from '../values/status-names.js'
import { collapse } from './subjects.js'

export interface ThrownValue {
  /** Constructor as written; null when the value is not made where it is thrown. */
  type: string | null
  message: string | null
  /** Members that are one number. */
  fields: Record<string, number>
  /** Members that are another literal. */
  texts: Record<string, string | boolean>
  /** Members set to something that was not read. */
  unread: string[]
  /** It may have other members. */
  open: boolean
  ancestors: string[]
  /** The class chain ends in a class that was not read. */
  incomplete: boolean
  cls: ThrownClass | null
}

/** The class a catch sees, with the members it may send on. */
export function caughtClass(value: ThrownValue): ThrownClass | null {
  const { cls, fields, texts } = value
  return cls && { ...cls, value, variant: JSON.stringify([fields, texts]) }
}

/** What leaves the reader of a thrown value. */
export function thrownFactsOf({ type, fields, texts, unread, open }: ThrownValue): Pick<ThrownFacts, 'fields' | 'texts' | 'unread' | 'open'> {
  const known = Object.keys(fields).length > 0 || Object.keys(texts).length > 0 || unread.length > 0
  if (open && !known) return {}
  const isPlain = type !== null && Object.keys(texts).length === 1 && texts['name'] !== undefined
  return {
    fields,
    ...(Object.keys(texts).length > 0 && !(isPlain && texts['name'] === 'Error') ? { texts } : {}),
    ...(unread.length > 0 ? { unread } : {}),
    ...(open ? { open: true } : {}),
  }
}

/** Members of a value under construction; the first write of a name counts. */
interface Members {
  fields: Record<string, number>
  texts: Record<string, string | boolean>
  unread: string[]
  open: boolean
}

/** The expression surely makes an `Error`. */
export function isError(values: Values, expr: Expr): boolean {
  const { cls, ancestors } = thrownValue(values, () => null, expr)
  return [cls?.key ?? '', ...ancestors].some(key => builtinErrors.has(key))
}

type StatusOf = (expr: Expr) => number | null

const maxAncestors = 5
const nothing: ThrownValue = { type: null, message: null, fields: {}, texts: {}, unread: [], open: true, ancestors: [], incomplete: false, cls: null }

export function thrownValue(values: Values, statusOf: StatusOf, expr: Expr): ThrownValue {
  const made = madeValue(values, statusOf, expr)
  const written = writesOn(values, statusOf, expr)
  if (!written) return made
  const { fields, texts, unread, open } = written
  const without = <T>(record: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(record).filter(([name]) => !unread.includes(name) && fields[name] === undefined && texts[name] === undefined))
  return {
    ...made,
    fields: { ...without(made.fields), ...fields }, texts: { ...without(made.texts), ...texts },
    unread: [...new Set([...made.unread.filter(n => fields[n] === undefined && texts[n] === undefined), ...unread])], open: made.open || open,
  }
}

function madeValue(values: Values, statusOf: StatusOf, expr: Expr): ThrownValue {
  const made = constructionOf(values, expr)
  if (!made) return nothing
  const { node } = made
  if (node.type === 'ObjectExpression') return { ...nothing, ...objectMembers(values, made, statusOf) }
  if (!isCall(node)) return nothing
  if (isAssign(node)) {
    const [error, ...sources] = node.arguments
    const inner = error && error.type !== 'SpreadElement' ? thrownValue(values, statusOf, { ...made, node: error }) : nothing
    const members = sources.map(s => (s.type === 'SpreadElement' ? { ...emptyMembers(), open: true } : objectMembers(values, objectAt(values, { ...made, node: strip(s) }), statusOf)))
    const all = [inner, ...members]
    return {
      ...inner,
      fields: Object.assign({}, ...all.map(m => m.fields)), texts: Object.assign({}, ...all.map(m => m.texts)),
      unread: all.flatMap(m => m.unread), open: all.some(m => m.open),
    }
  }
  const type = collapse(made.module.text.slice(node.callee.start, node.callee.end)).replace(/\?\./g, '.')
  const message = messageOf(values, made)
  const [cls] = values.resolve({ ...made, node: node.callee })
  if (cls?.type === 'class') return { type, message, ...classFacts(values, statusOf, cls.expr, made) }
  const library = cls?.type === 'external' && cls.module === 'http-errors' ? httpErrorStatus(cls.path, made, statusOf) : null
  if (library !== null) return { ...nothing, type, message, fields: { status: library, statusCode: library }, incomplete: true }
  const known = libraryError(values, statusOf, cls, made)
  if (known) return { ...nothing, ...known, type, message, texts: {} }
  const key = cls?.type === 'global' ? cls.path.join('.') : cls?.type === 'external' ? `${cls.module}.${cls.path.join('.')}` : null
  const isBuiltin = cls?.type === 'global' && builtinErrors.has(cls.path.join('.'))
  return {
    ...nothing, type, message, incomplete: cls?.type === 'external',
    ...(isBuiltin ? { open: false, texts: { name: cls.path.join('.') } } : {}),
    cls: key ? { key, name: type, ancestors: [], complete: cls?.type === 'global' } : null,
  }
}

/** An error of a library a pack names: its status and the class above it. */
function libraryError(values: Values, statusOf: StatusOf, cls: Value | undefined, made: Expr): Pick<ThrownValue, 'fields' | 'ancestors' | 'open' | 'unread' | 'incomplete' | 'cls'> | null {
  const found = libraryErrorOf(cls, values.libraryErrors)
  if (!found) return null
  const { errors, name } = found
  const argument = isCall(made.node) ? made.node.arguments[errors.base.statusArgument] : undefined
  const given = argument && argument.type !== 'SpreadElement' ? statusOf({ ...made, node: argument }) : null
  const status = found.status ?? given
  const above = found.status === null ? ['Error'] : [errors.base.name, 'Error']
  return {
    fields: status === null ? {} : statusMembers(errors, status), unread: status === null ? [...errors.fields] : [], open: true,
    ancestors: above, incomplete: false,
    cls: { key: `${errors.module}.${name}`, name, ancestors: above.map(a => (a === 'Error' ? a : `${errors.module}.${a}`)), complete: true },
  }
}

const emptyMembers = (): Members => ({ fields: {}, texts: {}, unread: [], open: false })

/** Members of every `Error` that no test can settle. */
const builtinErrors = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError'])

function note(values: Values, statusOf: StatusOf, members: Members, name: string, value: Expr, isSure: boolean): void {
  if (members.fields[name] !== undefined || members.texts[name] !== undefined || members.unread.includes(name)) return
  const number = isSure ? statusOf(value) : null
  const literal = isSure && number === null ? values.one(value) : null
  if (number !== null) members.fields[name] = number
  else if (literal?.type === 'literal' && (typeof literal.value === 'string' || typeof literal.value === 'boolean')) members.texts[name] = literal.value
  else members.unread.push(name)
}

/** `err.status = 404` and `Object.assign(err, …)` on the thrown name. */
function writesOn(values: Values, statusOf: StatusOf, expr: Expr): Members | null {
  const node = strip(expr.node as Expression)
  const binding = node.type === 'Identifier' ? values.binding(expr.module, node) : null
  if (binding?.source.type !== 'init') return null
  const declared = functionOf(expr, binding.node)
  const members = emptyMembers()
  for (const reference of binding.references) {
    const parent = expr.module.parents.get(reference)
    if (parent && isCall(parent) && isAssign(parent) && parent.arguments[0] === reference && reference !== node) members.open = true
    if (!isMember(parent) || parent.object !== reference) continue
    const write = expr.module.parents.get(parent)
    if (write?.type !== 'AssignmentExpression' || write.left !== parent) continue
    const name = memberName(parent)
    const block = expr.module.parents.get(expr.module.parents.get(write) ?? write)
    const isStraight = expr.module.parents.get(write)?.type === 'ExpressionStatement' && functionOf(expr, write) === declared
      && block !== undefined && block.start <= binding.node.start && binding.node.end <= block.end && write.end <= expr.node.start
    if (name === null) members.open = true
    else if (write.operator === '=' && isStraight) note(values, statusOf, members, name, { ...expr, node: write.right }, true)
    else members.unread.push(name)
  }
  return members
}

function functionOf({ module }: Expr, node: Node): Node | null {
  for (let at = module.parents.get(node); at; at = module.parents.get(at)) if (isFunction(at)) return at
  return null
}

/** The object literal an argument stands for. */
function objectAt(values: Values, expr: Expr): Expr {
  const value = expr.node.type === 'ObjectExpression' ? null : values.one(expr)
  return value?.type === 'object' ? value.expr : expr
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
      // a project function that makes an error of a library
      if (results.length === 1 && only?.type === 'call' && only.expr.node.type === 'NewExpression') return only.expr
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

function objectMembers(values: Values, expr: Expr, statusOf: StatusOf): Members {
  const members = emptyMembers()
  if (expr.node.type !== 'ObjectExpression') return { ...members, open: true }
  for (const entry of [...expr.node.properties].reverse()) {
    const name = entry.type === 'Property' ? keyName(entry.key, entry.computed) : null
    if (entry.type !== 'Property' || name === null) members.open = true
    else note(values, statusOf, members, name, { ...expr, node: entry.value }, !members.open)
  }
  return members
}

function classFacts(values: Values, statusOf: StatusOf, start: Expr<ClassNode>, made: Expr): Omit<ThrownValue, 'type' | 'message'> {
  const members = emptyMembers()
  const ancestors: string[] = []
  const keys: string[] = []
  let at: Expr<ClassNode> | null = start
  let frame: Frame | null = isCall(made.node) ? constructorFrame(start, made.node.arguments.map(a => ({ ...made, node: a.type === 'SpreadElement' ? a.argument : a })), made) : null
  let incomplete = false
  for (let depth = 0; at && depth <= maxAncestors; depth++) {
    const cls: Expr<ClassNode> = at
    const own = writtenMembers(cls)
    members.open ||= own.open
    for (const { name, node, isOwn, isSure } of own.list) note(values, statusOf, members, name, { ...cls, node, frame: isOwn ? null : frame }, isSure)
    const base = superClassOf(cls.node)
    if (!base) break
    const superArgs = superArguments(cls, frame)
    const name = collapse(cls.module.text.slice(base.start, base.end))
    ancestors.push(name)
    const [up] = values.resolve({ ...cls, node: base })
    if (up?.type === 'class' && depth < maxAncestors) {
      keys.push(`${up.expr.module.file}:${up.expr.node.start}`)
      frame = superArgs ? constructorFrame(up.expr, superArgs, made) : frame && !constructorOf(cls.node) ? passThrough(up.expr, frame) : null
      at = up.expr
      continue
    }
    const library = libraryErrorOf(up, values.libraryErrors)
    if (library) {
      const { errors } = library
      const argument = superArgs?.[errors.base.statusArgument]
      const passed = frame && !constructorOf(cls.node) ? frame.args[errors.base.statusArgument] : undefined
      const given = argument ? statusOf(argument) : passed?.type === 'expr' ? statusOf(passed.expr) : null
      const status = library.status ?? given
      if (status === null) members.unread.push(...errors.fields.filter(n => members.fields[n] === undefined && members.texts[n] === undefined))
      else for (const [n, v] of Object.entries(statusMembers(errors, status))) if (!members.unread.includes(n)) members.fields[n] ??= v
      members.open = true
      keys.push(`${errors.module}.${library.name}`)
      if (library.status !== null) {
        ancestors.push(errors.base.name)
        keys.push(`${errors.module}.${errors.base.name}`)
      }
      ancestors.push('Error')
      keys.push('Error')
    } else if (up?.type === 'global' && builtinErrors.has(up.path.join('.'))) {
      keys.push(up.path.join('.'))
      if (!members.unread.includes('name')) members.texts['name'] ??= up.path.join('.')
    } else {
      incomplete = up?.type !== 'global'
      members.open = true
      if (up?.type === 'external') keys.push(`${up.module}.${up.path.join('.')}`)
    }
    at = null
  }
  const cls: ThrownClass = { key: `${start.module.file}:${start.node.start}`, name: start.node.id?.name ?? 'class', ancestors: keys, complete: !incomplete }
  return { ...members, ancestors, incomplete, cls }
}

/** Every construction is a frame of its own: the same field has another value in each. */
function constructorFrame(cls: Expr<ClassNode>, args: readonly Expr[], site: Expr): Frame {
  const constructor = constructorOf(cls.node)
  return {
    id: `${siteKey(site)}>${cls.module.file}:${cls.node.start}`, owner: constructor ?? cls.node,
    args: args.map(expr => ({ type: 'expr', expr })), self: null, parent: cls.frame, depth: (cls.frame?.depth ?? 0) + 1, site,
  }
}

/** A class without a constructor hands its arguments up. */
function passThrough(base: Expr<ClassNode>, frame: Frame): Frame | null {
  return constructorFrame(base, frame.args.flatMap(a => (a.type === 'expr' ? [a.expr] : [])), frame.site ?? base)
}

interface WrittenMember {
  name: string
  node: Node
  /** Readable without the constructor's arguments. */
  isOwn: boolean
  /** Written on every way through the constructor. */
  isSure: boolean
}

/** Members set by initializer, parameter property or constructor assignment; `open`: others may be. */
function writtenMembers(cls: Expr<ClassNode>): { list: WrittenMember[]; open: boolean } {
  const assigned: WrittenMember[] = []
  const given: WrittenMember[] = []
  const initial: WrittenMember[] = []
  let open = false
  for (const entry of cls.node.body.body) {
    if (entry.type !== 'PropertyDefinition' && entry.type !== 'MethodDefinition') continue
    if (entry.static || (entry.type === 'MethodDefinition' && entry.kind !== 'get')) continue
    const name = keyName(entry.key, entry.computed)
    if (name === null) open = true
    else if (entry.type === 'MethodDefinition') initial.push({ name, node: entry, isOwn: true, isSure: false })
    else if (entry.value) initial.push({ name, node: entry.value, isOwn: true, isSure: true })
  }
  const constructor = constructorOf(cls.node)
  if (!constructor) return { list: initial, open }
  for (const param of constructor.params) {
    if (param.type !== 'TSParameterProperty') continue
    const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter
    if (target.type === 'Identifier') given.push({ name: target.name, node: target, isOwn: false, isSure: true })
  }
  const visit = (node: Node, isSure: boolean): void => {
    if (isClass(node) || (isFunction(node) && node !== constructor)) return
    if (node.type === 'AssignmentExpression' && isMember(node.left) && node.left.object.type === 'ThisExpression') {
      const name = memberName(node.left)
      if (name === null) open = true
      else assigned.push({ name, node: node.right, isOwn: false, isSure: isSure && node.operator === '=' })
    }
    if (isCall(node) && node.type === 'CallExpression' && fillsThis(node)) open = true
    const inner = isSure && !conditional.has(node.type)
    for (const child of children(node)) visit(child, inner)
  }
  if (constructor.body) visit(constructor.body, true)
  // The last write of a name counts; one that may not run leaves it unread.
  const last = [...new Map(assigned.map(m => [m.name, assigned.some(o => o.name === m.name && !o.isSure) ? { ...m, isSure: false } : m])).values()]
  return { list: [...last, ...given, ...initial], open }
}

const conditional = new Set(['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'SwitchStatement', 'TryStatement', 'ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement'])

/** `Object.assign(this, …)`, `this.init(…)`. */
function fillsThis(call: Node & { type: 'CallExpression' }): boolean {
  if (isAssign(call)) return call.arguments[0]?.type === 'ThisExpression'
  return isMember(call.callee) && call.callee.object.type === 'ThisExpression'
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
