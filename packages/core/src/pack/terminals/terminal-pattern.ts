/** One outcome a pack looks for: what it matches, what it is, what is read off it. */
import { z } from 'zod'
import { BodyExtractionSchema } from './body-extraction.js'
import { StatusExtractionSchema } from './status-extraction.js'
import { TerminalMatchSchema } from './terminal-match.js'

export const TerminalExtractionSchema = z.strictObject({
  statusCode: StatusExtractionSchema.exactOptional(),
  body: BodyExtractionSchema.exactOptional(),
  /** What the framework sends when no status is stated. */
  defaultStatusCode: z.int().exactOptional(),
})
export type TerminalExtraction = z.infer<typeof TerminalExtractionSchema>

export const TerminalPatternSchema = z.strictObject({
  /** The output it becomes. */
  kind: z.enum(['response', 'throw', 'render', 'return', 'delegate', 'emit', 'void', 'exit']),
  match: TerminalMatchSchema,
  extraction: TerminalExtractionSchema,
  /** The framework turns the thrown status into the answer. */
  producesResponse: z.boolean().exactOptional(),
  /** An Error in the body's place is thrown: `reply.send(err)`. */
  errorsAreThrown: z.literal(true).exactOptional(),
  /** The framework throws an error of this class in its place. */
  throws: z.string().min(1).exactOptional(),
  /** Read in every unit, whichever pack found it. */
  inEveryUnit: z.boolean().exactOptional(),
})
export type TerminalPattern = z.infer<typeof TerminalPatternSchema>
