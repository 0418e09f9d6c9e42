/** What error handlers make of the throws of a unit. */
import type { BehavioralSummary, OutputOf, Transition } from '../ir/index.js'
import { httpTransition, thrownFacts } from '../ir/index.js'
import { catchAnswer, thrownBy, type Thrown } from './catch-throw.js'
import { asUncertain, copyFrom, withHttp, withMetadata } from './copy.js'
import { isUncertain, literalStatus, type UnitIndex } from './read-state.js'
import type { ScopedRef } from './scope.js'
import { meetsThrownTests, statusOfThrown, thrownTests } from './thrown-tests.js'

interface Handler {
  /** Id of its summary; null when it could not be read. */
  id: string | null
  summary: BehavioralSummary | undefined
  scoped: ScopedRef
}

/** A value on its way outwards: `from` is the first handler it may still reach. */
interface Flight {
  thrown: Thrown
  certain: boolean
  from: number
}

interface Reach {
  thrown: Thrown
  certain: boolean
}

/** An outcome of a handler that answers with a status of the thrown value itself. */
interface Answered {
  handler: string
  outcome: Transition
  status: number
  certain: boolean
  /** The value meets each of its tests. */
  met: boolean
}

/** How a flight ends: caught surely, perhaps, or not at all. */
interface Landing {
  type: 'caught' | 'maybe' | 'free'
  answered: readonly Answered[]
}

const maxHandOns = 2048

export interface HandledThrows {
  /** The throws given, as they are after the search. */
  throws: Map<Transition, Transition[]>
  /** What the handlers answer, innermost handler first. */
  outcomes: Transition[]
  contributors: string[]
}

/** `refs` outermost first, as on the unit. */
export function handleThrows(
  throws: readonly Transition[],
  refs: readonly ScopedRef[],
  units: UnitIndex,
  errorBody: OutputOf<'response'>['body'],
): HandledThrows {
  const handlers = refs
    .filter(({ ref }) => ref.role === 'onThrow')
    .toReversed()
    .map(
      (scoped): Handler => ({
        id: scoped.ref.summary,
        summary: scoped.ref.summary === null ? undefined : units.get(scoped.ref.summary),
        scoped,
      }),
    )
  const reached = new Map<number, Reach[]>()
  const passedOn = new Map<Transition, Transition[]>()
  const answering = new Set<string>()
  const surelyPassed = new Set<Transition>()
  let handOns = 0

  const search = ({ thrown, certain, from }: Flight): Landing => {
    let maybe = false
    const answered: Answered[] = []
    for (let index = from; index < handlers.length; index++) {
      const handler = handlers[index]
      const answer = handler ? catchAnswer(handler.scoped.ref, thrown) : 'no'
      if (!handler || answer === 'no') continue
      const surely = answer === 'yes' && handler.scoped.certain
      const reach = { thrown, certain: certain && surely && !maybe }
      reached.set(index, [...(reached.get(index) ?? []), reach])
      const handedOn = handOn(handler, index, reach)
      const own = answeredBy(handler, reach)
      answered.push(...own, ...(handedOn?.answered ?? []))
      // A handler that does nothing but hand the value on leaves its fate to those further out.
      if (surely) return { type: handedOn && onlyHandsOn(handler, thrown) ? handedOn.type : 'caught', answered }
      maybe = true
    }
    return { type: maybe ? 'maybe' : 'free', answered }
  }

  /** The landing of the caught value itself, when some outcome hands it on. */
  const handOn = ({ summary }: Handler, index: number, reach: Reach): Landing | null => {
    let same: Landing | null = null
    for (const transition of summary?.transitions ?? []) {
      const { output } = transition
      if (summary === undefined || output.type !== 'throw' || handOns++ > maxHandOns) continue
      const tests = thrownTests(summary, transition, reach.thrown)
      if (tests === 'no') continue
      const isSame = thrownFacts(transition)?.rethrown === true
      const thrown = isSame ? reach.thrown : thrownBy(transition, output)
      const certain = reach.certain && !isUncertain(transition) && tests === 'yes'
      const landing = search({ thrown, certain, from: index + 1 })
      if (isSame) {
        same = landing
        passedOn.set(transition, [])
      } else if (!surelyPassed.has(transition)) {
        passedOn.set(transition, land(transition, output, landing, { certain, errorBody }))
        if (certain) surelyPassed.add(transition)
        for (const { handler } of landing.answered) answering.add(handler)
      }
    }
    return same
  }

  const result = new Map<Transition, Transition[]>()
  for (const transition of throws) {
    const { output } = transition
    if (output.type !== 'throw') continue
    const certain = !isUncertain(transition)
    const landing = search({ thrown: thrownBy(transition, output), certain, from: 0 })
    for (const { handler } of landing.answered) answering.add(handler)
    result.set(transition, land(transition, output, landing, { certain, errorBody }))
  }

  const contributions = handlers.map((handler, index) =>
    contribute(handler, reached.get(index) ?? [], passedOn),
  )
  return {
    throws: result,
    outcomes: contributions.flat(),
    contributors: handlers.flatMap(({ id }, index) =>
      id !== null && (contributions[index]?.length || answering.has(id)) ? [id] : [],
    ),
  }
}

