/** What a code unit is to the framework that runs it; closed. */
import { z } from 'zod'

export const CodeUnitKindSchema = z.enum([
  'handler',
  'loader',
  'action',
  'component',
  'hook',
  'middleware',
  'resolver',
  'consumer',
  'client',
  'worker',
  'library',
  'caller',
  'module-init',
  'scheduled-callback',
  'test',
])
export type CodeUnitKind = z.infer<typeof CodeUnitKindSchema>
