/** Where the HTTP method of a REST binding comes from. */
import { z } from 'zod'
import { FromClientMethodSchema, FromContractSchema, FromMemberChainSchema } from './method-and-path.js'

export const MethodExtractionSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('fromRegistration'),
    position: z.union([z.literal('methodName'), z.int().min(0)]),
    /** Registrations recorded as something other than their own name uppercased: { all: "*" }. */
    nameMap: z.record(z.string(), z.string().min(1)).exactOptional(),
  }),
  z.strictObject({ type: z.literal('fromExportName') }),
  FromContractSchema,
  FromClientMethodSchema,
  FromMemberChainSchema,
  z.strictObject({
    type: z.literal('fromArgumentProperty'),
    position: z.int().min(0),
    property: z.string().min(1),
    default: z.string().min(1).exactOptional(),
  }),
  z.strictObject({ type: z.literal('literal'), value: z.string().min(1) }),
])
export type MethodExtraction = z.infer<typeof MethodExtractionSchema>
