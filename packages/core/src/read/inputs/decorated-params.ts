/** Interprets `decoratedParams`: roles from the decorators of parameters (extraction.md I1). */
import type { Input } from '../../ir/index.js'
import type { InputMappingOf } from '../../pack/index.js'
import type { SourceModule } from '../../program/module.js'
import type { FunctionNode } from '../../program/syntax.js'
import { type AppliedDecorator, decoratorsOn } from '../../values/decorators.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'

export interface DecoratedRole {
  index: number
  /** Null: its decorator is not in the map. */
  role: string | null
  decorator: AppliedDecorator | null
  /** What stands there, where the role is not known. */
  written: Expr | null
}

/** Parameters that are inputs; one without decorator only where the mapping has a role for it. */
export function decoratedRoles(
  values: Values,
  module: SourceModule,
  fn: FunctionNode,
  { decoratorRoleMap, defaultRole }: InputMappingOf<'decoratedParams'>,
): DecoratedRole[] {
  return fn.params.flatMap((node, index): DecoratedRole[] => {
    const { list, unread } = decoratorsOn(values, { module, node, frame: null })
    const [first] = list
    const [other] = unread
    if (!first && !other)
      return defaultRole === undefined ? [] : [{ index, role: defaultRole, decorator: null, written: null }]
    const role =
      first && Object.hasOwn(decoratorRoleMap, first.name) ? (decoratorRoleMap[first.name] ?? null) : null
    return [
      {
        index,
        role,
        decorator: first ?? null,
        written: role === null ? (first?.written ?? other ?? null) : null,
      },
    ]
  })
}

export const decoratedInput = (
  name: string,
  { index, role }: DecoratedRole,
  shape: Extract<Input, { type: 'parameter' }>['shape'],
): Input => ({ type: 'parameter', name, position: index, role, shape })
