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

const name = z.string().min(1)
const option = name.exactOptional()

/** Checks of what a parameter holds, that a library's class makes. */
export const ParameterChecksSchema = z.strictObject({
  module: name,
  names: z.array(name).min(1),
  /** It checks parameters whose type is a class with decorated members; absent: whatever it is given. */
  classMembers: z.strictObject({ modules: z.array(name).min(1) }).exactOptional(),
  status: z.int(),
  statusOption: option,
  /** Option whose function makes what is thrown. */
  errorOption: option,
  /** Options by which unknown members are dropped, and refused. */
  stripOption: option,
  strictOption: option,
  /** Options under which it lets through what the members do not say. */
  laxOptions: z.array(name).exactOptional(),
})
export type ParameterChecks = z.infer<typeof ParameterChecksSchema>

export const DecoratorWrapsSchema = z.strictObject({
  decorator: name,
  importModule: ImportModuleSchema,
  ...invoked,
  /** Method of the given class that is called. */
  classMethod: option,
  /** Other methods the library's base class calls. */
  hooks: z.array(name).exactOptional(),
  /** Method of the continuation parameter that continues. */
  continuationMethod: option,
  /** Decorator of the class that lists which throws it takes. */
  catchesDecorator: option,
  /** Method of the application that registers it for every route, and the token that does so among the providers. */
  global: z.strictObject({ method: name, token: z.strictObject({ module: name, name }) }).exactOptional(),
  /** It is given what a parameter holds: as an argument of the parameter's decorator too. */
  checks: z.array(ParameterChecksSchema).exactOptional(),
  /** Operators in a chain on the continuation's result that leave the answer as it is, and those that take its errors. */
  operators: z
    .strictObject({ module: name, passing: z.array(name), catching: z.array(name) })
    .exactOptional(),
})
export type DecoratorWraps = z.infer<typeof DecoratorWrapsSchema>

/** A function found by its file covers the routes that patterns in an export of that file match; all without one. */
export const ExportScopeWrapsSchema = z.strictObject({
  scopeExport: z.strictObject({ name: z.string().min(1), property: z.string().min(1) }),
  ...invoked,
})

/** Middleware that a module puts in front of paths. */
export const ConsumerWrapsSchema = z.strictObject({
  consumer: z.strictObject({ importModule: name, type: name, apply: name, routes: name, exclude: name }),
  ...invoked,
  classMethod: name,
  /** Method of the application that registers it for every route or a prefix. */
  applicationMethod: option,
})
export type ConsumerWraps = z.infer<typeof ConsumerWrapsSchema>

export const WrapsSchema = z.union([
  MethodWrapsSchema,
  RouteOptionWrapsSchema,
  ConstructorOptionWrapsSchema,
  DecoratorWrapsSchema,
  ExportScopeWrapsSchema,
  ConsumerWrapsSchema,
])
export type Wraps = z.infer<typeof WrapsSchema>
