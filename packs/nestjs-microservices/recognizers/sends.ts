/** What a client of Nest sends: `client.send(pattern, data)`, `client.emit(pattern, data)`. */
import { type Effect, messageBusBinding, type MessageBus } from '@suss/core/ir'
import { type CallReader, type InvocationRecognizer, objectPattern, type RecognizerContext } from '@suss/core/pack'

const module = '@nestjs/microservices'

/** Clients, with the bus of those that have only one. */
const clients: Readonly<Record<string, MessageBus | null>> = {
  ClientProxy: null,
  ClientKafka: 'kafka',
  ClientNats: 'nats',
  ClientRedis: null,
  ClientTCP: null,
  ClientMqtt: null,
  ClientRMQ: null,
  // ClientProxyFactory.create(…)
  create: null,
}

export const sends: InvocationRecognizer = (call, context) => {
  const client = clientOf(call)
  if (client === null || !Object.hasOwn(clients, client)) return null
  const channel = patternOf(call)
  const body = call.shape(1)
  const effects = busesOf(call, context, clients[client] ?? null).map(
    (messageBus): Effect => ({
      type: 'interaction',
      callee: call.callee,
      binding: messageBusBinding({ messageBus, channel }, { recognition: context.recognition }),
      interaction: { class: 'message-send', ...(body ? { body } : {}) },
    }),
  )
  return channel === null ? { effects, reason: 'unreadChannel' } : effects
}

/** By the type of what the container injects, else by where the client comes from. */
function clientOf({ origin, made, isNew }: CallReader): string | null {
  const method = origin && !('global' in origin) && !isNew ? origin.path.at(-1) : undefined
  if (!origin || 'global' in origin || (method !== 'send' && method !== 'emit')) return null
  const type = made?.type ?? null
  if (type && 'module' in type && type.module === module) return type.path.at(-1) ?? null
  return origin.module === module ? (origin.path.at(-2) ?? null) : null
}

function patternOf(call: CallReader): string | null {
  const value = call.value(0)
  return value?.type === 'object' ? objectPattern(value) : call.name(0)
}

/** That of the client the container injects, else all that the project uses. */
function busesOf({ made }: CallReader, context: RecognizerContext, own: MessageBus | null): readonly MessageBus[] {
  const { all, named, open } = context.buses()
  if (open || all.length === 1) return all
  const token = made?.name(0) ?? null
  const bus = own ?? (token === null ? null : (named.get(token) ?? null))
  return bus === null ? all : [bus]
}
