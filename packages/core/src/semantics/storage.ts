/** A table, collection or bucket: `storage:<system>:[<scope>/]<container>[#<accessPath>]`. */
import type { Protocol } from './protocol.js'

export const storage: Protocol<'storage'> = {
  identityKey({ storageSystem, scope, container, accessPath }) {
    if (container === null) return null
    const place = scope === 'default' ? container : `${scope}/${container}`
    return `storage:${storageSystem ?? '?'}:${place}${accessPath === null ? '' : `#${accessPath}`}`
  },
  bucket: ({ scope, container }) => (container === null ? null : scope),
  agrees: (provider, consumer) =>
    provider.container !== null &&
    provider.container === consumer.container &&
    provider.scope === consumer.scope &&
    (provider.storageSystem === null || provider.storageSystem === consumer.storageSystem) &&
    (consumer.accessPath === null || provider.accessPath === consumer.accessPath),
  unreadField: ({ container }) => (container === null ? 'container' : null),
}
