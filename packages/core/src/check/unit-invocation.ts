/** Calls of deployed units that nothing declares (section 7.5). */
import type { Pairing } from '../pair/index.js'
import { side, type Draft } from './draft.js'

export const checkInvocations = ({ invocations }: Pairing): Draft[] =>
  invocations.unknown.map(
    ({ unit, transition, effect }): Draft => ({
      kind: 'unitInvocationTargetUnknown',
      form: 'target',
      binding: effect.binding,
      provider: side(unit),
      consumer: side(unit, [transition.id], { place: effect.place }),
      facts: {},
    }),
  )
