/** A problem with the run itself, with what to do next. */
import { z } from 'zod'
import { SeveritySchema } from './severity.js'

export const RunFindingKindSchema = z.enum([
  'nothingPaired',
  'unreadableInput',
  'mostlyUnpaired',
  'packNeedsConfig',
  'packPathMissing',
  'noPackMatched',
  'notCovered',
  'readFailed',
])
export type RunFindingKind = z.infer<typeof RunFindingKindSchema>

export const RunFindingSchema = z
  .strictObject({
    kind: RunFindingKindSchema,
    severity: SeveritySchema,
    description: z.string(),
    remedy: z.string(),
  })
  .meta({ id: 'RunFinding' })
export type RunFinding = z.infer<typeof RunFindingSchema>
