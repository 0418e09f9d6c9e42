/** One of the process's own streams: `io:stdout`. Only writers are in a run, so it never pairs. */
import type { Protocol } from './protocol.js'

export const io: Protocol<'io'> = {
  identityKey: ({ target }) => (target === null ? null : `io:${target}`),
  bucket: () => null,
  agrees: () => false,
  unreadField: () => null,
}
