/** A REST client as the checks see it: per path, which statuses it runs on, what it names, reads and tests. */
import {
  httpTransition,
  withDefinitionsInlined,
  type HttpTransitionFacts,
  type Place,
  type Transition,
  type TypeShape,
} from '../../ir/index.js'
import type { RestUnit } from '../../pair/index.js'
import { readPaths, type ReadPath } from '../shape/shape-paths.js'
import { bodyTests, holdsCall, isOpaque, notedBodyTests, type BodyTest } from './body-tests.js'
import { askedClaim, intersect, namedStatuses, statusClaim } from './predicate-status.js'
import { allStatuses, failure, holds, success, type StatusSet } from './status-set.js'
import { accessorsOf, type Accessors } from './value-steps.js'

export interface NamedStatus {
  status: number
  place?: Place
}

export interface ClientPath {
  transition: Transition
  http: HttpTransitionFacts
  /** Statuses the path runs on. */
  runs: StatusSet
  /** Its conditions say something about the status. */
  tested: boolean
  /** The set is what the conditions say and nothing more. */
  exact: boolean
  /** Statuses it was written for; null: nobody chose. */
  covers: StatusSet | null
  /** Statuses one of its conditions asks for, whatever else leads to it; null: none does. */
  asks: StatusSet | null
  named: NamedStatus[]
  /** From conditions and from tests that rejoin. */
  tests: BodyTest[]
  opaque: boolean
  /** A condition is a call that is given the body. */
  asksCalls: boolean
  reads: ReadPath[]
}

export interface ClientView {
  unit: RestUnit
  paths: ClientPath[]
  onException: boolean
  head: boolean
}

export function viewClient(unit: RestUnit): ClientView {
  const { http, summary, rest } = unit
  const parameters = new Set(
    summary.inputs.flatMap(input => (input.type === 'parameter' ? [input.name] : [])),
  )
  const accessors = accessorsOf(http, parameters)
  const onException = http.failureDelivery === 'exception'
  return {
    unit,
    onException,
    head: rest.method?.toUpperCase() === 'HEAD',
    paths: summary.transitions.map(transition => viewPath(transition, unit, accessors, onException)),
  }
}

function viewPath(
  transition: Transition,
  unit: RestUnit,
  accessors: Accessors,
  onException: boolean,
): ClientPath {
  const http = httpTransition(transition)
  const claim = (leftOver: boolean): ReturnType<typeof intersect> =>
    intersect(transition.conditions.map(condition => statusClaim(condition, accessors, leftOver)))
  const runs = claim(false)
  const covers = claim(transition.isDefault)
  const asks = intersect(
    transition.conditions.map(condition => askedClaim(condition, accessors, transition.isDefault)),
  )
  const delivered = http.delivery === 'exception' ? failure : onException ? success : allStatuses
  const tests = http.tests ?? []
  return {
    transition,
    http,
    runs: delivered & (runs?.set ?? allStatuses),
    tested: runs !== null,
    exact: runs?.exact === true,
    covers: covers === null ? null : covers.set & delivered,
    asks: asks === null ? null : asks.set & delivered,
    named: namedOf(transition, http, accessors),
    tests: [
      ...transition.conditions.flatMap(condition => bodyTests(condition, accessors)),
      ...notedBodyTests(tests),
    ],
    opaque: transition.conditions.some(isOpaque),
    asksCalls: transition.conditions.some(
      condition => holdsCall(condition) && bodyTests(condition, accessors).length > 0,
    ),
    reads: readsOf(transition, unit, accessors),
  }
}

function namedOf(
  { conditions }: Transition,
  { tests = [] }: HttpTransitionFacts,
  accessors: Accessors,
): NamedStatus[] {
  const noted = tests.flatMap(({ on, op, value, place }) =>
    on === 'status' && op === 'eq' && typeof value === 'number' ? [{ status: value, place }] : [],
  )
  const tested = conditions
    .flatMap(condition => namedStatuses(condition, accessors))
    .map((status): NamedStatus => {
      const place = tests.find(test => test.on === 'status' && test.value === status)?.place
      return { status, ...(place ? { place } : {}) }
    })
  const all = [...tested, ...noted]
  return all.filter(({ status }, i) => all.findIndex(other => other.status === status) === i)
}

function readsOf(
  { expectedInput }: Transition,
  { http, summary }: RestUnit,
  { body }: Accessors,
): ReadPath[] {
  if (!expectedInput) return []
  const shape = withDefinitionsInlined(expectedInput, summary.definitions)
  const accessor = rootAccessor(shape, http.expectedInputRoot, body)
  return readPaths(accessor === null ? shape : unwrapped(shape, accessor))
}

/** The accessor that stands in front of the body, when the shape is that of the response. */
function rootAccessor(
  shape: TypeShape,
  root: 'body' | 'response' | undefined,
  accessors: readonly string[][],
): string[] | null {
  if (root === 'body' || shape.type !== 'record') return null
  const keys = Object.keys(shape.properties)
  const found = accessors.find(([first]) => first !== undefined && keys.includes(first))
  if (!found) return null
  const all = keys.every(key => accessors.some(([first]) => first === key))
  return root === 'response' || all ? found : null
}

function unwrapped(shape: TypeShape, accessor: readonly string[]): TypeShape {
  const [step, ...rest] = accessor
  if (step === undefined) return shape
  const record = shape.type === 'union' ? shape.variants.find(({ type }) => type === 'record') : shape
  const child = record?.type === 'record' ? record.properties[step] : undefined
  return child ? unwrapped(child, rest) : { type: 'unknown' }
}

export const runsOn = ({ runs }: ClientPath, status: number): boolean => holds(runs, status)

/** Statuses whose body the path was written for: what it covers, else success. */
export function readsStatus({ runs, covers, http }: ClientPath, status: number): boolean {
  if (!holds(runs, status)) return false
  if (http.delivery === 'exception' && covers === null) return holds(failure, status)
  return holds(covers ?? success, status)
}

export const clientTests = ({ paths }: ClientView): BodyTest[] => paths.flatMap(({ tests }) => tests)
