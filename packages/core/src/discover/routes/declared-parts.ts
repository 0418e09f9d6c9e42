/** The parts of a route's contract and the schemas of the validators in front of it, as written. */
import type { ContractPattern, PatternPack, RequestValidation } from '../../pack/index.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { literalOf } from '../../values/text.js'
import type { Expr } from '../../values/value.js'
import type { DeclaredParts, RequestPart } from '../unit.js'
import { isSet, optionOf } from './arguments.js'

export interface DeclaredInput {
  values: Values
  pack: PatternPack
  /** Method the route was registered by. */
  method: string
  options: Expr | null
  /** The argument that is the route's own contract. */
  contract: Expr | null
  wrappers: readonly Expr[]
}

export function declaredParts(input: DeclaredInput): DeclaredParts | null {
  const { pack, values } = input
  const reading = pack.contractReading
  const endpoint = reading?.discovery.registrationChain.includes(`.${input.method}`)
    ? reading.endpoint
      ? input.contract
      : input.options
    : null
  const validated = input.wrappers.flatMap(wrapper =>
    validatorParts(wrapper, pack.requestValidation ?? [], values),
  )
  const declared = endpoint && reading ? endpointParts(values, reading, endpoint) : null
  if (!declared && validated.length === 0) return null
  return {
    responses: declared?.responses ?? [],
    shared: 0,
    bodyBuilders: reading?.bodyBuilders ?? null,
    requests: [...(declared?.requests ?? []), ...validated],
    coerces: declared !== null && reading?.requestExtraction?.coerces === true,
  }
}

/** What one endpoint's contract says, by the pack's words for its parts. */
export function endpointParts(
  values: Values,
  reading: ContractPattern,
  endpoint: Expr,
): Pick<DeclaredParts, 'responses' | 'requests'> | null {
  const responses = partAt(
    values,
    endpoint,
    'path' in reading.responseExtraction
      ? reading.responseExtraction.path
      : [reading.responseExtraction.property],
  )
  const request = isSet(values, endpoint, reading.requestExtraction?.unless)
    ? undefined
    : reading.requestExtraction
  const part = (
    kind: RequestPart['part'],
    paths: readonly (readonly string[])[],
    unvalidated: readonly string[] | null,
  ): RequestPart[] => {
    const schema = paths.map(path => partAt(values, endpoint, path)).find(found => found !== null)
    return schema && request
      ? [
          {
            part: kind,
            schema,
            rejects: request.rejects,
            removesForbidden: request.removesForbidden === true,
            unvalidated,
          },
        ]
      : []
  }
  const requests = request
    ? [
        ...part('body', request.body ? [request.body] : [], request.unvalidated?.body ?? null),
        ...part('query', request.query ?? [], request.unvalidated?.query ?? null),
        ...part('header', request.headers ? [request.headers] : [], null),
        ...part('path', reading.paramsExtraction ? [reading.paramsExtraction.property.split('.')] : [], null),
      ]
    : []
  return responses || requests.length > 0 ? { responses: responses ? [responses] : [], requests } : null
}

const partAt = (values: Values, endpoint: Expr, path: readonly string[]): Expr | null =>
  path.reduce<Expr | null>((at, name) => (at ? optionOf(values, at, name) : null), endpoint)

/** `zValidator("json", S)`. */
function validatorParts(wrapper: Expr, rules: readonly RequestValidation[], values: Values): RequestPart[] {
  const value = values.one(wrapper)
  if (value?.type !== 'call') return []
  const { callee, expr } = value
  return rules.flatMap((rule): RequestPart[] => {
    if (
      !('wrapper' in rule.on) ||
      !rule.schema ||
      !isOrigin(callee, rule.on.wrapper.module, rule.on.wrapper.name)
    )
      return []
    const at = (position: number): Expr | null => {
      const node = expr.node.arguments[position]
      return node && node.type !== 'SpreadElement' ? { ...expr, node } : null
    }
    const { position, part, unvalidated } = rule.schema
    const [schema, named] = [at(position), at(part.position)]
    const name = named ? literalOf(values, named) : null
    const kind = name !== null && Object.hasOwn(part.names, name) ? part.names[name] : undefined
    if (!schema || !kind) return []
    const hook = rule.hook?.position === undefined ? null : at(rule.hook.position)
    return [
      {
        part: kind,
        schema,
        rejects: hook ? null : (rule.outcomes[0]?.status ?? null),
        removesForbidden: false,
        unvalidated: kind === 'body' || kind === 'query' ? (unvalidated?.[kind] ?? null) : null,
      },
    ]
  })
}
