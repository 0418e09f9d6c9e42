/** Text with holes: paths, prefixes, channels (extraction.md 6.5). */
import type { ReasonCode } from '../ir/index.js'
import { type Expression, isCall, isMember, memberName, type Node, strip } from '../program/syntax.js'
import type { Values } from './resolve.js'
import { type Expr, siteKey, type Value } from './value.js'

export interface TextHole {
  hole: string
  reason: ReasonCode
  /** Parameter the hole comes from, when it is one. */
  value: Value
}
export type TextPiece = string | TextHole
export type Text = readonly TextPiece[]

const maxPieces = 32
const maxLength = 1024
const maxTexts = 16

export const isLiteral = (text: Text): boolean => text.every(p => typeof p === 'string')
export const literalText = (text: Text): string | null => (isLiteral(text) ? text.join('') : null)
/** The name of a boundary: null where a part of it is a brace itself, or neither the environment's nor a parameter's. */
export function boundaryNameOf(values: Values, expr: Expr): string | null {
  // the default of a variable is not what the deployment sets
  const [variable] = withEnvironment(values, expr)
  const text = variable ? null : textOf(values, expr)
  const parts = variable ? [holeText(variable)] : (text ?? [null]).map(pieceText)
  return parts.includes(null) || parts.join('') === '' ? null : parts.join('')
}

function pieceText(piece: TextPiece | null): string | null {
  if (typeof piece === 'string') return /[{}]/.test(piece) ? null : piece
  if (piece === null) return null
  return isEnvironmentValue(piece.value) ? holeText(piece.value) : piece.value.type === 'param' ? `{${piece.hole}}` : null
}

/** A variable of the environment has the name it is set under. */
function holeText(value: Value): string | null {
  const name = value.type === 'global' || value.type === 'external' ? value.path.at(-1) : value.type === 'member' ? value.property : null
  return name === undefined || name === null ? null : `{${name}}`
}
export const isOneHole = (text: Text): boolean => text.length === 1 && typeof text[0] !== 'string'

/** Every text the expression may be, holes included; one entry for most. */
export function textsOf(values: Values, expr: Expr): readonly Text[] {
  const texts = read(values, expr, 0, new Set())
  const known = new Map(texts.map(t => [JSON.stringify(t.map(p => (typeof p === 'string' ? p : [p.hole]))), t]))
  return [...known.values()].slice(0, maxTexts).map(nameHoles)
}

/** The one text, or null when there are several. */
export function textOf(values: Values, expr: Expr): Text | null {
  const texts = textsOf(values, expr)
  return texts.length === 1 ? (texts[0] ?? null) : null
}

/** The one literal string, number or boolean as text; null otherwise. */
export function literalOf(values: Values, expr: Expr): string | null {
  const text = textOf(values, expr)
  return text ? literalText(text) : null
}

function read(values: Values, expr: Expr, depth: number, seen: Set<string>): readonly Text[] {
  const node = strip(expr.node as Expression)
  const at = { ...expr, node }
  const key = siteKey(at)
  if (depth > 12 || seen.has(key)) return [hole(at, 'depthLimit', values)]
  const next = new Set(seen).add(key)
  const part = (child: Node): readonly Text[] => read(values, { ...expr, node: child }, depth + 1, next)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' || typeof node.value === 'boolean' ? [[String(node.value)]] : [hole(at, 'unsupportedSyntax', values)]
    case 'TemplateLiteral': {
      const parts: (readonly Text[])[] = []
      node.quasis.forEach((quasi, i) => {
        parts.push([[quasi.value.cooked ?? quasi.value.raw]])
        const hole = node.expressions[i]
        if (hole) parts.push(inside(values, { ...expr, node: hole }, part(hole)))
      })
      return concat(parts)
    }
    case 'BinaryExpression':
      if (node.operator === '+') return concat([inside(values, { ...expr, node: node.left }, part(node.left)), inside(values, { ...expr, node: node.right }, part(node.right))])
      return [hole(at, 'unsupportedSyntax', values)]
    case 'ConditionalExpression':
      return [...part(node.consequent), ...part(node.alternate)]
    case 'LogicalExpression':
      if (isEnvironment(values, { ...expr, node: node.left })) return part(node.right)
      if (node.operator === '&&') return part(node.right)
      return [...part(node.left), ...part(node.right)]
    case 'CallExpression': {
      const text = callText(values, at, part)
      if (text) return text
      break
    }
    default:
  }
  const resolved = values.resolve(at)
  return resolved.flatMap((value): readonly Text[] => {
    if (value.type === 'literal') return value.value === undefined || value.value === null ? [hole(at, 'multipleValues', values)] : [[String(value.value)]]
    if (value.type === 'opaque' && siteKey(value.expr) !== key && textual(value.expr.node)) return read(values, value.expr, depth + 1, next)
    if (value.type === 'call' && siteKey(value.expr) !== key && isCall(value.expr.node)) return read(values, value.expr, depth + 1, next)
    return [hole(at, reasonOf(value), values, value)]
  })
}

const textual = (node: Node): boolean => ['TemplateLiteral', 'BinaryExpression', 'ConditionalExpression', 'LogicalExpression', 'CallExpression'].includes(node.type)

/** `env.X ?? "d"` is `d` as a whole value, and the hole `{X}` inside a longer text. */
function inside(values: Values, expr: Expr, texts: readonly Text[]): readonly Text[] {
  for (const value of withEnvironment(values, expr)) return [hole(expr, 'environmentValue', values, value)]
  return texts
}

