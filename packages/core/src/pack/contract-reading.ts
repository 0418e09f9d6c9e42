/** Where a framework's own declared responses are. */
import { z } from 'zod'

const property = z.strictObject({ property: z.string().min(1) })

export const ContractPatternSchema = z.strictObject({
  discovery: z.strictObject({
    importModule: z.string().min(1),
    importName: z.string().min(1),
    registrationChain: z.array(z.string().min(1)),
  }),
  /** `path` where the responses are nested deeper: ["schema", "response"]. */
  responseExtraction: z.union([property, z.strictObject({ path: z.array(z.string().min(1)).min(1) })]),
  methodProperty: z.string().min(1),
  pathProperty: z.string().min(1),
  paramsExtraction: property.exactOptional(),
  /** The endpoint's own contract is a sibling argument of the handler. */
  endpoint: z
    .strictObject({ from: z.literal('registrationArgument'), position: z.int().min(0) })
    .exactOptional(),
})
export type ContractPattern = z.infer<typeof ContractPatternSchema>
