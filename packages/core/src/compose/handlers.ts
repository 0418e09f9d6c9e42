/** What error handlers make of the throws of a unit. */
import type { BehavioralSummary, OutputOf, Transition } from '../ir/index.js'
import { catchAnswer, thrownBy, type Thrown } from './catch-throw.js'
import { asUncertain, copyFrom, withMetadata } from './copy.js'
import { isUncertain, type UnitIndex } from './read-state.js'
import type { ScopedRef } from './scope.js'
import { meetsThrownTests } from './thrown-tests.js'

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

/** How a flight ends: caught surely, perhaps, or not at all. */
type Landing = 'caught' | 'maybe' | 'free'

const maxHandOns = 64

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
  let handOns = 0

  const search = ({ thrown, certain, from }: Flight): Landing => {
    let maybe = false
    for (let index = from; index < handlers.length; index++) {
      const handler = handlers[index]
      const answer = handler ? catchAnswer(handler.scoped.ref, thrown) : 'no'
      if (!handler || answer === 'no') continue
      const surely = answer === 'yes' && handler.scoped.certain
      const reach = { thrown, certain: certain && surely && !maybe }
      reached.set(index, [...(reached.get(index) ?? []), reach])
      handOn(handler, index, reach)
      if (surely) return 'caught'
      maybe = true
    }
    return maybe ? 'maybe' : 'free'
  }

  const handOn = ({ summary }: Handler, index: number, reach: Reach): void => {
    for (const transition of summary?.transitions ?? []) {
      const { output } = transition
      if (output.type !== 'throw' || handOns++ > maxHandOns) continue
      const own = thrownBy(transition, output)
      const thrown = own.type === null ? reach.thrown : own
      const certain =
        reach.certain &&
        !isUncertain(transition) &&
        summary !== undefined &&
        meetsThrownTests(summary, transition, reach.thrown)
      const landing = search({ thrown, certain, from: index + 1 })
      const left = land(transition, output, landing, errorBody).map(each =>
        certain ? each : asUncertain(each),
      )
      passedOn.set(transition, left)
    }
  }

  const result = new Map<Transition, Transition[]>()
  for (const transition of throws) {
    const { output } = transition
    if (output.type !== 'throw') continue
    const landing = search({
      thrown: thrownBy(transition, output),
      certain: !isUncertain(transition),
      from: 0,
    })
    result.set(transition, land(transition, output, landing, errorBody))
  }

  const contributions = handlers.map((handler, index) =>
    contribute(handler, reached.get(index) ?? [], passedOn),
  )
  return {
    throws: result,
    outcomes: contributions.flat(),
    contributors: handlers.flatMap(({ id }, index) =>
      id !== null && contributions[index]?.length ? [id] : [],
    ),
  }
}

/** A throw with a status becomes that answer unless a handler catches it. */
function land(
  transition: Transition,
  output: OutputOf<'throw'>,
  landing: Landing,
  body: OutputOf<'response'>['body'],
): Transition[] {
  if (output.statusWhenUncaught === undefined || landing === 'caught') return [transition]
  const answer = withMetadata(
    {
      ...transition,
      output: {
        type: 'response',
        statusCode: { type: 'literal', value: output.statusWhenUncaught },
        body,
        headers: {},
      },
    },
    { thrown: transition.metadata?.['thrown'] ?? { type: output.exceptionType, message: output.message } },
  )
  return landing === 'free' ? [answer] : [asUncertain(transition), asUncertain(answer)]
}

function contribute(
  { id, summary, scoped }: Handler,
  reaches: readonly Reach[],
  passedOn: ReadonlyMap<Transition, Transition[]>,
): Transition[] {
  if (summary === undefined || id === null) return []
  const declared = summary.confidence.source === 'declared'
  const own = summary.transitions.filter(
    ({ output }) => output.type !== 'delegate' && output.type !== 'throw',
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
