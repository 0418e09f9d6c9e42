/** Calling a deployed unit by name: `unit:<target> <instance>`. */
import type { SemanticsOf } from '../ir/index.js'
import type { Protocol } from './protocol.js'

/** `arn:aws:lambda:eu-west-1:1:function:Mailer` is `Mailer`. */
const resourceName = (name: string): string =>
  name.startsWith('arn:') ? (name.split(/[:/]/).at(-1) ?? name) : name

const key = ({ deploymentTarget, instanceName }: SemanticsOf<'unit-invocation'>): string | null =>
  instanceName === null ? null : `unit:${deploymentTarget} ${resourceName(instanceName)}`

export const unitInvocation: Protocol<'unit-invocation'> = {
  identityKey: key,
  bucket: key,
  agrees: (provider, consumer) => key(provider) !== null && key(provider) === key(consumer),
  unreadField: ({ instanceName }) => (instanceName === null ? 'instanceName' : null),
}
