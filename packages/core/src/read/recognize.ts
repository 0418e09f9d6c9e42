/** Asks the packs' recognizers about calls and property reads, through readers that show no syntax tree (extraction.md E7). */
import type { Buses } from '../index/bus-transports.js'
import type { Effect, Place, ReasonCode, Scalar, TypeShape } from '../ir/index.js'
import type { AccessReader, CallReader, Origin, PatternPack, ValueReader } from '../pack/index.js'
import { type CallNode, type Expression, isCall, isFunction, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import { declaredOrigin } from '../values/declared-origin.js'
import { madeBy } from '../values/made-by.js'
import { originOf } from '../values/origin.js'
import { boundaryNameOf, literalText, textOf } from '../values/text.js'
import type { Values } from '../values/resolve.js'
import { unwrapStringify } from '../values/stringify.js'
import type { Expr, Value } from '../values/value.js'
import { argumentOf } from './arguments.js'
import { isOptionalName, isOptionalUse } from './optional-use.js'
import { readSchemaReads } from './schema-reads.js'
import type { Subjects } from './subjects.js'
import { valueReader } from '../index/value-reader.js'

export interface Recognition {
  effects: Effect[]
  /** Why a member of the effects is null. */
  readonly reason: ReasonCode
  unread: ReasonCode | null
  /** Columns of the effects, by effect. */
  columns: ReadonlyMap<Effect, readonly { column: string; from: Expr }[]>
}

export interface Recognizers {
  ofCall(call: Expr<CallNode>): Recognition
  ofAccess(expr: Expr): Recognition
  /** A property read some recognizer may claim. */
  isAccess(expr: Expr): boolean
}

interface EnvironmentParam {
  index: number
  origin: NonNullable<Origin>
  fallback: AccessReader['fallback']
  optional: boolean
}

export interface RecognizerFault {
  file: string
  line: number
  pack: string
  message: string
}

/** Why a value is no literal; null for one that is, and for what is written in place. */
function reasonOf(value: Value): ReasonCode | null {
  switch (value.type) {
    case 'opaque': return value.reason
    case 'param': return 'parameterUnbound'
    case 'call': return 'callResult'
    case 'external': return 'externalValue'
    case 'global': return 'ambientValue'
    case 'member': return reasonOf(value.object)
    default: return null
  }
}

const conversions: ReadonlySet<string> = new Set(['Number', 'parseInt', 'parseFloat', 'Number.parseInt', 'Number.parseFloat', 'Boolean'])

/** The value as a number or a truth value. */
function isConversion(node: Node, of: Node): boolean {
  if (node.type === 'UnaryExpression') return node.operator === '+'
  if (node.type !== 'CallExpression' || node.arguments[0] !== of) return false
  const { callee } = node
  const name = callee.type === 'Identifier' ? callee.name : isMember(callee) && callee.object.type === 'Identifier' ? `${callee.object.name}.${memberName(callee)}` : ''
  return conversions.has(name)
}

export function openRecognizers(input: {
  values: Values
  subjects: Subjects
  packs: readonly { pack: PatternPack; applies(file: string): boolean }[]
  placeOf(expr: Expr): Place
  shapeOf(expr: Expr): TypeShape
  /** Texts of a pack's discovery inputs. */
  inputsOf(pack: PatternPack): ReadonlyMap<string, string>
  /** The buses its applications and clients choose. */
  busesOf(pack: PatternPack): Buses
  onFault(fault: RecognizerFault): void
}): Recognizers {
  const { values, subjects } = input
  const known = new WeakMap<Node, EnvironmentParam[]>()
  const receivers = input.packs.flatMap(p => p.pack.callbackReceivers ?? [])
  const originIn = (value: Value): Origin => declaredOrigin(values, receivers, value)
  const environment = new Set(input.packs.flatMap(p => p.pack.environmentObjects ?? []))
  const recognizing = input.packs.filter(({ pack }) => pack.invocationRecognizers?.length || pack.accessRecognizers?.length)
  const schemaParsers = input.packs.flatMap(p => p.pack.schemaParsers ?? [])

  /** `sources`: the expressions of the parts of arguments that are given out. */
  function callReader(call: Expr<CallNode>, sources: Map<ValueReader, Expr>): CallReader {
    const argument = (position: number): Expr | null => {
      const node = call.node.arguments[position]
      return node && node.type !== 'SpreadElement' ? { ...call, node } : null
    }
    const callees = values.resolve({ ...call, node: call.node.callee })
    return {
      type: 'call',
      callee: subjects.calleeText({ ...call, node: call.node.callee }),
      origin: callees.length === 1 && callees[0] ? originIn(callees[0]) : null,
      template: null,
      isNew: call.node.type === 'NewExpression',
      args: call.node.arguments.map(a => (a.type === 'SpreadElement' ? null : argumentOf(subjects, { ...call, node: a }))),
      place: input.placeOf(call),
      text: position => {
        const at = argument(position)
        const text = at ? textOf(values, at) : null
        return text ? literalText(text) : null
      },
      name: (position, ...path) => {
        const at = memberAt(argument(position), path)
        return at ? boundaryNameOf(values, at) : null
      },
      sent: (position, ...path) => {
        const at = memberAt(argument(position), path)
        const sent = at ? unwrapStringify(values, at) : null
        return sent ? input.shapeOf(sent) : null
      },
      property: (position, name) => {
        const at = argument(position)
        const object = at ? values.one(at) : null
        if (object?.type !== 'object' || object.expr.node.type !== 'ObjectExpression') return null
        const entry = object.expr.node.properties.find(p => p.type === 'Property' && keyName(p.key, p.computed) === name)
        return entry?.type === 'Property' ? argumentOf(subjects, { ...object.expr, node: entry.value }) : null
      },
      shape: position => {
        const at = argument(position)
        const sent = at ? unwrapStringify(values, at) : null
        return sent ? input.shapeOf(sent) : null
      },
      value: position => {
        const at = argument(position)
        return at ? valueReader(values, at, sources) : null
      },
      get made() {
        const maker = madeBy(values, call)
        return maker && {
          origin: maker.origin,
          type: maker.type,
          name: (position: number) => {
            const at = maker.args[position]
            return at ? boundaryNameOf(values, at) : null
          },
          value: (position: number) => {
            const at = maker.args[position]
            return at ? valueReader(values, at, sources) : null
          },
        }
      },
      callback: position => {
        const at = argument(position)
        if (!at) return null
        const node = strip(at.node as Expression)
        if (isFunction(node)) return { type: 'literal' }
        if (node.type === 'Identifier') return { type: 'identifier', name: node.name }
        if (isMember(node) && memberName(node) !== null) return { type: 'identifier', name: subjects.sourceOf({ ...at, node }) }
        return { type: 'opaque', reason: 'complexExpression' }
      },
    }
  }

  /** A property that is written in an object, through objects written in it. */
  function memberAt(at: Expr | null, path: readonly string[]): Expr | null {
    return path.reduce<Expr | null>((expr, name) => {
      const object = expr && values.one(expr)
      if (object?.type !== 'object' || object.expr.node.type !== 'ObjectExpression') return null
      const entry = object.expr.node.properties.findLast(p => p.type === 'SpreadElement' || keyName(p.key, p.computed) === name)
      return entry?.type === 'Property' ? { ...object.expr, node: entry.value } : null
    }, at)
  }

  /** What a read falls back to: the other side of `??` or `||`, or a destructuring default. */
  function fallbackOf(expr: Expr, outer: Node): AccessReader['fallback'] {
    const parent = expr.module.parents.get(outer)
    if (parent?.type === 'ChainExpression' || parent?.type === 'TSNonNullExpression' || parent?.type === 'TSAsExpression') return fallbackOf(expr, parent)
    if (parent && isConversion(parent, outer)) return falsyDefault(expr, parent)
    if (parent?.type !== 'LogicalExpression' || parent.operator === '&&' || parent.left !== outer) return null
    return settled({ ...expr, node: parent.right })
  }

  /** `Number(process.env.SIZE) || 300`: what nothing is made into is false as well, though not null. */
  function falsyDefault(expr: Expr, converted: Node): AccessReader['fallback'] {
    const parent = expr.module.parents.get(converted)
    return parent?.type === 'LogicalExpression' && parent.operator === '||' && parent.left === converted ? settled({ ...expr, node: parent.right }) : null
  }

  const settled = (expr: Expr): NonNullable<AccessReader['fallback']> => {
    const value = values.one(expr)
    return value?.type === 'literal' && value.value !== undefined && value.value !== null ? { settled: true, value: value.value satisfies Scalar } : { settled: false }
  }

  function accessReaders(expr: Expr): AccessReader[] {
    const { node } = expr
    const place = input.placeOf(expr)
    if (isMember(node)) {
      const objects = values.resolve({ ...expr, node: node.object })
      const [object] = objects
      if (!object || objects.length !== 1) return []
      const origin = originOf(object)
      const key = node.computed && memberName(node) === null ? values.one({ ...expr, node: node.property as Node }) : null
      const member = memberName(node) ?? (key?.type === 'literal' ? String(key.value) : null)
      return origin ? [{ type: 'access', text: subjects.sourceOf(expr), origin, member, fallback: fallbackOf(expr, node), optional: isOptionalUse(expr, values), place }] : []
    }
    if (node.type === 'VariableDeclarator' && node.init) {
      const [object] = values.resolve({ ...expr, node: node.init })
      const origin = object ? originOf(object) : null
      return origin ? patternReaders(expr, node.id, origin, place) : []
    }
    if (node.type === 'Identifier' || node.type === 'MetaProperty') {
      const value = values.one(expr)
      const origin = value ? originOf(value) : null
      if (!origin || !('global' in origin)) return []
      const member = origin.global.at(-1)
      return member === undefined ? [] : [{ type: 'access', text: subjects.sourceOf(expr), origin: { global: origin.global.slice(0, -1) }, member, fallback: null, optional: false, place }]
    }
    return []
  }

  function patternReaders(expr: Expr, pattern: Node, origin: NonNullable<Origin>, place: Place): AccessReader[] {
    if (pattern.type !== 'ObjectPattern') return []
    return pattern.properties.flatMap((p): AccessReader[] => {
      if (p.type === 'RestElement') return []
      const name = keyName(p.key, p.computed)
      const target = p.value.type === 'AssignmentPattern' ? p.value.left : p.value
      const fallback = p.value.type === 'AssignmentPattern' ? settled({ ...expr, node: p.value.right }) : null
      if (name !== null && target.type === 'ObjectPattern') {
        const inner: NonNullable<Origin> = 'global' in origin ? { global: [...origin.global, name] } : { module: origin.module, path: [...origin.path, name] }
        return patternReaders(expr, target, inner, place)
      }
      return [{ type: 'access', text: name ?? 'computed', origin, member: name, fallback, optional: isOptionalName(expr.module, target, values), place: input.placeOf({ ...expr, node: p.key }) }]
    })
  }

  /** ``prisma.$queryRaw`select …` ``. */
  function tagReader(expr: Expr, sources: Map<ValueReader, Expr>): CallReader | null {
    const { node } = expr
    if (node.type !== 'TaggedTemplateExpression') return null
    const tag = values.one({ ...expr, node: node.tag })
    const origin = tag ? originIn(tag) : null
    return origin && {
      type: 'call', callee: subjects.calleeText({ ...expr, node: node.tag }), origin, isNew: false, args: [], place: input.placeOf(expr),
      text: () => null, name: () => null, sent: () => null, made: null, property: () => null, shape: () => null, value: () => null, callback: () => null,
      template: { texts: node.quasi.quasis.map(q => q.value.cooked ?? q.value.raw), holes: node.quasi.expressions.map(e => valueReader(values, { ...expr, node: e }, sources)) },
    }
  }

  function ask(reader: CallReader | AccessReader, expr: Expr, sources: ReadonlyMap<ValueReader, Expr> = new Map()): Recognition {
    const columns = new Map<Effect, { column: string; from: Expr }[]>()
    let stated: ReasonCode | null = null
    const out: Recognition = { effects: [], get reason() { return stated ?? reasonAt(expr) }, unread: null, columns }
    for (const { pack, applies } of recognizing) {
      if (!applies(expr.module.file)) continue
      const context = { file: expr.module.file, recognition: `@suss/packs/${pack.name}`, inputs: () => input.inputsOf(pack), buses: () => input.busesOf(pack) }
      const list = [
        ...(reader.type === 'call' ? (pack.invocationRecognizers ?? []).map(r => () => r(reader, context)) : []),
        ...(pack.accessRecognizers ?? []).map(r => () => r(reader, context)),
      ]
      for (const run of list) {
        try {
          const answer = run()
          if (!answer) continue
          const { effects = [], columns: named = [], unread = null, reason = null } = Array.isArray(answer) ? { effects: answer } : 'effects' in answer ? answer : { unread: answer.unread }
          stated = reason ?? stated
          out.unread ??= unread
          const placed = effects.map(e => withSite(e, reader))
          out.effects.push(...placed)
          for (const { effect, column, from } of named) {
            const [at, source] = [placed[effect], sources.get(from)]
            if (at && source) columns.set(at, [...(columns.get(at) ?? []), { column, from: source }])
          }
        } catch (error) {
          input.onFault({ file: expr.module.file, line: reader.place.line, pack: pack.name, message: error instanceof Error ? error.message : String(error) })
        }
      }
    }
    return out
  }

  const withSite = (effect: Effect, reader: CallReader | AccessReader): Effect =>
    ({ ...effect, location: { start: reader.place.line, end: reader.place.endLine ?? reader.place.line }, place: reader.place })

  /** Why the key of a computed read, or the arguments of a call, did not settle. */
  function reasonAt(expr: Expr): ReasonCode {
    const { node } = expr
    const asked = isMember(node) ? [node.property as Node] : isCall(node) ? node.arguments.map(a => (a.type === 'SpreadElement' ? a.argument : a)) : []
    return asked.flatMap(n => values.resolve({ ...expr, node: n }).flatMap(v => reasonOf(v) ?? [])).at(0) ?? 'unsupportedSyntax'
  }

  return {
    ofCall(call) {
      const sources = new Map<ValueReader, Expr>()
      const found = ask(callReader(call, sources), call, sources)
      for (const access of [...helperReads(call), ...schemaReads(call)]) found.effects.push(...ask(access, call).effects)
      return found
    },
    ofAccess(expr) {
      const sources = new Map<ValueReader, Expr>()
      const tag = tagReader(expr, sources)
      if (tag) return ask(tag, expr, sources)
      const out: Recognition = { effects: [], get reason() { return reasonAt(expr) }, unread: null, columns: new Map() }
      for (const reader of accessReaders(expr)) {
        const found = ask(reader, expr)
        out.effects.push(...found.effects)
        out.unread ??= found.unread
      }
      return out
    },
    isAccess(expr) {
      const { node } = expr
      if (node.type === 'TaggedTemplateExpression') return input.packs.some(p => p.pack.accessRecognizers || p.pack.invocationRecognizers)
      if (isMember(node)) {
        const root = rootOf(node)
        if (root.type === 'MetaProperty') return true
        return root.type === 'Identifier' && isOutside(expr, root)
      }
      if (node.type === 'VariableDeclarator') {
        const init = node.init ? strip(node.init) : null
        if (!init || node.id.type !== 'ObjectPattern') return false
        const root = isMember(init) ? rootOf(init) : init
        return root.type === 'MetaProperty' || (root.type === 'Identifier' && isOutside(expr, root))
      }
      return node.type === 'Identifier' && (node.name === '__dirname' || node.name === '__filename') && !values.binding(expr.module, node)
    },
  }

  function isOutside(expr: Expr, root: Node): boolean {
    const binding = values.binding(expr.module, root)
    if (!binding) return true
    const value = values.one({ ...expr, node: root })
    return value?.type === 'global' || value?.type === 'external'
  }

  /** A project helper that reads the environment by a name it is given: a named read at its caller (E9). */
  function helperReads(call: Expr<CallNode>): AccessReader[] {
    if (environment.size === 0 || call.node.type !== 'CallExpression') return []
    const callees = values.resolve({ ...call, node: call.node.callee })
    const [callee] = callees
    if (callees.length !== 1 || callee?.type !== 'function') return []
    return environmentParams(callee.expr).flatMap(({ index, origin, fallback, optional }): AccessReader[] => {
      const node = call.node.arguments[index]
      if (!node || node.type === 'SpreadElement') return []
      const text = textOf(values, { ...call, node })
      const member = text ? literalText(text) : null
      return member ? [{ type: 'access', text: subjects.sourceOf(call), origin, member, fallback, optional: optional || isOptionalUse(call, values), place: input.placeOf(call) }] : []
    })
  }

  /** A schema reads each of its keys of what it is given. */
  function schemaReads(call: Expr<CallNode>): AccessReader[] {
    const found = readSchemaReads(call, values, schemaParsers)
    const origin = found ? originOf(found.parsed) : null
    if (!found || !origin) return []
    const [text, place] = [subjects.sourceOf(call), input.placeOf(call)]
    return found.keys.map(({ name, fallback }): AccessReader => (
      { type: 'access', text, origin, member: name, fallback: fallback ? settled(fallback) : null, optional: false, place }
    ))
  }

  function environmentParams(fn: Expr): EnvironmentParam[] {
    const before = known.get(fn.node)
    if (before) return before
    const found = readEnvironmentParams(fn)
    known.set(fn.node, found)
    return found
  }

  function readEnvironmentParams(fn: Expr): EnvironmentParam[] {
    const out: EnvironmentParam[] = []
    if (!isFunction(fn.node)) return out
    for (const node of fn.module.computedMembers) {
      if (!node.computed || node.start < fn.node.start || node.end > fn.node.end) continue
      const key = strip(node.property)
      const binding = key.type === 'Identifier' ? values.binding(fn.module, key) : null
      if (binding?.source.type !== 'param' || binding.source.fn !== fn.node || binding.source.path.length > 0) continue
      const [object] = values.resolve({ module: fn.module, node: node.object, frame: fn.frame })
      const origin = object ? originOf(object) : null
      if (origin && 'global' in origin && environment.has(origin.global.join('.'))) out.push({ index: binding.source.index, origin, fallback: fallbackOf({ module: fn.module, node, frame: null }, node), optional: isOptionalUse({ module: fn.module, node, frame: null }, values) })
    }
    return out
  }
}

function rootOf(node: Node): Node {
  let at = node
  while (isMember(at)) at = strip(at.object)
  return at
}
