/** What library code answers by itself: declared wrappers, validation, not-found handlers, decorations. */
import { z } from 'zod'

const text = z.string().min(1)
const position = z.int().min(0)

export const OutcomeSchema = z.strictObject({
  status: z.int(),
  rule: text,
  /** It is thrown with this class; null: class unknown. */
  thrown: text.nullable().exactOptional(),
  statusFrom: z.literal('throw').exactOptional(),
})
export type Outcome = z.infer<typeof OutcomeSchema>

export const LibraryWrapperSchema = z.strictObject({
  module: text,
  name: text,
  role: z.enum(['before', 'onThrow']),
  catches: z.array(text).exactOptional(),
  rewritesBody: z.literal(true).exactOptional(),
  /** None: it leaves no reference. */
  outcomes: z.array(OutcomeSchema).exactOptional(),
})
export type LibraryWrapper = z.infer<typeof LibraryWrapperSchema>

export const RequestValidationSchema = z.strictObject({
  on: z.union([
    z.strictObject({
      routeOption: z.array(text),
      /** Option that, set to anything but false, leaves what validation found to the handler. */
      unless: text.exactOptional(),
    }),
    z.strictObject({ contract: z.array(text) }),
    z.strictObject({ wrapper: z.strictObject({ module: text, name: text }) }),
    /** The framework reads a body by itself; said of routes only whose contract names that answer. */
    z.strictObject({ declaredStatus: z.int(), methods: z.array(text) }),
  ]),
  outcomes: z.array(OutcomeSchema),
  /** The schema of a wrapper: which argument, and which part of the request an earlier argument names. */
  schema: z
    .strictObject({
      position,
      part: z.strictObject({ position, names: z.record(text, z.enum(['body', 'query', 'header', 'path'])) }),
      /** Members of the unit's first parameter that give what was not validated, dotted. */
      unvalidated: z.strictObject({ body: z.array(text), query: z.array(text) }).exactOptional(),
    })
    .exactOptional(),
  hook: z
    .strictObject({
      position: position.exactOptional(),
      /** Of the route's object, where routes are listed. */
      property: text.exactOptional(),
      constructorOption: text.exactOptional(),
      success: text.exactOptional(),
    })
    .exactOptional(),
})
export type RequestValidation = z.infer<typeof RequestValidationSchema>

export const StatusConstantsSchema = z.strictObject({
  module: text,
  /** "*": the module's own exports. */
  exports: z.array(text),
  prefix: text.exactOptional(),
})
export type StatusConstants = z.infer<typeof StatusConstantsSchema>

/** Error classes the framework answers with a status of their own. */
export const LibraryErrorsSchema = z.strictObject({
  module: text,
  /** Class every other one extends; its status is an argument. */
  base: z.strictObject({ name: text, statusArgument: position }),
  /** The others, with the status each stands for. */
  codes: z.record(text, z.int()),
  /** Members and methods that give the status. */
  fields: z.array(text).min(1),
})
export type LibraryErrors = z.infer<typeof LibraryErrorsSchema>

/** What decorators note on a class or method, and how the code around it reads that. */
export const DecoratorMetadataSchema = z.strictObject({
  /** Decorator that takes a key and a value. */
  setter: z.strictObject({ module: text, name: text }),
  /** Class whose methods read it, and the one of them that makes a decorator which takes the value alone. */
  reader: z.strictObject({ module: text, type: text, maker: text }),
  /** Methods that take a key and where to look; `list`: in several places, in that order. */
  one: z.array(text),
  first: z.array(text),
  /** Methods of the first parameter that give the places. */
  method: text,
  class: text,
})
export type DecoratorMetadata = z.infer<typeof DecoratorMetadataSchema>

export const DecorationSchema = z.strictObject({
  method: text,
  /** Input role of the value that gets the member, or "routable". */
  on: text,
  namePosition: position,
  valuePosition: position,
})
export type Decoration = z.infer<typeof DecorationSchema>

export const NotFoundSchema = z.strictObject({
  method: text,
  targetPosition: position,
  /** Method of the response parameter by which a handler answers with it. */
  calledBy: text,
  /** Which one answers: that of the outermost routable, or of the nearest. */
  scope: z.enum(['outermost', 'nearest']),
})
export type NotFound = z.infer<typeof NotFoundSchema>
