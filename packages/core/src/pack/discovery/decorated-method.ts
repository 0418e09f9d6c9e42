/** GraphQL resolvers written as decorated methods. */
import { z } from 'zod'
import { GlobalPrefixSchema, ModulesSchema } from './decorated-route.js'
import { ImportModuleSchema } from './import-module.js'

const name = z.string().min(1)

export const DecoratedMethodSchema = z.strictObject({
  type: z.literal('decoratedMethod'),
  importModule: ImportModuleSchema,
  classDecorators: z.array(name),
  methodDecorators: z.array(name),
  /** Decorators that set their own type: { Query: "Query" }. */
  methodDecoratorTypeMap: z.record(z.string(), z.string()),
  /** Fields whose name the decorator sets: { ResolveReference: "__resolveReference" }. */
  methodDecoratorFieldMap: z.record(z.string(), z.string()).exactOptional(),
  /** Key of the field's name in the decorator's options. */
  nameKey: name.exactOptional(),
  /** Decorators of the classes a type function returns; an argument may name the type. */
  typeDecorators: z.array(name).exactOptional(),
  /** Decorators of the classes and members that the schema is made from. */
  schema: z
    .strictObject({
      types: z.strictObject({ type: name, interface: name, input: name }),
      field: name,
      hidden: z.array(name),
      argument: name,
    })
    .exactOptional(),
  application: GlobalPrefixSchema.shape.application.exactOptional(),
  modules: ModulesSchema.exactOptional(),
})
