/** What one node reads of a body, and how carefully (extraction.md R2 to R4, R17, R22). */
import type { Place, Read, TypeShape } from '../../ir/index.js'
import { type Expression, isCall, isFunction, isMember, type MemberExpression, memberName, type Node, strip } from '../../program/syntax.js'
import type { Expr } from '../../values/value.js'
import type { Denoted, Denoting } from './denote.js'
import { unionOf } from '../shapes.js'

export interface BodyRead {
  path: string[]
  /** The node that names the last part of the path. */
  node: Node
  optional: 'missing' | 'nullish' | null
  fallback: string[][] | null
  uses: string[]
  /** The value is used as an array. */
  isArray: boolean
  /** The value itself is tested: it may be missing. */
  isTest: boolean
  /** Of the body a refused call's error holds. */
  failed?: true
}

const arrayMembers = new Set(['map', 'forEach', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'reduce', 'reduceRight', 'flatMap', 'sort', 'toSorted', 'push', 'pop', 'shift', 'join', 'entries', 'flat'])
const proveNothing = new Set(['length', 'includes', 'slice', 'concat', 'indexOf', 'at'])
const otherMembers = new Set(['toString', 'toUpperCase', 'toLowerCase', 'trim', 'split', 'replace', 'replaceAll', 'startsWith', 'endsWith', 'charAt', 'padStart', 'padEnd', 'substring', 'match', 'toFixed', 'localeCompare', 'toLocaleString', 'toISOString', 'getTime', 'hasOwnProperty', 'valueOf', 'keys', 'values', 'then', 'catch', 'finally'])

const isUse = (name: string, node: Node, parents: ReadonlyMap<Node, Node>): boolean => {
  if (name === 'length') return true
  const parent = parents.get(node)
  const isCallee = parent !== undefined && isCall(parent) && parent.callee === node
  return isCallee && (arrayMembers.has(name) || proveNothing.has(name) || otherMembers.has(name))
}

/** What a node reads of a body: a pattern one path per name, a member or name one at most. */
export function readsAt(expr: Expr, denoting: Denoting, outcomes: string): BodyRead[] {
  const { node } = expr
  const taken = (target: Node, from: Denoted | null): BodyRead[] => (from && target.type !== 'Identifier' ? readsOfPattern(target, from.path) : []).flatMap(read => {
    const found = denoting.settle({ ...(from ?? { root: 'body' }), path: read.path })
    return found.root === 'body' && found.path.length > 0 ? [{ ...read, path: [...found.path], ...(found.failed ? { failed: true as const } : {}) }] : []
  })
  if (node.type === 'VariableDeclarator') return node.init ? taken(node.id, denoting.denote({ ...expr, node: node.init }, outcomes)) : []
  if (node.type === 'ForOfStatement') {
    const target = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left
    const list = denoting.denote({ ...expr, node: node.right }, outcomes)
    return target && list ? taken(target, { ...list, path: [...list.path, '[]'] }) : []
  }
  if (isFunction(node)) return node.params.flatMap((param, i) => taken(param.type === 'AssignmentPattern' ? param.left : param, denoting.parameter({ ...expr, node }, i, outcomes)))
  const read = readAt(expr, denoting, outcomes)
  return read ? [read] : []
}

/** The read a member expression, or a name standing for a body, makes; null when another node makes it. */
function readAt(expr: Expr, denoting: Denoting, outcomes: string): BodyRead | null {
  const { node, module } = expr
  const { parents } = module
  if (!isMember(node) && node.type !== 'Identifier') return null
  const found = denoting.denote(expr, outcomes)
  if (found?.root !== 'body') return null
  if (isMember(node) && isMethodOf(expr, node, denoting, outcomes)) return null
  const outer = climb(node, parents)
  const parent = parents.get(outer)
  const uses: string[] = []
  let isArray = false
  if (parent && isMember(parent) && parent.object === outer) {
    const name = memberName(parent)
    if (name === null) return null
    if (!isUse(name, climb(parent, parents), parents)) {
      if (denoting.denote({ ...expr, node: parent }, outcomes)?.root === 'body' && !(parent.computed && /^\d+$/.test(name))) return null
      if (parent.computed && /^\d+$/.test(name)) return null
    }
    uses.push(name)
    isArray = arrayMembers.has(name)
  }
  if (parent?.type === 'ForOfStatement' && parent.right === outer) isArray = true
  if (parent?.type === 'SpreadElement' && parents.get(parent)?.type === 'ArrayExpression') isArray = true
  if (node.type === 'Identifier' && !isArray && uses.length === 0) return null
  return { path: [...found.path], ...(found.failed ? { failed: true as const } : {}), node, uses, isArray, ...care(expr, outer, denoting, outcomes) }
}

