/** Which bus a framework's messages go over, where its applications and clients choose it. */
import { z } from 'zod'
import { MessageBusSchema } from '../ir/index.js'

const text = z.string().min(1)

export const BusTransportsSchema = z.strictObject({
  module: text,
  /** The enumeration of transports, its members in the order of their numbers. */
  name: text,
  members: z.array(text).min(1),
  /** Members that are a bus of their own; the others are the one the binding states. */
  buses: z.record(text, MessageBusSchema),
  /** Position of the transport among the arguments of a handler's decorator. */
  decoratorPosition: z.int().min(0),
  /** Calls whose options choose one: functions of the module by their last name, methods of an application by theirs. */
  calls: z.array(z.strictObject({ name: text, position: z.int().min(0), isMethod: z.literal(true).exactOptional() })),
  /** Option of the transport, of the name others inject the client by, of a function that makes the options, of a list of them. */
  keys: z.strictObject({ transport: text, name: text, factory: text, list: text, strategy: text }),
})
export type BusTransports = z.infer<typeof BusTransportsSchema>

/** A pattern that is an object as one text, `{ cmd: "sum" }` as `cmd=sum`: the same for handlers and senders. */
export interface PatternValue {
  type: 'object' | 'array' | 'literal' | 'other'
  value?: string | number | boolean | null
  entries?: ReadonlyMap<string, PatternValue>
  open?: boolean
}

export function objectPattern(value: PatternValue): string | null {
  const parts = value.type === 'object' && value.open !== true ? partsOf(value, []) : null
  return parts === null || parts.length === 0 || parts.some(part => /[{}]/.test(part)) ? null : parts.sort().join(',')
}

function partsOf({ type, value, entries }: PatternValue, path: readonly string[]): string[] | null {
  if (type === 'literal') return value === null ? null : [`${path.join('.')}=${String(value)}`]
  if (type !== 'object' || !entries) return null
  const inner = [...entries].map(([name, part]) => (part.open === true ? null : partsOf(part, [...path, name])))
  return inner.every(list => list !== null) ? inner.flat() : null
}
