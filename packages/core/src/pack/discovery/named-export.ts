/** Units found by their exported name. */
import { z } from 'zod'

export const NamedExportSchema = z.strictObject({
  type: z.literal('namedExport'),
  names: z.array(z.string().min(1)),
})
