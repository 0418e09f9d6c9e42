/** A method call on one of the unit's parameters: `res.status(201).json(order)`. */
import { z } from 'zod'
import { StatementStatusSchema } from './statement-status.js'

export const ParameterMethodCallSchema = z.strictObject({
  type: z.literal('parameterMethodCall'),
  parameterPosition: z.int().min(0).exactOptional(),
  /** In place of the position: the parameter with this input role. */
  parameterRole: z.string().min(1).exactOptional(),
  /** Methods that lead from the parameter to the response: `host.switchToHttp().getResponse()`. */
  parameterCalls: z.array(z.string().min(1)).exactOptional(),
  /** Empty: any call. */
  methodChain: z.array(z.string().min(1)),
  /** Methods that return the response itself and change nothing the terminal reads. */
  passThroughMethods: z.array(z.string().min(1)).exactOptional(),
  statementStatus: StatementStatusSchema.exactOptional(),
  /** It only makes the answer: it counts where its result is returned. */
  returned: z.literal(true).exactOptional(),
})
