/** A call that several services answer (section 5.5). */
import type { Draft } from './draft.js'
import { side } from './draft.js'
import type { RestPairing } from '../pair/index.js'

export const checkAmbiguousProviders = ({ ambiguous }: RestPairing): Draft[] =>
  ambiguous.map(
    ({ client, services }): Draft => ({
      kind: 'ambiguousProvider',
      form: 'rest',
      binding: client.summary.identity.boundaryBinding,
      provider: side(client),
      consumer: side(client),
      facts: { services },
    }),
  )
