/** Units found by where the file is and what it exports. */
import { z } from 'zod'

export const FileConventionSchema = z.strictObject({
  type: z.literal('fileConvention'),
  filePattern: z.string().min(1),
  exportNames: z.array(z.string().min(1)),
})
