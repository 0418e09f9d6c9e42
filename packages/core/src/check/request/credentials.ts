/** Credentials a provider wants: what its contract says, and answers of 401 for a missing header (section 13). */
import type { Accepts, AuthScheme, Predicate, RequestFacts, ValueRef } from '../../ir/index.js'
import type { ProviderView } from '../rest/provider-view.js'
import type { Tri } from '../tri.js'
import type { Claim } from './claims.js'
import { allUnsent, isAdded, sends } from './parameters.js'

export function credentialClaims(request: RequestFacts, provider: ProviderView, accepts: Accepts | undefined): Claim[] {
  const declared: Claim[] =
    accepts?.auth && allUnsent(accepts.auth.map(schemes => sentOf(request, schemes)))
      ? [{ type: 'auth', schemes: namesOf(accepts.auth.flat()), ...(accepts.rejects === undefined ? {} : { rejects: accepts.rejects }), transitions: [] }]
      : []
  return [...declared, ...wantedByCode(request, provider)]
}

const namesOf = (schemes: readonly AuthScheme[]): string[] => [...new Set(schemes.map(scheme => `${scheme.in} ${scheme.name}`))]

/** Whether all schemes of one alternative are sent: `no` when one surely is not. */
function sentOf(request: RequestFacts, schemes: readonly AuthScheme[]): Tri {
  const answers = schemes.map((scheme): Tri => {
    if (scheme.in === 'cookie') return request.credentials === 'omit' ? 'no' : 'unknown'
    return scheme.in === 'header' && isAdded(scheme.name) ? 'unknown' : sends(scheme.in, request[scheme.in], scheme.name)
  })
  return answers.includes('no') ? 'no' : answers.includes('unknown') ? 'unknown' : 'yes'
}

function wantedByCode(request: RequestFacts, { answers }: ProviderView): Claim[] {
  const wanted = answers.flatMap(({ status, certain, transition }) => {
    const [only, ...others] = transition.conditions
    const header = status === 401 && certain && only && others.length === 0 ? missingHeader(only) : null
    const unsent = header !== null && !isAdded(header) && sends('header', request.header, header) === 'no'
    return header !== null && unsent ? [{ header, id: transition.id }] : []
  })
  if (wanted.length === 0) return []
  const schemes = namesOf(wanted.map(({ header }) => ({ in: 'header', name: header })))
  return [{ type: 'auth', schemes, rejects: 401, transitions: wanted.map(({ id }) => id) }]
}

/** The header without which the condition surely holds. */
function missingHeader(condition: Predicate): string | null {
  switch (condition.type) {
    case 'truthinessCheck':
      return condition.negated ? headerOf(condition.subject) : null
    case 'nullCheck':
      return condition.negated ? null : headerOf(condition.subject)
    case 'comparison': {
      const isNothing = condition.right.type === 'literal' && condition.right.value === null
      return condition.op === 'eq' && isNothing ? headerOf(condition.left) : null
    }
    case 'compound': {
      const found = condition.operands.map(missingHeader)
      if (condition.op === 'or') return found.find(header => header !== null) ?? null
      const [first = null] = found
      return found.every(header => header === first) ? first : null
    }
    case 'negation':
      return condition.operand.type === 'call' ? askedOf(condition.operand) : null
    default:
      return null
  }
}

/** `req.get("authorization")`, `c.req.header("authorization")`, `request.headers.get("authorization")`. */
function askedOf({ callee, args: [name, ...others] }: Extract<Predicate, { type: 'call' }>): string | null {
  const asks = /^(\w+\.)?(req|request)(\.headers)?\.(get|header)$/.test(callee)
  return asks && others.length === 0 && name?.type === 'literal' && typeof name.value === 'string' ? name.value.toLowerCase() : null
}

/** `req.headers.authorization`, `req.get("authorization")`, and what is read or called of it: nothing comes of nothing. */
function headerOf(ref: ValueRef): string | null {
  if (ref.type === 'input') {
    const [holder, name, ...rest] = ref.path[0] === 'req' || ref.path[0] === 'request' ? ref.path.slice(1) : ref.path
    return holder === 'headers' && name !== undefined && rest.length === 0 ? name.toLowerCase() : null
  }
  if (ref.type !== 'derived') return null
  const { from, derivation } = ref
  if (derivation.type === 'methodCall' && (derivation.method === 'get' || derivation.method === 'header')) {
    const asked = /^['"]([\w-]+)['"]$/.exec(derivation.args[0] ?? '')?.[1]
    if (asked !== undefined && isRequest(from)) return asked.toLowerCase()
  }
  if (derivation.type === 'indexAccess' && typeof derivation.index === 'string' && isHeaders(from)) return derivation.index.toLowerCase()
  return derivation.type === 'awaited' ? null : headerOf(from)
}

/** A request, or its headers. */
const isRequest = (ref: ValueRef): boolean =>
  ref.type === 'input' && /^(req|request|headers)?$/.test(ref.path.join('.').replace(/^(req|request)\.headers$/, 'headers'))

const isHeaders = (ref: ValueRef): boolean => ref.type === 'input' && /^((req|request)\.)?headers$/.test(ref.path.join('.'))