function withEnvironment(values: Values, expr: Expr): Value[] {
  const node = strip(expr.node as Expression)
  if (node.type === 'LogicalExpression' && node.operator !== '&&') {
    const [found] = values.resolve({ ...expr, node: node.left }).filter(isEnvironmentValue)
    return found ? [found] : []
  }
  const all = values.resolve(expr)
  const [found] = all.filter(isEnvironmentValue)
  return found ? [found] : []
}

export function isEnvironmentValue(value: Value): boolean {
  if (value.type === 'global') {
    const path = value.path.join('.')
    return /^(process\.env|Bun\.env)\.\w+$/.test(path)
  }
  if (value.type === 'external') return value.module === 'node:process' && value.path.includes('env')
  return value.type === 'member' && value.object.type === 'member' && value.object.property === 'env' && isImportMeta(value.object.object)
}

const isImportMeta = (value: Value): boolean => value.type === 'opaque' && value.expr.node.type === 'MetaProperty'

const isEnvironment = (values: Values, expr: Expr): boolean => values.resolve(expr).every(isEnvironmentValue)

function callText(values: Values, call: Expr, part: (node: Node) => readonly Text[]): readonly Text[] | null {
  const node = call.node
  if (node.type !== 'CallExpression') return null
  const args = node.arguments.filter(a => a.type !== 'SpreadElement')
  const [first] = args
  const [callee] = values.resolve({ ...call, node: node.callee })
  if (callee?.type === 'global' && first && ['String', 'encodeURIComponent', 'encodeURI'].includes(callee.path.join('.'))) return part(first)
  if (callee?.type === 'external' && /^(node:)?path(\/posix)?$/.test(callee.module) && ['join', 'resolve'].includes(callee.path.at(-1) ?? ''))
    return concat(args.flatMap((a, i): (readonly Text[])[] => (i === 0 ? [part(a)] : [[['/']], part(a)])))
  if (!isMember(node.callee)) return null
  const name = memberName(node.callee)
  const object = node.callee.object
  switch (name) {
    case 'concat': return concat([part(object), ...args.map(part)])
    case 'toString': case 'trim': {
      const texts = part(object)
      return texts.every(t => t.every(p => typeof p === 'string')) ? texts : null
    }
    case 'join': {
      const [list] = values.resolve({ ...call, node: object })
      if (list?.type !== 'array' || list.expr.node.type !== 'ArrayExpression') return null
      const separator = first ? part(first) : ([[',']] as const)
      const elements = list.expr.node.elements
      if (elements.some(e => e === null || e.type === 'SpreadElement')) return null
      return concat(elements.flatMap((e, i): (readonly Text[])[] => (e ? (i === 0 ? [read(values, { ...list.expr, node: e }, 1, new Set())] : [separator, read(values, { ...list.expr, node: e }, 1, new Set())]) : [])))
    }
    default: return null
  }
}

function concat(parts: readonly (readonly Text[])[]): readonly Text[] {
  let out: Text[] = [[]]
  for (const options of parts) {
    if (options.length * out.length > maxTexts) return [[...(out[0] ?? []), ...(options[0] ?? [])]]
    out = out.flatMap(before => options.map(o => merge([...before, ...o])))
  }
  return out
}

function merge(pieces: readonly TextPiece[]): Text {
  const out: TextPiece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') out[out.length - 1] = (last + piece).slice(0, maxLength)
    else if (piece !== '') out.push(piece)
  }
  return out.slice(0, maxPieces)
}

const reasonOf = (value: Value): ReasonCode => {
  switch (value.type) {
    case 'param': return 'parameterUnbound'
    case 'member': return rootOf(value).type === 'param' ? 'parameterUnbound' : isEnvironmentValue(value) ? 'environmentValue' : 'externalValue'
    case 'call': return 'callResult'
    case 'external': return 'externalValue'
    case 'global': return isEnvironmentValue(value) ? 'environmentValue' : 'ambientValue'
    case 'opaque': return value.reason
    default: return 'multipleValues'
  }
}

export function rootOf(value: Value): Value {
  let at = value
  while (at.type === 'member') at = at.object
  return at
}

function hole(expr: Expr, reason: ReasonCode, values: Values, value?: Value): Text {
  return [{ hole: holeName(expr.node), reason, value: value ?? values.resolve(expr)[0] ?? { type: 'opaque', expr, reason } }]
}

/** The last identifier of the expression. */
function holeName(node: Node): string {
  const at = strip(node as Expression)
  switch (at.type) {
    case 'Identifier': return at.name
    case 'MemberExpression': return memberName(at) ?? holeName(at.property)
    case 'CallExpression': {
      const own = holeName(at.callee)
      return ['toString', 'trim', 'replace', 'slice'].includes(own) && isMember(at.callee) ? holeName(at.callee.object) : ['encodeURIComponent', 'String'].includes(own) && at.arguments[0] ? holeName(at.arguments[0]) : own
    }
    case 'LogicalExpression': return holeName(at.left)
    default: return ''
  }
}

/** Names are kept apart: `arg1` for a nameless hole, `id2` for a second `id`. */
function nameHoles(text: Text): Text {
  const used = new Map<string, number>()
  let nameless = 0
  return text.map(piece => {
    if (typeof piece === 'string') return piece
    const base = /^[A-Za-z_$][\w$]*$/.test(piece.hole) ? piece.hole : `arg${++nameless}`
    const count = (used.get(base) ?? 0) + 1
    used.set(base, count)
    return { ...piece, hole: count === 1 ? base : `${base}${count}` }
  })
}
