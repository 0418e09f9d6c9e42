/** The one way to write a pack: it checks what the compiler cannot see and hands the pack back. */
import type { z } from 'zod'
import { isRecord, SussError } from '../ir/index.js'
import { describeFault } from './describe-issue.js'
import { PatternPackSchema, type PatternPack } from './pattern-pack.js'

/** A pack that takes options from `suss.json`. */
export interface PackWithOptions<Options = unknown> {
  options: z.ZodType<Options>
  // a method, so that a pack with known options is a pack with options
  pack(options: Options): PatternPack
}

/** What a pack module exports by default. */
export type PackDefinition = PatternPack | PackWithOptions

export function definePack(pack: PatternPack): PatternPack
export function definePack<Options>(pack: PackWithOptions<Options>): PackWithOptions<Options>
export function definePack<Options>(pack: PatternPack | PackWithOptions<Options>): unknown {
  return takesOptions(pack) ? pack : requirePack(pack, nameOf(pack))
}

/** A definition of either form: the second is known by its function. */
export function isPackDefinition(value: unknown): value is PackDefinition {
  if (!isRecord(value)) return false
  return takesOptions(value) || typeof value['name'] === 'string'
}

/** The pack itself, with its options checked. */
export function resolvePack(definition: PackDefinition, options: unknown, name: string): PatternPack {
  if (!takesOptions(definition)) {
    if (options === undefined) return requirePack(definition, name)
    throw new SussError(
      'BAD_PACK',
      `pack ${name}: takes no options`,
      'Remove "options" from its entry in suss.json.',
    )
  }
  const result = definition.options.safeParse(options ?? {})
  if (result.success) return requirePack(definition.pack(result.data), name)
  const fault = describeFault({
    schema: definition.options,
    value: options ?? {},
    issues: result.error.issues,
  })
  throw new SussError('BAD_OPTIONS', `pack ${name}: options: ${fault}`, 'Correct its options in suss.json.')
}

/** Returns the value it was given: a parsed copy would no longer be the pack that was written. */
function requirePack(pack: unknown, name: string): PatternPack {
  const result = PatternPackSchema.safeParse(pack)
  if (result.success) return pack as PatternPack
  const fault = describeFault({ schema: PatternPackSchema, value: pack, issues: result.error.issues })
  throw new SussError('BAD_PACK', `pack ${name}: ${fault}`, 'Correct the pack.')
}

const nameOf = (pack: unknown): string =>
  isRecord(pack) && typeof pack['name'] === 'string' && pack['name'] !== ''
    ? pack['name']
    : '(without a name)'

const takesOptions = (value: object): value is PackWithOptions =>
  'pack' in value && typeof value.pack === 'function' && 'options' in value
