/** What a framework's own validation of a route answers (packs.md A2). */
import type { PatternPack } from '../../pack/index.js'
import type { CallNode } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import type { WrapperUse } from '../unit.js'
import { validationModule } from '../stubs.js'
import { optionOf } from './arguments.js'
import type { WrapperUses } from './wrapper-uses.js'

export interface ValidationInput {
  values: Values
  pack: PatternPack
  options: Expr | null
  contract: Expr | null
  wrappers: readonly Expr[]
  call: Expr<CallNode>
  uses: WrapperUses
}

/** Nothing is validated where no pack states it. */
export function validationUses(input: ValidationInput): WrapperUse[] {
  const { values, pack, uses } = input
  return (pack.requestValidation ?? []).flatMap((rule, index): WrapperUse[] => {
    if (!holds(rule.on)) return []
    return [uses.stubUse({ module: validationModule(pack), name: String(index), role: 'before' })]
  })

  function holds(on: NonNullable<PatternPack['requestValidation']>[number]['on']): boolean {
    if ('routeOption' in on) return input.options !== null && on.routeOption.some(path => pathOf(input.options, path) !== null)
    if ('contract' in on) return input.contract !== null && on.contract.some(path => pathOf(input.contract, path) !== null)
    return input.wrappers.some(w => {
      const value = values.one(w)
      return value?.type === 'call' && isOrigin(value.callee, on.wrapper.module, on.wrapper.name)
    })
  }

  function pathOf(at: Expr | null, path: string): Expr | null {
    return path.split('.').reduce<Expr | null>((now, part) => (now ? optionOf(values, now, part) : null), at)
  }
}
