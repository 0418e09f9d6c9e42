/** What decorators state of a unit: declared answers, what the framework lets through, parameters nobody knows. */
import type { Accepts, DeclaredContract, HttpFacts, Param, StatusSpec } from '../ir/index.js'
import type { CheckedParameter, DecoratedFacts, DiscoveredUnit } from '../discover/unit.js'
import type { RawGap } from '../raw.js'
import type { Values } from '../values/resolve.js'
import { type StatusConstants, statusNumber } from '../values/status-constants.js'
import type { Expr } from '../values/value.js'
import { checkedMembers, classOfTypeFunction } from '../values/checked-classes.js'
import { elementsOf } from '../values/elements.js'
import { rolesOf } from './inputs/read-inputs.js'
import type { Places } from './places.js'
import { acceptedClass, declaredClass } from './schemas/class-dto.js'
import { sharedStatuses } from './contract.js'
import type { ReadEnv } from './unit.js'

export const allStatusConstants = ({ packs }: Pick<ReadEnv, 'packs'>): StatusConstants[] =>
  packs.flatMap(p => p.pack.statusConstants ?? [])

export function decoratedHttp(
  values: Values,
  { responses, checked }: DecoratedFacts,
  constants: readonly StatusConstants[],
): Pick<HttpFacts, 'declaredContract' | 'accepts'> | null {
  const declaredContract = contractOf(values, responses, constants)
  const accepts = acceptsOf(values, checked)
  return declaredContract || accepts
    ? { ...(declaredContract ? { declaredContract } : {}), ...(accepts ? { accepts } : {}) }
    : null
}

export const withAccepts = (
  metadata: Readonly<Record<string, unknown>>,
  accepts: Accepts | null | undefined,
): Record<string, unknown> =>
  accepts
    ? { ...metadata, http: { ...(metadata['http'] as HttpFacts | undefined), accepts } }
    : { ...metadata }

/** Null where nothing is declared, or a status was not read: what is missing may be that one. */
function contractOf(
  values: Values,
  responses: DecoratedFacts['responses'],
  constants: readonly StatusConstants[],
): DeclaredContract | null {
  const out: DeclaredContract['responses'] = []
  const several: StatusSpec[] = []
  for (const { status, type, list, shared } of responses) {
    const code =
      status === 'failures'
        ? { min: 400, max: 599 }
        : typeof status !== 'object'
          ? status
          : statusOf(values, status, constants)
    if (code === null) return null
    if (shared) several.push(code)
    out.push({ status: code, body: type ? bodyOf(values, type, list) : null })
  }
  return out.length > 0 ? { provenance: 'own', ...sharedStatuses(several), responses: out } : null
}

function statusOf(
  values: Values,
  expr: Expr,
  constants: readonly StatusConstants[],
): DeclaredContract['responses'][number]['status'] | null {
  const value = values.one(expr)
  if (value?.type === 'literal' && value.value === 'default') return 'default'
  const range =
    value?.type === 'literal' && typeof value.value === 'string' ? /^([1-5])XX$/i.exec(value.value) : null
  if (range) return { min: Number(range[1]) * 100, max: Number(range[1]) * 100 + 99 }
  return value ? statusNumber(value, constants) : null
}

/** `User`, `[User]`, `() => User`. */
function bodyOf(values: Values, type: Expr, list: boolean): DeclaredContract['responses'][number]['body'] {
  const [first] = elementsOf(values, type) ?? []
  const found = classOfTypeFunction(values, first ?? type)
  const shape = declaredClass(values, found?.value ?? null)
  return list || first || found?.list ? { type: 'array', items: shape } : shape
}

function acceptsOf(values: Values, checked: readonly CheckedParameter[]): Accepts | null {
  const body = checked.filter(c => c.role === 'body')
  const query = checked.filter(c => c.role === 'query' && c.key === null)
  const path = checked.filter(c => c.role === 'pathParams' && c.key === null)
  if (body.length + query.length + path.length === 0) return null
  const all = [...body, ...query, ...path]
  const statuses = [...new Set(all.map(c => c.status))]
  const strict = body.some(c => c.strict && c.key === null && !checkedMembers(values, c.cls).open)
  const strips = [
    ...(!strict && body.some(c => c.strips && c.key === null) ? ['body' as const] : []),
    ...(query.some(c => c.strips) ? ['query' as const] : []),
  ]
  const [rejects] = statuses
  return {
    enforced: true,
    ...(statuses.length === 1 && rejects !== null && rejects !== undefined ? { rejects } : {}),
    ...(strict ? { strict: true } : {}),
    ...(strips.length > 0 ? { strips } : {}),
    ...bodyFacts(values, body),
    ...(query.length > 0 ? { query: paramsOf(values, query) } : {}),
    ...(path.length > 0 ? { path: paramsOf(values, path) } : {}),
  }
}

/** A member of the body may be checked alone: `@Body('user') user: User`. */
function bodyFacts(values: Values, body: readonly CheckedParameter[]): Pick<Accepts, 'body'> {
  const [whole] = body.filter(c => c.key === null)
  if (whole) {
    const { shape, fields } = acceptedClass(values, whole.cls)
    const constraints = Object.fromEntries(
      Object.entries(fields).flatMap(([name, { constraint }]) => (constraint ? [[name, constraint]] : [])),
    )
    return {
      body: { required: true, shape, ...(Object.keys(constraints).length > 0 ? { constraints } : {}) },
    }
  }
  if (body.length === 0) return {}
  const properties = Object.fromEntries(
    body.flatMap(c => (c.key === null ? [] : [[c.key, acceptedClass(values, c.cls).shape]])),
  )
  return {
    body: {
      required: true,
      shape: { type: 'record', properties, spreads: [{ sourceText: 'other members' }] },
    },
  }
}

/** Texts of a query become what the class says, so only the names and what must be there are known. */
const paramsOf = (values: Values, checked: readonly CheckedParameter[]): Record<string, Param> =>
  Object.fromEntries(
    checked.flatMap(c =>
      Object.entries(acceptedClass(values, c.cls).fields).map(([name, { required }]) => [
        name,
        { required, shape: null },
      ]),
    ),
  )

/** A parameter whose decorator is not known holds what nobody read. */
export const roleGaps = (unit: DiscoveredUnit, values: Values, places: Places): RawGap[] =>
  rolesOf(unit, values).flatMap(({ role, written }): RawGap[] => {
    if (role !== null || !written) return []
    const node = written.node.type === 'CallExpression' ? written.node.callee : written.node
    const callee = written.module.text.slice(node.start, node.end)
    return [
      {
        type: 'unfollowedCall',
        reason: 'unknownRole',
        detail: callee,
        callee,
        usedAsValue: true,
        consequence: 'unknown',
        location: places.range(written),
        place: places.of(written),
      },
    ]
  })
