/** GraphQL resolvers written as decorated methods. */
import { z } from 'zod'
import { ImportModuleSchema } from './import-module.js'

export const DecoratedMethodSchema = z.strictObject({
  type: z.literal('decoratedMethod'),
  importModule: ImportModuleSchema,
  classDecorators: z.array(z.string().min(1)),
  methodDecorators: z.array(z.string().min(1)),
  /** Decorators that set their own type: { Query: "Query" }. */
  methodDecoratorTypeMap: z.record(z.string(), z.string()),
})