/** Outcomes that send a status the thrown value has. */
function answeredBy({ id, summary }: Handler, { thrown, certain }: Reach): Answered[] {
  if (summary === undefined || id === null) return []
  return summary.transitions.flatMap((outcome): Answered[] => {
    const status = outcome.output.type === 'response' ? statusOfThrown(outcome, thrown) : null
    const tests = status === null ? 'no' : thrownTests(summary, outcome, thrown)
    if (status === null || tests === 'no') return []
    const met = tests === 'yes' && !isUncertain(outcome)
    return [{ handler: id, outcome, status, certain: certain && met, met }]
  })
}

function onlyHandsOn({ summary }: Handler, thrown: Thrown): boolean {
  return (summary?.transitions ?? []).every(
    transition =>
      thrownFacts(transition)?.rethrown === true ||
      transition.output.type === 'delegate' ||
      (summary !== undefined && thrownTests(summary, transition, thrown) === 'no'),
  )
}

/** What a throw becomes: an answer with its own status, the framework's answer, or a throw still. */
function land(
  transition: Transition,
  output: OutputOf<'throw'>,
  { type, answered }: Landing,
  { certain, errorBody }: { certain: boolean; errorBody: OutputOf<'response'>['body'] },
): Transition[] {
  const sure = (each: Transition): Transition => (certain ? each : asUncertain(each))
  const answers = answered.map(each => {
    const response = answerWith(transition, output, each)
    return each.certain ? response : asUncertain(response)
  })
  if (type === 'caught' && answered.some(each => each.certain || (!certain && each.met))) return answers
  if (output.statusWhenUncaught === undefined) return [...answers, sure(transition)]
  if (type === 'caught') {
    const { statusWhenUncaught: _framework, ...caught } = output
    return [...answers, sure({ ...transition, output: caught })]
  }
  const answer = withMetadata(
    {
      ...transition,
      output: {
        type: 'response',
        statusCode: { type: 'literal', value: output.statusWhenUncaught },
        body: errorBody,
        headers: {},
      },
    },
    { thrown: thrownOf(transition, output) },
  )
  return type === 'free' ? [...answers, sure(answer)] : [...answers, asUncertain(transition), asUncertain(answer)]
}

const thrownOf = (transition: Transition, output: OutputOf<'throw'>): unknown =>
  transition.metadata?.['thrown'] ?? { type: output.exceptionType, message: output.message }

function answerWith(transition: Transition, output: OutputOf<'throw'>, { outcome, status }: Answered): Transition {
  if (outcome.output.type !== 'response') return transition
  const { body, headers } = outcome.output
  const rewritten = httpTransition(outcome).bodyRewritten
  const answer = withMetadata(
    { ...transition, output: { type: 'response', statusCode: { type: 'literal', value: status }, body, headers } },
    { thrown: thrownOf(transition, output) },
  )
  return rewritten ? withHttp(answer, { bodyRewritten: true }) : answer
}

function contribute(
  { id, summary, scoped }: Handler,
  reaches: readonly Reach[],
  passedOn: ReadonlyMap<Transition, Transition[]>,
): Transition[] {
  if (summary === undefined || id === null) return []
  const declared = summary.confidence.source === 'declared'
  const own = summary.transitions.filter(
    transition =>
      transition.output.type !== 'delegate' &&
      transition.output.type !== 'throw' &&
      !(isOpenStatus(transition) && !reaches.some(reach => mayLackStatus(summary, transition, reach))),
  )
  const answers = own.map(transition => {
    const certain =
      !declared &&
      scoped.certain &&
      reaches.some(reach => reach.certain && meetsThrownTests(summary, transition, reach.thrown))
    return copyFrom(summary, id, transition, certain)
  })
  const handedOn = summary.transitions
    .flatMap(transition => passedOn.get(transition) ?? [])
    .filter(({ output }) => own.length > 0 || output.type !== 'throw')
    .map(transition => copyFrom(summary, id, transition, !declared && !isUncertain(transition)))
  return [...answers, ...handedOn]
}

/** A status of the thrown value without a literal in its place. */
const isOpenStatus = (transition: Transition): boolean =>
  httpTransition(transition).statusFrom === 'throw' && literalStatus(transition) === null

/** A value of the project gets there whose member was not read: the status is one nobody knows. */
function mayLackStatus(summary: BehavioralSummary, outcome: Transition, { thrown }: Reach): boolean {
  return thrown.type !== null && thrown.fields !== null && statusOfThrown(outcome, thrown) === null && thrownTests(summary, outcome, thrown) !== 'no'
}
