/** Sources that give a method as well as a path. */
import { z } from 'zod'

export const FromContractSchema = z.strictObject({ type: z.literal('fromContract') })

export const FromClientMethodSchema = z.strictObject({ type: z.literal('fromClientMethod') })

/** `client.users[":id"].$get()`. */
export const FromMemberChainSchema = z.strictObject({
  type: z.literal('fromMemberChain'),
  methodPrefix: z.string(),
})
