/** A call that no route serves (section 5.7). */
import type { Draft } from './draft.js'
import { side } from './draft.js'
import type { RestPairing } from '../pair/index.js'

export const checkUnknownPaths = ({ unknownPaths }: RestPairing): Draft[] =>
  unknownPaths.map(({ client, unknown }): Draft => {
    const common = {
      kind: 'restMethodOnUnknownPath' as const,
      binding: client.summary.identity.boundaryBinding,
      provider: side(client),
      consumer: side(client),
      severity: unknown.severity,
    }
    return unknown.form === 'method'
      ? { ...common, form: 'method', facts: { served: unknown.served } }
      : { ...common, form: 'path', facts: { nearest: unknown.nearest } }
  })
