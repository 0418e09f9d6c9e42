/** Builders of boundary bindings, one per protocol; an empty identity is refused where it is made. */
import type { BindingOf, MessageBus, SemanticsName, SemanticsOf } from './boundary.js'
import { SussError } from './errors.js'

export interface BindingContext {
  /** Which pack matched, or "reachable". */
  recognition: string
  /** The wire, where it differs from the protocol's usual one. */
  transport?: string
}

type Fields<Name extends SemanticsName> = Omit<SemanticsOf<Name>, 'name'>

function bind<Name extends SemanticsName>(
  transport: string,
  semantics: SemanticsOf<Name>,
  context: BindingContext,
): BindingOf<Name> {
  for (const [field, value] of Object.entries(semantics)) requireName(`${semantics.name}.${field}`, value)
  requireName('recognition', context.recognition)
  const wire = context.transport ?? transport
  requireName('transport', wire)
  return { transport: wire, semantics, recognition: context.recognition }
}

function requireName(field: string, value: unknown): void {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!values.includes('')) return
  throw new SussError(
    'BAD_BINDING',
    `${field} is the empty string`,
    'Write null when the source does not say it.',
  )
}

export const restBinding = (fields: Fields<'rest'>, context: BindingContext): BindingOf<'rest'> =>
  bind<'rest'>('http', { name: 'rest', ...fields }, context)

export const functionCallBinding = (
  fields: Fields<'function-call'>,
  context: BindingContext,
): BindingOf<'function-call'> =>
  bind<'function-call'>('in-process', { name: 'function-call', ...fields }, context)

export const graphqlResolverBinding = (
  fields: Fields<'graphql-resolver'>,
  context: BindingContext,
): BindingOf<'graphql-resolver'> =>
  bind<'graphql-resolver'>('http', { name: 'graphql-resolver', ...fields }, context)

export const graphqlOperationBinding = (
  fields: Fields<'graphql-operation'>,
  context: BindingContext,
): BindingOf<'graphql-operation'> =>
  bind<'graphql-operation'>('http', { name: 'graphql-operation', ...fields }, context)

export const runtimeConfigBinding = (
  fields: Fields<'runtime-config'>,
  context: BindingContext,
): BindingOf<'runtime-config'> => bind<'runtime-config'>('os', { name: 'runtime-config', ...fields }, context)

/** The wire is the store's own word; "storage" when the engine is not known. */
export const storageBinding = (fields: Fields<'storage'>, context: BindingContext): BindingOf<'storage'> =>
  bind<'storage'>(fields.storageSystem ?? 'storage', { name: 'storage', ...fields }, context)

export const messageBusBinding = (
  fields: { messageBus: MessageBus; channel: string | null },
  context: BindingContext,
): BindingOf<'message-bus'> =>
  bind<'message-bus'>(fields.messageBus, { name: 'message-bus', ...fields }, context)

export const metricBinding = (fields: Fields<'metric'>, context: BindingContext): BindingOf<'metric'> =>
  bind<'metric'>(fields.metricSystem, { name: 'metric', ...fields }, context)

export const unitInvocationBinding = (
  fields: Fields<'unit-invocation'>,
  context: BindingContext,
): BindingOf<'unit-invocation'> =>
  bind<'unit-invocation'>(fields.deploymentTarget, { name: 'unit-invocation', ...fields }, context)

export const ioBinding = (fields: Fields<'io'>, context: BindingContext): BindingOf<'io'> =>
  bind<'io'>('os', { name: 'io', ...fields }, context)
