/** Stores that are asked by what they are not found by (section 7.2). */
import type { Pairing } from '../pair/index.js'
import { side, type Draft } from './draft.js'

export const checkSelectors = ({ storage }: Pairing): Draft[] =>
  storage.pairs.flatMap(({ declaration, facts, unit, transition, effect, access }) => {
    const keys = facts.identifies
    if (keys === undefined) return []
    const wrong = (access.selector ?? []).filter(name => !keys.includes(name))
    return wrong.map((field): Draft => ({
      kind: 'boundarySelectorMismatch',
      form: 'column',
      binding: declaration.summary.identity.boundaryBinding,
      provider: side(declaration),
      consumer: side(unit, [transition.id], { field, place: effect.place }),
      facts: { field, keys: [...keys] },
    }))
  })
