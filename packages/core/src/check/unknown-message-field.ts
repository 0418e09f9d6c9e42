/** Fields of a message that no sender sets (section 7.3). */
import { isRecord, type Place, type Transition, TypeShapeSchema, type TypeShape } from '../ir/index.js'
import type { BusPairing, Handler } from '../pair/index.js'
import { channelForm } from '../semantics/index.js'
import { side, type Draft } from './draft.js'
import { bindingOf } from './message-bus-producer-orphan.js'
import { lacks } from './shape/lacks.js'

export function checkMessageFields(buses: BusPairing): Draft[] {
  const unread = new Set(buses.sends.filter(({ bus }) => !['literal', 'pattern'].includes(channelForm(bus))).map(({ bus }) => bus.messageBus))
  return buses.handlers.flatMap((handler): Draft[] => {
    const sends = buses.pairs.filter(pair => pair.handler === handler).map(({ send }) => send)
    const bodies = sends.map(({ message }) => shapeOf(message.body))
    const [first] = sends
    if (!first || unread.has(handler.bus.messageBus) || !bodies.every(isClosed)) return []
    return readsOf(handler).flatMap((read): Draft[] => {
      const missing = read.path.findIndex((_, i) => bodies.every(body => lacks(body, read.path.slice(0, i + 1)).result === 'yes'))
      if (missing < 0) return []
      const field = read.path.slice(0, missing + 1).join('.')
      return [
        {
          kind: 'boundaryFieldUnknown',
          form: 'message',
          aspect: 'receive',
          binding: bindingOf(handler),
          provider: side(first.unit, first.transitions),
          consumer: side(handler.unit, [read.transition], { field, ...(read.place ? { place: read.place } : {}) }),
          facts: { field },
        },
      ]
    })
  })
}

/** A body is kept as a shape; anything else is not known. */
export function shapeOf(body: unknown): TypeShape | null {
  const parsed = TypeShapeSchema.safeParse(body)
  return parsed.success ? parsed.data : null
}

const isClosed = (body: TypeShape | null): body is TypeShape =>
  body?.type === 'record' && (body.spreads ?? []).length === 0

interface Read {
  path: string[]
  transition: string
  place: Place | null
}

/** One per field of the handler's own message, where it is first read. */
function readsOf({ unit, bus }: Handler): Read[] {
  const found = new Map<string, Read>()
  for (const transition of unit.summary.transitions)
    for (const { body, place } of receivesOf(transition, bus))
      for (const path of pathsOf(body)) if (!found.has(path.join('.'))) found.set(path.join('.'), { path, transition: transition.id, place })
  return [...found.values()]
}

/** What arrives has no channel of its own: that of the unit counts. */
function receivesOf({ effects }: Transition, bus: Handler['bus']): { body: TypeShape; place: Place | null }[] {
  return effects.flatMap(effect => {
    if (effect.type !== 'interaction' || effect.interaction.class !== 'message-receive') return []
    const { semantics } = effect.binding
    const body = shapeOf(effect.interaction.body)
    return semantics.name === 'message-bus' && semantics.messageBus === bus.messageBus && body ? [{ body, place: effect.place ?? null }] : []
  })
}

/** Paths to what is read; a union with `undefined` is a read that may miss. */
function pathsOf(shape: TypeShape): string[][] {
  if (shape.type !== 'record') return isRecord(shape) && shape.type === 'union' ? [] : [[]]
  return Object.entries(shape.properties).flatMap(([name, inner]) => pathsOf(inner).map(path => [name, ...path]))
}
