/** Pipes: what checks the parameters of a method before it runs (packs.md nestjs-rest, 5.4). */
import type { DecoratorWraps, InputMappingPattern, ParameterChecks, PatternPack } from '../../pack/index.js'
import type { WrapPattern } from '../../index/routables.js'
import type { ClassNode, Node } from '../../program/syntax.js'
import { isFromModule } from '../../values/decorators.js'
import { checkedMembers, isChecked } from '../../values/checked-classes.js'
import { originOf } from '../../values/origin.js'
import type { Values } from '../../values/resolve.js'
import { statusNumber } from '../../values/status-constants.js'
import { literalOf } from '../../values/text.js'
import type { Expr, Value } from '../../values/value.js'
import { optionOf } from '../routes/arguments.js'
import type { CheckedParameter, WrapperUse } from '../unit.js'
import { checkOutcome, type ClassWrappers, statusOfMadeError, unread } from './class-wrappers.js'
import { type DecoratedParameter, targetOf } from './parameters.js'

export interface ChecksInput {
  values: Values
  pack: PatternPack
  pattern: WrapPattern & { wrap: DecoratorWraps }
  wrappers: ClassWrappers
  inputMapping: InputMappingPattern
  module: Expr['module']
}

export interface Checks {
  uses: WrapperUse[]
  checked: CheckedParameter[]
}

