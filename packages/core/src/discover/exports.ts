/** What a module exports under a name, as the body of a unit (extraction.md 8.1 namedExport, 8.2). */
import { functionCallBinding, type BoundaryBinding } from '../ir/index.js'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import type { SourceModule } from '../program/module.js'
import type { CallNode, Node } from '../program/syntax.js'
import type { Values } from '../values/resolve.js'
import { type Expr, exprAt, siteKey, type Value } from '../values/value.js'
import { type HandlerAnswer, handlerAmong, type SettledHandler } from './handlers.js'
import { boundName } from '../values/names.js'
import type { DiscoveredUnit, WrapperUse } from './unit.js'

export interface ExportedHandler {
  module: SourceModule
  name: string
  answer: HandlerAnswer
  /** Where the export is written. */
  registration: Expr
}

/** Null when nothing of that name is exported, or when it is no function for sure. */
export function exportedHandler(values: Values, module: SourceModule, name: string): ExportedHandler | null {
  const found = values.exported(module, name)
  // a package that is exported as a whole may have any name
  if (found.length === 0 || (!module.exports.has(name) && found.every(v => v.type === 'external')))
    return null
  const answer = handlerAmong(values, found)
  if (answer.type === 'none' && found.every(isNoFunction)) return null
  return { module, name, answer, registration: placeOf(module, name) }
}

const isNoFunction = (value: Value): boolean =>
  ['literal', 'object', 'array', 'enum', 'class', 'namespace', 'instance'].includes(value.type)

function placeOf(module: SourceModule, name: string): Expr {
  const target = module.exports.get(name)
  if (target?.type === 'value') return exprAt(module, target.node)
  const binding = target?.type === 'local' ? module.top.get(target.name) : undefined
  return exprAt(module, (binding?.node as Node | undefined) ?? module.program)
}

/** A unit of an exported function, the functions of factories around it as its wrappers (H5). */
export function exportedUnit(input: {
  found: ExportedHandler
  pack: PatternPack
  pattern: Pick<DiscoveryPattern, 'kind' | 'terminals' | 'inputMapping'>
  binding: BoundaryBinding | null
  unread?: DiscoveredUnit['unread']
  label: string
  wrappers?: readonly WrapperUse[]
  factories: Factories
}): DiscoveredUnit {
  const { found, pack, pattern } = input
  const { answer } = found
  const body = answer.type === 'one' ? answer.handler.body : null
  const own = body ? boundName(body) : null
  const name = own === 'default' ? null : own
  const terminals = pattern.terminals ?? pack.terminals
  return {
    kind: pattern.kind,
    name: name ?? input.label,
    nameKind: name === null ? 'label' : 'binding',
    pack,
    body,
    registration: found.registration,
    bodyReason: answer.type === 'none' ? answer.reason : null,
    binding: input.binding,
    unread: input.unread ?? [],
    terminals,
    inputMapping: pattern.inputMapping ?? pack.inputMapping,
    wrapper: null,
    continuations: [],
    wrappers: [
      ...(input.wrappers ?? []),
      ...(answer.type === 'one'
        ? answer.handler.wrappers.map(w =>
            input.factories.useOf(w, found.registration, { pack, pattern: { ...pattern, terminals } }),
          )
        : []),
    ],
    client: null,
    metadata: {},
  }
}

/** Functions that factories put around what they are given, one unit each. */
export interface Factories {
  useOf(
    wrapper: SettledHandler['wrappers'][number],
    registration: Expr,
    from: { pack: PatternPack; pattern: Pick<DiscoveryPattern, 'terminals' | 'inputMapping'> },
  ): WrapperUse
  units(): DiscoveredUnit[]
}

export function openFactories(): Factories {
  const units = new Map<string, DiscoveredUnit>()
  return {
    useOf({ body, name, continuation }, registration, { pack, pattern }) {
      const key = siteKey(body)
      const unit: DiscoveredUnit = units.get(key) ?? {
        kind: 'middleware',
        name,
        nameKind: 'binding',
        pack,
        body,
        registration,
        bodyReason: null,
        binding: null,
        unread: [],
        terminals: pattern.terminals ?? pack.terminals,
        inputMapping: pattern.inputMapping ?? pack.inputMapping,
        wrapper: { role: 'before', throwParam: null },
        continuations: [continuation],
        wrappers: [],
        client: null,
        metadata: {},
      }
      units.set(key, unit)
      return { target: { type: 'unit', unit }, role: 'before', scope: null }
    },
    units: () => [...units.values()],
  }
}

/** The boundary of a function others call by its module and export name. */
export const moduleFunction = (pack: PatternPack, file: string, exportName: string): BoundaryBinding =>
  functionCallBinding(
    { module: file, exportName },
    { recognition: `@suss/packs/${pack.name}`, transport: pack.protocol },
  )

export function argumentOfCall(call: Expr<CallNode>, position: number): Expr | null {
  const node = call.node.arguments[position]
  return node && node.type !== 'SpreadElement' ? { ...call, node } : null
}

export { objectMember as propertyOf } from '../values/object-member.js'
