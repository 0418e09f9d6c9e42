/** Route handlers written as decorated methods of a decorated class. */
import { z } from 'zod'
import { ImportModuleSchema } from './import-module.js'

export const GlobalPrefixSchema = z.strictObject({
  method: z.string().min(1),
  application: z.strictObject({
    importModule: z.string().min(1),
    importName: z.string().min(1),
    factory: z.string().min(1),
  }),
  exclude: z
    .strictObject({
      option: z.string().min(1),
      pathKey: z.string().min(1),
      methodKey: z.string().min(1),
      /** Members of the library's method enum, by number. */
      methods: z.record(z.string().regex(/^\d+$/), z.string().min(1)),
    })
    .exactOptional(),
})

export const DecoratedRouteSchema = z.strictObject({
  type: z.literal('decoratedRoute'),
  importModule: ImportModuleSchema,
  classDecorators: z.array(z.string().min(1)),
  methodDecoratorRouteMap: z.record(z.string(), z.string()),
  defaultStatusCodes: z.record(z.string(), z.int()).exactOptional(),
  statusCodeDecorator: z.string().min(1).exactOptional(),
  globalPrefix: GlobalPrefixSchema.exactOptional(),
})
