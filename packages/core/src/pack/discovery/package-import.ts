/** Calls into listed packages: the consumer side of a function-call boundary. */
import { z } from 'zod'

export const PackageImportSchema = z.strictObject({
  type: z.literal('packageImport'),
  packages: z.array(z.string().min(1)),
  /** Every package of the workspace as well. */
  workspaces: z.literal(true).exactOptional(),
})
