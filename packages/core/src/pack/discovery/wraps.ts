/** How a framework registers a function that runs around a handler. */
import { z } from 'zod'
import { ImportModuleSchema } from './import-module.js'

/** How the framework invokes it. */
const invoked = {
  targetPosition: z.int().min(0),
  /** The parameter it calls to hand control on; absent for a wrapper that always responds. */
  continuationParam: z.int().min(0).exactOptional(),
  /** The parameter that receives what the wrapped unit threw; such a wrapper runs on the throwing path only. */
  throwParam: z.int().min(0).exactOptional(),
  /** The parameter that receives a value the framework worked out first. */
  resultParam: z.int().min(0).exactOptional(),
  /** It may change the bodies it lets through. */
  rewritesBody: z.literal(true).exactOptional(),
}

export const MethodWrapsSchema = z.strictObject({
  method: z.string().min(1),
  ...invoked,
  /** Argument that limits it to a path prefix; where it is no text, the targets start here. */
  scopePosition: z.int().min(0).exactOptional(),
  /** Only functions with this many parameters. */
  arity: z.int().min(0).exactOptional(),
  /** It covers what is registered before it too. */
  anyOrder: z.literal(true).exactOptional(),
  /** Only calls whose argument is one of these texts: the name of a hook. */
  when: z
    .strictObject({ position: z.int().min(0), values: z.array(z.string().min(1)).min(1) })
    .exactOptional(),
})

/** An option of a route's own options object. */
export const RouteOptionWrapsSchema = z.strictObject({
  routeOption: z.string().min(1),
  ...invoked,
})

export const ConstructorOptionWrapsSchema = z.strictObject({
  constructorOption: z.string().min(1),
  ...invoked,
})

export const DecoratorWrapsSchema = z.strictObject({
  decorator: z.string().min(1),
  importModule: ImportModuleSchema,
  ...invoked,
  /** Method of the given class that is called. */
  classMethod: z.string().min(1).exactOptional(),
})

/** A function found by its file covers the routes that patterns in an export of that file match; all without one. */
export const ExportScopeWrapsSchema = z.strictObject({
  scopeExport: z.strictObject({ name: z.string().min(1), property: z.string().min(1) }),
  ...invoked,
})

export const WrapsSchema = z.union([
  MethodWrapsSchema,
  RouteOptionWrapsSchema,
  ConstructorOptionWrapsSchema,
  DecoratorWrapsSchema,
  ExportScopeWrapsSchema,
])
export type Wraps = z.infer<typeof WrapsSchema>
