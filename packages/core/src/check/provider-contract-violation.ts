/** A handler against the contract in its own code and against the documents of its route (sections 14.1 and 14.2). */
import type { Place, Predicate, StatusSpec, Transition, TypeShape, ValueRef } from '../ir/index.js'
import { httpFacts, isRecord, withDefinitionsInlined, wrapperTransition } from '../ir/index.js'
import { isUndeclared, ownContract, specHolds, type UnitIndex } from '../compose/index.js'
import { methodsAgree, pathContains, samePath } from '../semantics/index.js'
import type { RestUnit, Route } from '../pair/index.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'
import { isOpaque } from './rest/body-tests.js'
import { viewProvider, type Answer, type ProviderView } from './rest/provider-view.js'
import { satisfies, type Fit } from './shape/satisfies.js'
import { pathText, shapeName } from './shape/shape-name.js'
import { toWire } from './shape/wire.js'

interface DeclaredAnswer {
  spec: StatusSpec
  body: TypeShape | null
  transition: string
  certain: boolean
}

/** `declarer`: the handler itself, or a document. */
interface Contract {
  declarer: RestUnit
  answers: DeclaredAnswer[]
}

export const placeOf = ({ metadata }: Transition): Place | undefined => {
  const place = metadata?.['place']
  return isRecord(place) ? (place as unknown as Place) : undefined
}

/** The unhandled cases of a unit, from its own contract or as another writer left them. */
export function checkOwnContract(unit: RestUnit, units: UnitIndex): Draft[] {
  const contract = ownContract(unit.summary)
  if (contract?.provenance === 'derived') return []
  const view = viewProvider(unit, units, undefined)
  const declared = (contract?.responses ?? []).map(
    ({ status, body }): DeclaredAnswer => ({
      spec: status,
      body: body === null ? null : wire(unit, withDefinitionsInlined(body, unit.summary.definitions)),
      transition: `declared:${String(status)}`,
      certain: true,
    }),
  )
  return [...gapDrafts(unit, view), ...bodyDrafts(view, { declarer: unit, answers: declared })]
}

const wire = ({ summary }: RestUnit, body: TypeShape): TypeShape =>
  httpFacts(summary).codec === undefined ? toWire(body) : body

function gapDrafts(unit: RestUnit, { answers }: ProviderView): Draft[] {
  return unit.summary.gaps.flatMap((gap): Draft[] => {
    if (gap.type !== 'unhandledCase') return []
    const { status, reason } = gap
    const producing = answers.filter(answer => answer.status === status)
    const isProduced =
      reason === 'producedNotDeclared' || (reason !== 'declaredNotProduced' && producing.length > 0)
    if (!isProduced && status !== undefined && status >= 500) return []
    const first = producing[0]?.transition
    const place = gap.place ?? (isProduced && first ? placeOf(first) : undefined)
    return [
      {
        kind: 'providerContractViolation',
        form: isProduced ? 'undeclaredStatus' : 'neverProduced',
        binding: unit.summary.identity.boundaryBinding,
        provider: side(
          unit,
          isProduced ? producing.map(({ transition }) => transition.id) : [],
          place ? { place } : {},
        ),
        consumer: side(unit, isProduced ? [] : [`declared:${status ?? 'unknown'}`]),
        facts: { status: status ?? 'a status' },
        ...(isProduced && producing.length > 0 && producing.every(isOfWrapper) ? { severity: 'warning' as const } : {}),
      },
    ]
  })
}

/** What stands in front of a route answers so, and often no route of a project declares it. */
const isOfWrapper = ({ transition }: Answer): boolean => wrapperTransition(transition) !== null

function declaredBody(status: number, { answers }: Contract): DeclaredAnswer | undefined {
  const of = (test: (spec: StatusSpec) => boolean): DeclaredAnswer | undefined =>
    answers.find(({ spec }) => test(spec))
  return (
    of(spec => spec === status) ??
    of(spec => typeof spec === 'object' && specHolds(spec, status)) ??
    of(spec => spec === 'default')
  )
}

function bodyDrafts(view: ProviderView, contract: Contract): Draft[] {
  const seen = new Set<string>()
  return view.answers
    .filter(({ certain }) => certain)
    .flatMap(answer => {
      const declared = declaredBody(answer.status, contract)
      if (!declared || declared.body === null || answer.body === null) return []
      const drafts = fitDrafts(view, contract, answer, declared, satisfies(answer.body, declared.body))
      return drafts.filter(({ kind, facts }) => {
        const key =
          kind === 'lowConfidence' ? `${kind} ${String(facts['status'])}` : `${kind} ${answer.transition.id}`
        return !seen.has(key) && seen.add(key)
      })
    })
}

function fitDrafts(
  view: ProviderView,
  contract: Contract,
  answer: Answer,
  declared: DeclaredAnswer,
  fit: Fit,
): Draft[] {
  if (fit.result === 'yes') return []
  const { status, transition } = answer
  const reason = fit.reason === 'unknownShape' ? view.unknownReason : fit.reason
  const some = fit.result === 'unknown' && reason === 'someVariants'
  if (fit.result === 'unknown' && !some) {
    return reason === undefined || reason === 'typesOff'
      ? []
      : [contractDoubt(view.unit, contract.declarer, 'A body', reason, status, transition)]
  }
  const field = pathText(fit.path)
  const place = placeOf(transition)
  return [
    {
      kind: 'providerContractViolation',
      form: some ? 'bodySome' : 'body',
      aspect: 'send',
      binding: view.unit.summary.identity.boundaryBinding,
      provider: side(view.unit, [transition.id], { field, ...(place ? { place } : {}) }),
      consumer: side(contract.declarer, [declared.transition]),
      facts: {
        status,
        field,
        actual: fit.actual ? shapeName(fit.actual) : 'nothing',
        expected: fit.declared ? shapeName(fit.declared) : 'unknown',
      },
    },
  ]
}

