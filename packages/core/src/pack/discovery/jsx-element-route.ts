/** Routes declared as JSX elements or as arrays of route objects with the same property names. */
import { z } from 'zod'
import { ImportModuleSchema } from './import-module.js'

const text = z.string().min(1)

export const JsxElementRouteSchema = z.strictObject({
  type: z.literal('jsxElementRoute'),
  importModule: ImportModuleSchema,
  routeElement: text,
  pathAttribute: text,
  elementAttribute: text,
  indexAttribute: text.exactOptional(),
  /** A component given as itself. */
  componentAttribute: text.exactOptional(),
  /** Default: "children". */
  childrenAttribute: text.exactOptional(),
  /** A function that loads a module with the other attributes. */
  lazyAttribute: text.exactOptional(),
  /** Functions of the route: units of their own, with the method they answer. */
  functions: z
    .record(text, z.strictObject({ kind: z.enum(['loader', 'action']), method: text }))
    .exactOptional(),
  /** Functions whose first argument lists route objects; default: any of the module's. */
  routers: z.array(text).exactOptional(),
})
export type JsxElementRoute = z.infer<typeof JsxElementRouteSchema>
