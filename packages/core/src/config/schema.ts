/** `suss.json`: every key is optional, none is unknown (hosts.md 2). */
import { z } from 'zod'

const text = z.string().min(1)
const texts = z.array(text)
const level = z.enum(['error', 'warning', 'info', 'off'])

export const PackEntrySchema = z.union([
  text,
  z.strictObject({ pack: text, options: z.unknown().optional() }),
])
/** "auto", a name, a module path, or one of the latter two with options. */
export type PackEntry = z.infer<typeof PackEntrySchema>

export const ContractEntrySchema = z.strictObject({
  from: text,
  path: text,
  service: text.exactOptional(),
})
export type ContractEntry = z.infer<typeof ContractEntrySchema>

export const SignaturesConfigSchema = z.strictObject({
  codec: z.enum(['v1', 'v2']).exactOptional(),
  include: texts.exactOptional(),
  exclude: texts.exactOptional(),
  docs: z
    .strictObject({
      include: texts.exactOptional(),
      excluded: texts.exactOptional(),
      generatedMarkers: z.array(z.tuple([text, text])).exactOptional(),
    })
    .exactOptional(),
  baseline: text.exactOptional(),
  callers: texts.exactOptional(),
  entry: z.union([z.enum(['all', 'exports']), texts]).exactOptional(),
  acceptConditional: z.boolean().exactOptional(),
  severity: z.record(text, level).exactOptional(),
})

export const SussConfigSchema = z
  .strictObject({
    $schema: z.string().exactOptional(),
    packs: z.union([z.literal('auto'), z.array(PackEntrySchema)]).exactOptional(),
    tsconfig: z.union([text, texts]).exactOptional(),
    include: texts.exactOptional(),
    exclude: texts.exactOptional(),
    service: text.exactOptional(),
    projects: texts.exactOptional(),
    against: texts.exactOptional(),
    contracts: z
      .union([z.literal('auto'), z.array(z.union([z.literal('auto'), ContractEntrySchema]))])
      .exactOptional(),
    hosts: z.union([texts, z.record(text, text)]).exactOptional(),
    rewrites: z.record(text, z.string()).exactOptional(),
    aliases: z.record(text, text).exactOptional(),
    gatewayStatuses: z.array(z.int().min(100).max(599)).exactOptional(),
    calledFromOutside: z
      .array(z.string().regex(/^(?:(?:[A-Za-z]+|\*) )?\//, 'expected a route such as "POST /hooks/{x*}"'))
      .exactOptional(),
    modules: z.record(text, text).exactOptional(),
    types: z.enum(['auto', 'native', 'classic', 'off']).exactOptional(),
    severity: z.record(text, level).exactOptional(),
    failOn: z.enum(['error', 'warning', 'info', 'none']).exactOptional(),
    suppressions: text.exactOptional(),
    baseline: z.union([text, z.literal(false)]).exactOptional(),
    signatures: z.union([z.literal(false), SignaturesConfigSchema]).exactOptional(),
  })
  .meta({ id: 'SussConfig', title: 'suss.json' })
export type SussConfig = z.infer<typeof SussConfigSchema>