/** `given`: pipes of the application, class and method; those of a parameter stand in its decorator. */
export function checksOf(
  input: ChecksInput,
  given: readonly Expr[],
  parameters: readonly DecoratedParameter[],
): Checks {
  const { values, pack, pattern, wrappers } = input
  const uses: WrapperUse[] = []
  const checked: CheckedParameter[] = []
  const taken = parameters.flatMap(p => {
    const role = roleOf(p)
    return role === undefined ? [] : [{ ...p, role }]
  })
  if (taken.length === 0) return { uses, checked }
  for (const pipe of given) addPipe(pipe, taken)
  for (const parameter of taken)
    for (const pipe of (parameter.first?.args ?? []).filter(isPipe)) addPipe(pipe, [parameter])
  return { uses: withoutRepeats(uses), checked }

  /** Undefined: it holds nothing of the request. */
  function roleOf({ first }: DecoratedParameter): string | null | undefined {
    if (!first || input.inputMapping.type !== 'decoratedParams') return undefined
    const { decoratorRoleMap } = input.inputMapping
    const role = Object.hasOwn(decoratorRoleMap, first.name) ? (decoratorRoleMap[first.name] ?? null) : null
    return role === null || checkedRoles.has(role) ? role : undefined
  }

  function addPipe(pipe: Expr, on: readonly (DecoratedParameter & { role: string | null })[]): void {
    const value = values.one(pipe)
    const library = value ? libraryOf(value) : null
    if (!library) {
      uses.push(...wrappers.usesOf(pipe, pattern, pack, null))
      return
    }
    const { checks, name } = library
    const targets: {
      parameter: DecoratedParameter & { role: string | null }
      cls: Expr<ClassNode> | null
    }[] = checks.classMembers
      ? on.flatMap(p => {
          const cls = p.role === null ? null : classOf(p.node)
          return cls && isChecked(checkedMembers(values, cls), checks.classMembers?.modules ?? [])
            ? [{ parameter: p, cls }]
            : []
        })
      : on.map(p => ({ parameter: p, cls: null }))
    if (targets.length === 0) return
    const options = optionsOf(value)
    const failure = failureOf(options, checks, pipe)
    if (failure === 'unread') uses.push(unread(pipe, 'unresolvedWrapper', true))
    else
      uses.push(
        wrappers.stubUse({
          pack,
          module: checks.module,
          name: failure === checks.status ? name : `${name}.${failure}`,
          outcomes: [checkOutcome(pack, failure)],
        }),
      )
    const isLax = options !== null && (checks.laxOptions ?? []).length > 0 && !isKeptTo(options, checks.laxOptions ?? [])
    for (const { parameter, cls } of isLax ? [] : targets) {
      if (!cls || parameter.role === null) continue
      const [key] = parameter.first?.args ?? []
      checked.push({
        role: parameter.role,
        key: key && !isPipe(key) ? literalOf(values, key) : null,
        cls,
        status: failure === 'unread' ? null : failure,
        strips: isTrue(options, checks.stripOption),
        strict: isTrue(options, checks.strictOption),
      })
    }
  }

  function libraryOf(value: Value): { checks: ParameterChecks; name: string } | null {
    const origin = originOf(value)
    if (!origin || !('module' in origin)) return null
    const name = origin.path.at(-1) ?? ''
    const checks = (pattern.wrap.checks ?? []).find(
      c => isFromModule(origin.module, c.module) && c.names.includes(name),
    )
    return checks ? { checks, name } : null
  }

  function optionsOf(value: Value | null): Expr | null {
    const [first] = value?.type === 'call' ? value.expr.node.arguments : []
    return first && first.type !== 'SpreadElement' && value?.type === 'call'
      ? { ...value.expr, node: first }
      : null
  }

  /** The status a failed check is answered with. */
  function failureOf(options: Expr | null, checks: ParameterChecks, pipe: Expr): number | 'unread' {
    if (!options) return checks.status
    const object = optionObject(options)
    if (!object) return 'unread'
    const maker = checks.errorOption ? optionOf(values, object, checks.errorOption) : null
    if (maker) return statusOfMadeError(values, maker, statusOf) ?? 'unread'
    const stated = checks.statusOption ? optionOf(values, object, checks.statusOption) : null
    return stated ? (statusOf(stated) ?? 'unread') : values.one(pipe) ? checks.status : 'unread'
  }

  /** Options stand first, or behind what is checked against: `new ParseEnumPipe(Enum, { … })`. */
  function optionObject(first: Expr): Expr | null {
    const value = values.one(first)
    return value?.type === 'object' ||
      value?.type === 'enum' ||
      value?.type === 'external' ||
      value?.type === 'class'
      ? first
      : null
  }

  /** The options are read, and none of them lets anything else through. */
  function isKeptTo(options: Expr, lax: readonly string[]): boolean {
    const value = values.one(options)
    const object = value?.type === 'object' && value.expr.node.type === 'ObjectExpression' ? value.expr.node : null
    return (
      object?.properties.every(p => p.type === 'Property') === true &&
      lax.every(option => optionOf(values, options, option) === null)
    )
  }

  function isTrue(options: Expr | null, name: string | undefined): boolean {
    const given = options && name !== undefined ? optionOf(values, options, name) : null
    const value = given ? values.one(given) : null
    return value?.type === 'literal' && value.value === true
  }

  function statusOf(expr: Expr): number | null {
    const value = values.one(expr)
    return value ? statusNumber(value, pack.statusConstants ?? []) : null
  }

  /** A class, an instance, or a call; texts and options of the decorator are none. */
  function isPipe(argument: Expr): boolean {
    const value = values.one(argument)
    if (!value) return false
    return (
      value.type === 'class' ||
      value.type === 'instance' ||
      (value.type === 'call' || value.type === 'external'
        ? libraryOf(value) !== null || value.type === 'call'
        : false)
    )
  }

  function classOf(node: Node): Expr<ClassNode> | null {
    const target = targetOf(node)
    const value =
      target.type === 'Identifier' ? values.one({ module: input.module, node: target, frame: null }) : null
    return value?.type === 'instance' && value.site === null ? value.cls : null
  }
}

const checkedRoles: ReadonlySet<string> = new Set(['body', 'query', 'pathParams', 'files', 'args'])

const withoutRepeats = (uses: readonly WrapperUse[]): WrapperUse[] => [
  ...new Map(
    uses.map((u, i) => [
      u.target.type === 'stub'
        ? `stub ${u.target.id}`
        : u.target.type === 'unit'
          ? `unit ${u.target.unit.name} ${u.target.unit.registration.node.start}`
          : `unread ${i}`,
      u,
    ]),
  ).values(),
]
