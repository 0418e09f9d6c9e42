/** The environment of a deployed unit: `config:<target> <instance>`. Reads pair in a pass of their own. */
import type { Protocol } from './protocol.js'

export const runtimeConfig: Protocol<'runtime-config'> = {
  identityKey: ({ deploymentTarget, instanceName }) =>
    deploymentTarget === null || instanceName === null ? null : `config:${deploymentTarget} ${instanceName}`,
  bucket: () => null,
  agrees: () => false,
  unreadField: () => null,
}
