/** One module, or several that export the same names. */
import { z } from 'zod'

export const ImportModuleSchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])