/** `list.map(…)`, `promise.then(…)`, `list.length`: what every array, text or promise has is no field of the body. */
function isMethodOf(expr: Expr, node: MemberExpression, denoting: Denoting, outcomes: string): boolean {
  const name = memberName(node)
  if (name === null || !isUse(name, climb(node, expr.module.parents), expr.module.parents)) return false
  return denoting.denote({ ...expr, node: node.object }, outcomes)?.root === 'body'
}

/** Reads a destructuring pattern makes of what it takes apart: one per name it binds. */
function readsOfPattern(pattern: Node, base: readonly string[]): BodyRead[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return pattern.properties.flatMap(p => {
        if (p.type === 'RestElement') return []
        const name = p.key.type === 'Identifier' && !p.computed ? p.key.name : p.key.type === 'Literal' ? String(p.key.value) : null
        if (name === null) return []
        const withDefault = p.value.type === 'AssignmentPattern'
        const target = p.value.type === 'AssignmentPattern' ? p.value.left : p.value
        const path = [...base, name]
        const own: BodyRead = { path, node: p.key, optional: withDefault ? 'missing' : null, fallback: withDefault ? [] : null, uses: [], isArray: target.type === 'ArrayPattern', isTest: false }
        return target.type === 'Identifier' ? [own] : [own, ...readsOfPattern(target, path)]
      })
    case 'ArrayPattern':
      return pattern.elements.flatMap(e => (e && e.type !== 'RestElement' ? readsOfPattern(e.type === 'AssignmentPattern' ? e.left : e, [...base, '[]']) : []))
    default: return []
  }
}

/** The expression with the wrappings around it that change no value. */
function climb(node: Node, parents: ReadonlyMap<Node, Node>): Node {
  let at = node
  for (let parent = parents.get(at); parent; parent = parents.get(at)) {
    if (!['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ChainExpression', 'AwaitExpression'].includes(parent.type)) break
    at = parent
  }
  return at
}

function care(expr: Expr, outer: Node, denoting: Denoting, outcomes: string): Pick<BodyRead, 'optional' | 'fallback' | 'isTest'> {
  const { parents } = expr.module
  const parent = parents.get(outer)
  const isTest = isTestPosition(outer, parents)
  if (hasOptionalLink(outer) && !fallbackChain(outer, parents)) return { optional: 'nullish', fallback: null, isTest }
  if (parent && isMember(parent) && parent.object === outer && parent.optional) return { optional: 'nullish', fallback: null, isTest }
  if (parent && isCall(parent) && parent.callee === outer && parent.type === 'CallExpression' && parent.optional) return { optional: 'nullish', fallback: null, isTest }
  const chain = fallbackChain(outer, parents)
  if (chain) {
    const last = chain.at(-1) === outer
    const others = chain.filter(n => n !== outer).flatMap(n => {
      const found = denoting.denote({ ...expr, node: n }, outcomes)
      return found?.root === 'body' ? [[...found.path]] : []
    })
    if (!last || others.length > 0) return { optional: last ? null : 'nullish', fallback: last && others.length === 0 ? null : others, isTest: false }
  }
  return { optional: isTest ? 'nullish' : null, fallback: null, isTest }
}

/** `a?.b`: somewhere in the chain a missing value is passed by. */
function hasOptionalLink(node: Node): boolean {
  let at = strip(node as Expression)
  for (;;) {
    if (isMember(at)) {
      if (at.optional) return true
      at = strip(at.object)
    } else if (at.type === 'CallExpression') at = strip(at.callee)
    else return false
  }
}