const contractDoubt = (
  unit: RestUnit,
  declarer: RestUnit,
  what: string,
  reason: string,
  status: number,
  transition: Transition,
): Draft => ({
  kind: 'lowConfidence',
  form: 'contract',
  binding: unit.summary.identity.boundaryBinding,
  provider: side(unit, [transition.id]),
  consumer: side(declarer),
  facts: { what, reason, status },
})

/** Methods agree and each path contains the other, or the handler's open route contains the document's. */
export function isSameRoute(handler: Route, document: Route): boolean {
  if (!methodsAgree(handler.method, document.method)) return false
  return plainPaths(document).every(path =>
    plainPaths(handler).some(route => {
      const isOpen = handler.method === '*' || route.some(({ type }) => type === 'variable')
      return isOpen ? pathContains(route, path) : samePath(route, path)
    }),
  )
}

const plainPaths = ({ paths }: Route): Route['paths'][number]['segments'][] =>
  paths.flatMap(({ segments, format }) => (format ? [] : [segments]))

export function checkAgainstDocument(handler: RestUnit, document: RestUnit, units: UnitIndex): Draft[] {
  const view = viewProvider(handler, units, document.http.codec)
  const contract = documentContract(viewProvider(document, units, handler.http.codec))
  if (!contract.answers.some(({ certain }) => certain)) return []
  return [...undeclaredDrafts(view, contract), ...neverDrafts(view, contract), ...bodyDrafts(view, contract)]
}

function documentContract({ unit, answers, ranges, hasDefault }: ProviderView): Contract {
  return {
    declarer: unit,
    answers: [
      ...answers.map(({ status, body, transition, certain }) => ({
        spec: status,
        body,
        transition: transition.id,
        certain,
      })),
      ...ranges.map(({ min, max, transition }) => ({
        spec: { min, max },
        body: null,
        transition: transition.id,
        certain: true,
      })),
      ...(hasDefault
        ? [{ spec: 'default' as const, body: null, transition: 'declared:default', certain: true }]
        : []),
    ],
  }
}

function undeclaredDrafts(
  { unit, answers }: ProviderView,
  { declarer, answers: declared }: Contract,
): Draft[] {
  const specs = declared.map(({ spec }) => spec)
  const open = answers.filter(({ certain, status }) => certain && isUndeclared(status, specs))
  return [...new Set(open.map(({ status }) => status))].flatMap((status): Draft[] => {
    const own = open.filter(answer => answer.status === status)
    const clear = own.filter(({ transition }) => !transition.conditions.some(dependsOnElsewhere))
    const [first] = clear.length > 0 ? clear : own
    if (!first) return []
    if (clear.length === 0)
      return [contractDoubt(unit, declarer, 'A status', 'opaqueCondition', status, first.transition)]
    const place = placeOf(first.transition)
    return [
      {
        kind: 'providerContractViolation',
        form: 'undeclaredStatus',
        binding: unit.summary.identity.boundaryBinding,
        provider: side(
          unit,
          clear.map(({ transition }) => transition.id),
          place ? { place } : {},
        ),
        consumer: side(declarer),
        facts: { status },
      },
    ]
  })
}

/** Opaque, or about what an earlier handler left in the response's locals. */
function dependsOnElsewhere(predicate: Predicate): boolean {
  if (isOpaque(predicate)) return true
  switch (predicate.type) {
    case 'compound':
      return predicate.operands.some(dependsOnElsewhere)
    case 'negation':
      return dependsOnElsewhere(predicate.operand)
    case 'comparison':
      return isLocals(predicate.left) || isLocals(predicate.right)
    case 'call':
      return predicate.args.some(isLocals)
    case 'opaque':
      return true
    default:
      return isLocals(predicate.subject)
  }
}

function isLocals(ref: ValueRef): boolean {
  switch (ref.type) {
    case 'derived':
      return (
        isLocals(ref.from) ||
        (ref.derivation.type === 'propertyAccess' && ref.derivation.property === 'locals')
      )
    case 'input':
      return ref.path.includes('locals')
    case 'dependency':
      return /\blocals\b/.test(ref.name) || ref.accessChain.includes('locals')
    case 'state':
      return /\blocals\b/.test(ref.name)
    default:
      return false
  }
}

function neverDrafts(
  { unit, answers, fullObstacle, opaque }: ProviderView,
  { declarer, answers: declared }: Contract,
): Draft[] {
  const mayThrow = unit.summary.transitions.some(({ output }) => output.type === 'throw')
  if (fullObstacle !== null || mayThrow || opaque.length > 0 || unit.summary.transitions.length === 0)
    return []
  return declared.flatMap(({ spec, certain, transition }): Draft[] => {
    if (typeof spec !== 'number' || spec >= 500 || !certain || answers.some(({ status }) => status === spec))
      return []
    return [
      {
        kind: 'providerContractViolation',
        form: 'neverProduced',
        severity: 'warning',
        binding: unit.summary.identity.boundaryBinding,
        provider: side(unit),
        consumer: side(declarer, [transition]),
        facts: { status: spec },
      },
    ]
  })
}
