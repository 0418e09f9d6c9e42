/** Declared against produced statuses of a unit that states its own contract. */
import type { BehavioralSummary, DeclaredContract, Gap, StatusSpec, Transition } from '../ir/index.js'
import { httpFacts } from '../ir/index.js'
import { isUncertain, literalStatus } from './read-state.js'

/** The contract a unit's own code states; a list of statuses alone is one without bodies. */
export function ownContract(summary: BehavioralSummary): DeclaredContract | null {
  const contract = httpFacts(summary).declaredContract
  if (contract) return contract
  const semantics = summary.identity.boundaryBinding?.semantics
  const statuses = semantics?.name === 'rest' ? semantics.declaredResponses : undefined
  const isCode = summary.confidence.source !== 'derived' && summary.confidence.source !== 'declared'
  if (statuses === undefined || !isCode) return null
  return { provenance: 'own', responses: statuses.map(status => ({ status, body: null })) }
}

export function specHolds(spec: StatusSpec, status: number): boolean {
  if (spec === 'default') return true
  return typeof spec === 'number' ? spec === status : spec.min <= status && status <= spec.max
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

const mayBeSuccess = (spec: StatusSpec): boolean =>
  spec === 'default' || (typeof spec === 'number' ? isSuccess(spec) : spec.min <= 299 && spec.max >= 200)

/** The answer is outside what is declared; who names failures only leaves the successes open. */
export const isUndeclared = (status: number, declared: readonly StatusSpec[]): boolean =>
  !declared.some(spec => specHolds(spec, status)) && (!isSuccess(status) || declared.some(mayBeSuccess))

const producedGap = (transition: Transition, status: number): Gap => ({
  type: 'unhandledCase',
  conditions: transition.conditions,
  consequence: 'unknown',
  description: `A path answers ${status}, which the contract does not declare`,
  reason: 'producedNotDeclared',
  location: transition.location,
  status,
})

const declaredGap = ({ location }: BehavioralSummary, status: number): Gap => ({
  type: 'unhandledCase',
  conditions: [],
  consequence: 'frameworkDefault',
  description: `The contract declares ${status}, and no path answers so`,
  reason: 'declaredNotProduced',
  location: location.range,
  status,
})

const requestRoles = new Set(['request', 'response'])

/** Members of every request that hold data or a logger. */
const plainMembers = new Set(
  'body query params headers url originalUrl path method log ip ips hostname host protocol id cookies raw'.split(
    ' ',
  ),
)

function isAdded(callee: string, names: readonly string[]): boolean {
  const [root = '', member = ''] = callee.split('.')
  return names.includes(root) && !plainMembers.has(member)
}

/** It calls a member of the request or response that its framework does not have: `await request.jwtVerify()` may answer. */
export function callsDecoration({ inputs, transitions }: BehavioralSummary): boolean {
  const names = inputs.flatMap(input =>
    input.type === 'parameter' && requestRoles.has(input.role ?? '') ? [input.name] : [],
  )
  return transitions.some(({ effects }) =>
    effects.some(
      effect =>
        effect.type === 'invocation' && effect.declaredAt === undefined && isAdded(effect.callee, names),
    ),
  )
}

/** What stands in front of an application answers so. */
const answeredInFront = new Set([401, 403, 407, 408, 413, 414, 415, 421, 425, 429, 431])

/** An error of what was not read has a status of failures; what several routes state is the list of all they may answer. */
const mayComeElsewhere = (status: number, { leaves, shared }: DeclaredContract): boolean =>
  answeredInFront.has(status) || shared?.includes(status) === true || (leaves === true && status >= 300)

/** The gaps between what a unit declares and what it answers, what stands around it included. */
export function declaredStatusGaps(
  summary: BehavioralSummary,
  contract: DeclaredContract,
  fullyRead: boolean,
  decorated: boolean,
): Gap[] {
  if (contract.provenance === 'derived') return []
  const produced = summary.transitions.flatMap(transition => {
    const status = literalStatus(transition)
    return status === null ? [] : [{ transition, status }]
  })
  const declared = contract.responses.map(({ status }) => status)
  const undeclared = new Map(
    produced
      .filter(({ transition, status }) => !isUncertain(transition) && isUndeclared(status, declared))
      .map(({ transition, status }) => [status, transition]),
  )
  const gaps = [...undeclared]
    .sort(([a], [b]) => a - b)
    .map(([status, transition]) => producedGap(transition, status))
  const mayThrow = summary.transitions.some(({ output }) => output.type === 'throw')
  if (!fullyRead || mayThrow || decorated) return gaps
  const answered = new Set(produced.map(({ status }) => status))
  const literals = declared.filter(spec => typeof spec === 'number')
  const never = [...new Set(literals)]
    .filter(status => !answered.has(status) && !mayComeElsewhere(status, contract))
    .sort((a, b) => a - b)
  return [...gaps, ...never.map(status => declaredGap(summary, status))]
}
