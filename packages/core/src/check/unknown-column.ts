/** Fields of a store that its declaration does not have (section 7.2). */
import { type Pairing, unknownFields } from '../pair/index.js'
import { side, type Draft } from './draft.js'

export function checkUnknownColumns({ storage }: Pairing): Draft[] {
  return storage.pairs.flatMap(({ declaration, facts, unit, transition, effect, access }) =>
    unknownFields(facts, access).map(
      (field): Draft => ({
        kind: 'boundaryFieldUnknown',
        form: 'storage',
        aspect: access.kind,
        binding: declaration.summary.identity.boundaryBinding,
        provider: side(declaration),
        consumer: side(unit, [transition.id], { field, place: effect.place }),
        facts: { field, verb: access.kind === 'read' ? 'reads' : 'writes' },
      }),
    ),
  )
}

/** An access that several declarations would serve. */
export const checkAmbiguousStores = ({ storage }: Pairing): Draft[] =>
  storage.ambiguous.map(
    ({ unit, transition, effect, declarations }): Draft => ({
      kind: 'ambiguousProvider',
      form: 'storage',
      binding: effect.binding,
      provider: side(unit),
      consumer: side(unit, [transition.id], { place: effect.place }),
      facts: { services: declarations.map(({ id }) => id) },
    }),
  )