/** The operands of the `??`, `||` chain a node stands in, left to right; null outside one or in a test. */
function fallbackChain(node: Node, parents: ReadonlyMap<Node, Node>): Node[] | null {
  let top: Node | null = null
  for (let at: Node = node, parent = parents.get(at); parent; at = parent, parent = parents.get(at)) {
    if (parent.type === 'LogicalExpression' && parent.operator !== '&&') top = parent
    else if (!['ParenthesizedExpression', 'TSAsExpression', 'ChainExpression', 'TSNonNullExpression'].includes(parent.type)) break
  }
  if (!top || isTestPosition(top, parents)) return null
  const out: Node[] = []
  const visit = (n: Node): void => {
    const at = strip(n as Expression)
    if (at.type === 'LogicalExpression' && at.operator !== '&&') {
      visit(at.left)
      visit(at.right)
    } else out.push(n)
  }
  visit(top)
  return out.map(n => (n === node || strip(n as Expression) === strip(node as Expression) ? node : n))
}

/** The truth of the node decides something: an `if`, `?:`, `&&`, `!`, or an operand of such a test. */
export function isTestPosition(node: Node, parents: ReadonlyMap<Node, Node>): boolean {
  const parent = parents.get(node)
  switch (parent?.type) {
    case 'IfStatement': case 'ConditionalExpression': case 'WhileStatement': case 'DoWhileStatement': case 'ForStatement':
      return parent.test === node
    case 'UnaryExpression': return parent.operator === '!'
    case 'LogicalExpression':
      if (parent.operator === '&&' && parent.left === node) return true
      return parent.operator === '??' ? false : isTestPosition(parent, parents)
    case 'ParenthesizedExpression': case 'ChainExpression': case 'TSNonNullExpression': case 'TSAsExpression':
      return isTestPosition(parent, parents)
    case 'BinaryExpression': {
      const other = parent.left === node ? parent.right : parent.left
      return ['==', '===', '!=', '!=='].includes(parent.operator) && (other.type === 'Literal' && other.value === null || other.type === 'Identifier' && other.name === 'undefined')
    }
    default: return false
  }
}

/** A read as the checker sees it. */
export const readFact = (read: BodyRead, place: Place, inWrapper = false): Read => ({
  path: read.path, place,
  ...(inWrapper ? { inWrapper: true as const } : {}),
  ...(read.optional ? { optional: read.optional } : {}),
  ...(read.fallback ? { fallback: read.fallback } : {}),
  ...(read.uses.length > 0 ? { uses: read.uses } : {}),
})

interface ReadNode {
  children: Map<string, ReadNode>
  optional: boolean
  array: boolean
  /** Read as a record too: nothing is certain. */
  both: boolean
}

/** The shape a client expects: the tree of its reads, leaves unknown (R2, R4). */
export function expectedShape(reads: readonly Pick<BodyRead, 'path' | 'optional' | 'isArray' | 'isTest'>[]): TypeShape | null {
  if (reads.length === 0) return null
  const empty = (): ReadNode => ({ children: new Map(), optional: true, array: false, both: false })
  const root = empty()
  root.optional = false
  for (const read of reads) {
    let at = root
    read.path.forEach((step, i) => {
      if (step === '[]') at.array = true
      const known = at.children.get(step) ?? empty()
      at.children.set(step, known)
      if (i < read.path.length - 1 || read.optional === null) known.optional = i < read.path.length - 1 ? known.optional && read.optional !== null : false
      at = known
    })
    if (read.isArray) at.array = true
  }
  return shapeOf(root)
}

function shapeOf(node: ReadNode): TypeShape {
  const fields = [...node.children].filter(([name]) => name !== '[]')
  const item = node.children.get('[]')
  if (node.array) {
    if (fields.length > 0) return { type: 'unknown' }
    return { type: 'array', items: item ? shapeOf(item) : { type: 'unknown' } }
  }
  if (fields.length === 0) return { type: 'unknown' }
  const properties: Record<string, TypeShape> = {}
  for (const [name, child] of fields.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const shape = shapeOf(child)
    Object.defineProperty(properties, name, { value: child.optional ? unionOf([shape, { type: 'undefined' }]) : shape, enumerable: true, configurable: true, writable: true })
  }
  return { type: 'record', properties }
}
