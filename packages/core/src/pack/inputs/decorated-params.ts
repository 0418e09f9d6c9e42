/** Roles from parameter decorators. */
import { z } from 'zod'

export const DecoratedParamsSchema = z.strictObject({
  type: z.literal('decoratedParams'),
  decoratorRoleMap: z.record(z.string(), z.string().min(1)),
  /** For a parameter without decorator; without it such a parameter is no input. */
  defaultRole: z.string().min(1).exactOptional(),
})
