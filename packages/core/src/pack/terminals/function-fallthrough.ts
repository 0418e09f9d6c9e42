/** The end of a body that neither returns nor throws. */
import { z } from 'zod'

export const FunctionFallthroughSchema = z.strictObject({ type: z.literal('functionFallthrough') })
