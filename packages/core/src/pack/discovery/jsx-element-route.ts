/** Routes declared as JSX elements or as arrays of route objects with the same property names. */
import { z } from 'zod'
import { ImportModuleSchema } from './import-module.js'

export const JsxElementRouteSchema = z.strictObject({
  type: z.literal('jsxElementRoute'),
  importModule: ImportModuleSchema,
  routeElement: z.string().min(1),
  pathAttribute: z.string().min(1),
  elementAttribute: z.string().min(1),
  indexAttribute: z.string().min(1).exactOptional(),
})
