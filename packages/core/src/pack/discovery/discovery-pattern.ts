/** One kind of unit a pack finds: where it is, which boundary it has, how it is read. */
import { z } from 'zod'
import { CodeUnitKindSchema } from '../../ir/index.js'
import { BindingExtractionSchema } from '../binding/binding-extraction.js'
import { DeclaredBindingSchema } from '../binding/declared-binding.js'
import { InputMappingPatternSchema } from '../inputs/input-mapping.js'
import { TerminalPatternSchema } from '../terminals/terminal-pattern.js'
import { DiscoveryMatchSchema } from './discovery-match.js'
import { WrapsSchema } from './wraps.js'

/** How a routable is mounted under a prefix. */
export const MountSchema = z.strictObject({
  method: z.string().min(1),
  prefixPosition: z.int().min(0),
  targetPosition: z.int().min(0),
  /** Functions are mounted too, and get a routable of their own as first parameter: plugins. The prefix is an option of this name. */
  plugins: z
    .strictObject({
      prefixOption: z.string().min(1),
      /** Wrappings by which a plugin shares its parent's routable: its hooks cover the parent. */
      sharedBy: z.array(z.strictObject({ module: z.string().min(1), name: z.string().min(1) })),
      /** Loads every script of a folder as a plugin. */
      autoload: z.strictObject({ module: z.string().min(1), name: z.string().min(1) }).exactOptional(),
    })
    .exactOptional(),
})
export type Mount = z.infer<typeof MountSchema>

/** Classes that are components: the members that become the body and the sub-units. */
export const ClassComponentSchema = z.strictObject({
  bases: z.array(z.string().min(1)),
  body: z.string().min(1),
  subUnits: z.array(z.string().min(1)),
})
export type ClassComponent = z.infer<typeof ClassComponentSchema>

export const DiscoveryPatternSchema = z.strictObject({
  kind: CodeUnitKindSchema,
  match: DiscoveryMatchSchema,
  bindingExtraction: BindingExtractionSchema.exactOptional(),
  /** The wire, where it differs from the pack's protocol. */
  transport: z.enum(['http', 'in-process']).exactOptional(),
  /** A boundary the pattern states outright. */
  binding: DeclaredBindingSchema.exactOptional(),
  /** [] is the deliberate choice of every file. */
  requiresImport: z.array(z.string().min(1)).exactOptional(),
  mount: MountSchema.exactOptional(),
  wraps: WrapsSchema.exactOptional(),
  classComponent: ClassComponentSchema.exactOptional(),
  /** In place of the pack's own. */
  terminals: z.array(TerminalPatternSchema).exactOptional(),
  inputMapping: InputMappingPatternSchema.exactOptional(),
})
export type DiscoveryPattern = z.infer<typeof DiscoveryPatternSchema>
