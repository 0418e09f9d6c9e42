/** How the REST binding of a unit is read. */
import { z } from 'zod'
import { MethodExtractionSchema } from './method-extraction.js'
import { PathExtractionSchema } from './path-extraction.js'

export const BindingExtractionSchema = z.strictObject({
  method: MethodExtractionSchema,
  path: PathExtractionSchema,
})
export type BindingExtraction = z.infer<typeof BindingExtractionSchema>
