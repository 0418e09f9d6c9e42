/** Calls into another package's exports: `fn:<package>::<a.b>`. */
import type { SemanticsOf } from '../ir/index.js'
import type { Protocol } from './protocol.js'

const key = ({ package: name, exportPath }: SemanticsOf<'function-call'>): string | null =>
  name === undefined || exportPath === undefined ? null : `fn:${name}::${exportPath.join('.')}`

export const functionCall: Protocol<'function-call'> = {
  identityKey: key,
  bucket: key,
  agrees: (provider, consumer) => key(provider) !== null && key(provider) === key(consumer),
  unreadField: ({ package: name, exportPath }) =>
    name === undefined ? 'package' : exportPath === undefined ? 'exportPath' : null,
}
