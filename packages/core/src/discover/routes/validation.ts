/** What a framework's own validation of a route answers (packs.md A2). */
import type { PatternPack } from '../../pack/index.js'
import type { CallNode } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import { entriesOf } from '../../values/written.js'
import type { DeclaredParts, WrapperUse } from '../unit.js'
import { validationModule } from '../stubs.js'
import { isSet, optionAt, optionOf } from './arguments.js'
import type { WrapperUses } from './wrapper-uses.js'

export interface ValidationInput {
  values: Values
  pack: PatternPack
  options: Expr | null
  contract: Expr | null
  /** Methods of the route, and the answers its contract names. */
  methods: readonly (string | null)[]
  declared: DeclaredParts | null
  wrappers: readonly Expr[]
  call: Expr<CallNode>
  uses: WrapperUses
  /** Calls that made the application and those it is mounted on, nearest first. */
  applications: readonly Expr<CallNode>[]
}

/** Nothing is validated where no pack states it. */
export function validationUses(input: ValidationInput): WrapperUse[] {
  const { values, pack, uses } = input
  return (pack.requestValidation ?? []).flatMap((rule, index): WrapperUse[] => {
    const wrapper = matched(rule.on)
    if (wrapper === null) return []
    const stub = uses.stubUse({ module: validationModule(pack), name: String(index), role: 'before' })
    const hook = rule.hook ? hookOf(rule.hook, wrapper) : null
    if (!hook) return [stub]
    const own = uses.hookUse(hook)
    if (own.type === 'library') return own.use ? [own.use] : [stub]
    if (own.type === 'none' || stub.target.type !== 'stub') return [stub]
    return [own.use, { ...stub, target: { ...stub.target, unless: { unit: own.unit, success: rule.hook?.success ?? null } } }]
  })

  /** The hook of the route, else of its application, else of the nearest one it is mounted on. */
  function hookOf(hook: NonNullable<NonNullable<PatternPack['requestValidation']>[number]['hook']>, at: Expr<CallNode>): Expr | null {
    const node = hook.position === undefined ? undefined : at.node.arguments[hook.position]
    if (node && node.type !== 'SpreadElement') return { ...at, node }
    const listed = hook.property === undefined ? null : pathOf(input.options, hook.property)
    if (listed) return listed
    const { constructorOption } = hook
    if (constructorOption === undefined) return null
    for (const made of input.applications) {
      const options = made.node.arguments[0]
      const found = options && options.type !== 'SpreadElement' ? optionOf(values, { ...made, node: options }, constructorOption) : null
      if (found) return found
    }
    return null
  }

  /** The call whose arguments may hold the hook; null when the route is not validated so. */
  function matched(on: NonNullable<PatternPack['requestValidation']>[number]['on']): Expr<CallNode> | null {
    if ('routeOption' in on) return on.routeOption.some(path => pathOf(input.options, path) !== null) && !isSet(values, input.options, on.unless) ? input.call : null
    if ('contract' in on) return input.contract !== null && on.contract.some(path => pathOf(input.contract, path) !== null) ? input.call : null
    if ('declaredStatus' in on) return input.methods.some(method => method !== null && on.methods.includes(method)) && namesStatus(input.declared, on.declaredStatus, values) ? input.call : null
    for (const w of input.wrappers) {
      const value = values.one(w)
      if (value?.type === 'call' && isOrigin(value.callee, on.wrapper.module, on.wrapper.name)) return value.expr
    }
    return null
  }

  function pathOf(at: Expr | null, path: string): Expr | null {
    return at ? optionAt(values, at, path) : null
  }
}

/** The contract has an answer of this status. */
export const namesStatus = (declared: DeclaredParts | null, status: number, values: Values): boolean =>
  declared?.responses.some(responses => entriesOf(responses, values).entries.has(String(status))) === true
