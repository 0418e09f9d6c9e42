/** The answers of acting providers: statuses, bodies in wire form, and how much of them was read. */
import {
  httpTransition,
  unreadFacts,
  withDefinitionsInlined,
  type Transition,
  type TypeShape,
} from '../../ir/index.js'
import {
  fullReadObstacle,
  isUncertain,
  literalStatus,
  ownPathsObstacle,
  statusRange,
  type ReadObstacle,
  type UnitIndex,
} from '../../compose/index.js'
import type { RestUnit } from '../../pair/index.js'
import { toWire } from '../shape/wire.js'
import type { Reason } from '../tri.js'
import { mayAnswer } from './method-tests.js'
import { isSuccess } from './status-set.js'

export interface Answer {
  provider: RestUnit
  transition: Transition
  status: number
  certain: boolean
  /** Null: the body was not read. */
  body: TypeShape | null
}

export interface ProviderView {
  unit: RestUnit
  answers: Answer[]
  /** Responses whose status is no single number. */
  opaque: Transition[]
  ranges: { transition: Transition; min: number; max: number }[]
  hasDefault: boolean
  ownObstacle: ReadObstacle | null
  fullObstacle: ReadObstacle | null
  /** What an unknown shape is unknown for. */
  unknownReason: Reason
}

/** `codec`: the client's; on either side it makes a `Date` more than text. `method`: of the request it answers. */
export function viewProvider(
  unit: RestUnit,
  units: UnitIndex,
  codec: string | undefined,
  method: string | null = null,
): ProviderView {
  const { summary, http } = unit
  const plain = http.codec === undefined && codec === undefined
  const responses = summary.transitions.filter(
    transition => transition.output.type === 'response' && mayAnswer(transition, method, summary, units),
  )
  return {
    unit,
    answers: responses.flatMap((transition): Answer[] => {
      const status = literalStatus(transition)
      if (status === null || statusRange(transition) !== null) return []
      return [
        {
          provider: unit,
          transition,
          status,
          certain: !isUncertain(transition),
          body: bodyOf(transition, unit, plain),
        },
      ]
    }),
    opaque: responses.filter(
      transition => literalStatus(transition) === null && statusRange(transition) === null,
    ),
    ranges: responses.flatMap(transition => {
      const range = statusRange(transition)
      return range === null || range === 'default' ? [] : [{ transition, ...range }]
    }),
    hasDefault: responses.some(transition => statusRange(transition) === 'default'),
    ownObstacle: ownPathsObstacle(summary),
    fullObstacle: fullReadObstacle(summary, units),
    unknownReason: unreadFacts(summary).some(
      ({ at, reason }) => reason === 'typesOff' && at.includes('/output/body'),
    )
      ? 'typesOff'
      : 'unknownShape',
  }
}

export function bodyOf(
  { output, metadata }: Transition,
  { summary }: RestUnit,
  plain: boolean,
): TypeShape | null {
  if (
    output.type !== 'response' ||
    output.body === null ||
    httpTransition({ metadata: metadata ?? {} }).bodyRewritten === true
  )
    return null
  const inlined = withDefinitionsInlined(output.body, summary.definitions)
  return plain ? toWire(inlined) : inlined
}

export const isBodyless = (status: number, head: boolean): boolean => head || [204, 205, 304].includes(status)

/** What keeps statuses from being judged; null: every provider is read far enough. */
export function judgeObstacle(
  providers: readonly ProviderView[],
  statuses: readonly number[],
): ReadObstacle | null {
  const outside = statuses.some(status => !isSuccess(status))
  for (const { ownObstacle, fullObstacle } of providers) {
    const obstacle = outside ? fullObstacle : ownObstacle
    if (obstacle !== null) return obstacle
  }
  return null
}
