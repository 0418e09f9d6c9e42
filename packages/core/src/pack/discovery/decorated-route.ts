/** Route handlers written as decorated methods of a decorated class. */
import { z } from 'zod'
import { ImportModuleSchema } from './import-module.js'

const name = z.string().min(1)
const position = z.int().min(0)
const exported = z.strictObject({ module: name, name })

export const GlobalPrefixSchema = z.strictObject({
  method: name,
  application: z.strictObject({
    importModule: name,
    importName: name,
    factory: name,
  }),
  exclude: z
    .strictObject({
      option: name,
      pathKey: name,
      methodKey: name,
      /** Members of the library's method enum, by number. */
      methods: z.record(z.string().regex(/^\d+$/), name),
      /** That enum, whose members are read by name where it is not installed. */
      methodEnum: exported.exactOptional(),
    })
    .exactOptional(),
})
export type GlobalPrefix = z.infer<typeof GlobalPrefixSchema>

/** The call on the application that puts a version in front of every route. */
export const VersioningSchema = z.strictObject({
  method: name,
  typeOption: name,
  /** Enum of the ways; only one of them is seen in the path. */
  types: exported.extend({ inPath: name, number: z.int() }),
  prefixOption: name,
  defaultPrefix: name,
  defaultOption: name,
  /** Option of the class decorator's object form. */
  classOption: name,
  /** Decorator of a method that replaces the class's version. */
  decorator: name,
  /** Constant for routes without version. */
  neutral: exported,
})
export type Versioning = z.infer<typeof VersioningSchema>

/** Classes that list which classes belong together, and the paths some of them are put under. */
export const ModulesSchema = z.strictObject({
  decorator: name,
  controllersKey: name,
  importsKey: name,
  providersKey: name,
  router: z
    .strictObject({
      importModule: name,
      importName: name,
      methods: z.array(name).min(1),
      pathKey: name,
      moduleKey: name,
      childrenKey: name,
    })
    .exactOptional(),
})
export type Modules = z.infer<typeof ModulesSchema>

/** Decorators that state which answers a route gives. */
export const DeclaredResponsesSchema = z.strictObject({
  importModule: name,
  /** Takes the status in its options. */
  general: z.strictObject({ decorator: name, statusKey: name }),
  /** Each stands for one status, or for every other one. */
  named: z.record(name, z.union([z.int(), z.literal('default')])),
  /** Option that names the class of the body, and the one that makes it a list. */
  typeKey: name,
  listKey: name,
})
export type DeclaredResponses = z.infer<typeof DeclaredResponsesSchema>

export const DecoratedRouteSchema = z.strictObject({
  type: z.literal('decoratedRoute'),
  importModule: ImportModuleSchema,
  classDecorators: z.array(name),
  methodDecoratorRouteMap: z.record(z.string(), z.string()),
  /** Members that need no decorator of their own; with a stated boundary only. */
  methodNames: z.array(name).exactOptional(),
  defaultStatusCodes: z.record(z.string(), z.int()).exactOptional(),
  statusCodeDecorator: name.exactOptional(),
  globalPrefix: GlobalPrefixSchema.exactOptional(),
  /** Key of the path in the object form of the class decorator. */
  classPathKey: name.exactOptional(),
  versioning: VersioningSchema.exactOptional(),
  modules: ModulesSchema.exactOptional(),
  /** A return is answered by a redirect. */
  redirectDecorator: z.strictObject({ name, statusPosition: position, status: z.int() }).exactOptional(),
  /** A return is not the body. */
  bodylessDecorators: z.array(name).exactOptional(),
  /** Parameter decorators that hand the answer over to the handler, unless this option is true. */
  ownAnswer: z
    .strictObject({ decorators: z.array(name).min(1), unless: name.exactOptional() })
    .exactOptional(),
  declaredResponses: DeclaredResponsesSchema.exactOptional(),
})
