/** How bad a finding is. */
import { z } from 'zod'

export const SeveritySchema = z.enum(['error', 'warning', 'info'])
export type Severity = z.infer<typeof SeveritySchema>
