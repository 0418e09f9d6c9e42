/** The buses that applications and clients of a framework choose (packs.md 4.1). */
import { byCodeUnit, type MessageBus } from '../ir/index.js'
import type { BusTransports, PatternPack } from '../pack/index.js'
import { type CallNode, isMember, memberName } from '../program/syntax.js'
import { isTestFile } from '../program/test-code.js'
import { originOf } from '../values/origin.js'
import { objectMember } from '../values/object-member.js'
import type { Values } from '../values/resolve.js'
import { literalOf } from '../values/text.js'
import { type Expr, exprAt } from '../values/value.js'

export interface Buses {
  /** Of the whole project, sorted; one when all agree. */
  all: readonly MessageBus[]
  /** By the name a client is injected by. */
  named: ReadonlyMap<string, MessageBus>
  /** A choice that is not read: nothing tells the buses apart, all are the one of the binding. */
  open: boolean
}

interface Choice {
  name: string | null
  /** Null: it could not be read. */
  bus: MessageBus | null
}

const known = new WeakMap<Values, Map<PatternPack, Buses>>()

export function readBuses(values: Values, pack: PatternPack, other: MessageBus): Buses {
  const packs = known.get(values) ?? new Map<PatternPack, Buses>()
  known.set(values, packs)
  const buses = packs.get(pack) ?? read(values, pack.busTransports, other)
  packs.set(pack, buses)
  return buses
}

function read(values: Values, transports: BusTransports | undefined, other: MessageBus): Buses {
  if (!transports) return { all: [other], named: new Map(), open: false }
  const modules = values.program.modules.filter(m => !isTestFile(m.file))
  const choices = modules.flatMap(module => module.calls.flatMap(node => choicesOf(exprAt(module, node), transports, values, other)))
  if (choices.some(({ bus }) => bus === null)) return { all: [other], named: new Map(), open: true }
  const all = [...new Set(choices.flatMap(({ bus }) => bus ?? []))].sort(byCodeUnit)
  return {
    all: all.length > 0 ? all : [other],
    named: new Map(choices.flatMap(({ name, bus }) => (name !== null && bus !== null ? [[name, bus] as const] : []))),
    open: false,
  }
}

function choicesOf(call: Expr<CallNode>, transports: BusTransports, values: Values, other: MessageBus): Choice[] {
  const { callee } = call.node
  const written = isMember(callee) ? memberName(callee) : callee.type === 'Identifier' ? callee.name : null
  const known = transports.calls.find(({ name }) => name === written)
  if (!known) return []
  if (known.isMethod !== true) {
    const value = values.one({ ...call, node: callee })
    const origin = value ? originOf(value) : null
    if (!origin || !('module' in origin) || origin.module !== transports.module) return []
  }
  const argument = call.node.arguments[known.position]
  if (!argument) return [{ name: null, bus: other }]
  return argument.type === 'SpreadElement' ? [{ name: null, bus: null }] : optionsOf({ ...call, node: argument }, 0)

  function optionsOf(expr: Expr, depth: number): Choice[] {
    const value = values.one(expr)
    if (depth > 4) return [{ name: null, bus: null }]
    if (value?.type === 'array' && value.expr.node.type === 'ArrayExpression')
      return value.expr.node.elements.flatMap(e => (e ? (e.type === 'SpreadElement' ? [{ name: null, bus: null }] : optionsOf({ ...value.expr, node: e }, depth + 1)) : []))
    if (value?.type !== 'object') return [{ name: null, bus: null }]
    const member = (key: string): Expr | null => objectMember(values, value, key)
    const list = member(transports.keys.list)
    if (list) return optionsOf(list, depth + 1)
    const named = member(transports.keys.name)
    const name = named ? literalOf(values, named) : null
    const transport = member(transports.keys.transport)
    if (transport) return [{ name, bus: busOf(values, transports, transport, other) }]
    const factory = member(transports.keys.factory)
    if (factory) return made(factory, depth).map(({ bus }) => ({ name, bus }))
    return [{ name, bus: member(transports.keys.strategy) || name === null ? other : null }]
  }

  /** What a function for the options gives. */
  function made(factory: Expr, depth: number): Choice[] {
    const fn = values.one(factory)
    if (fn?.type !== 'function') return [{ name: null, bus: null }]
    const found = values.results(fn, { id: `bus:${fn.expr.module.file}:${fn.expr.node.start}`, owner: fn.expr.node, args: [{ type: 'unknown' }], self: null, parent: fn.expr.frame, depth: 0, site: null })
    return found.flatMap(value => (value.type === 'object' ? optionsOf(value.expr, depth + 1) : [{ name: null, bus: null }]))
  }
}

/** The bus of a member of the enumeration; `other` for a member without one; null for what is not read. */
export function busOf(values: Values, transports: BusTransports, transport: Expr, other: MessageBus): MessageBus | null {
  const value = values.one(transport)
  const member =
    value?.type === 'external' && value.module === transports.module && value.path.at(-2) === transports.name
      ? value.path.at(-1)
      : value?.type === 'literal' && typeof value.value === 'number'
        ? transports.members[value.value]
        : undefined
  return member === undefined ? null : (transports.buses[member] ?? other)
}
