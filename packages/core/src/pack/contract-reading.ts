/** Where a framework's own declared responses and requests are. */
import { z } from 'zod'

const text = z.string().min(1)
const property = z.strictObject({ property: text })
const path = z.array(text).min(1)

/** Parts of a request an endpoint declares, each by its path from the contract. */
export const RequestExtractionSchema = z.strictObject({
  body: path.exactOptional(),
  /** Several where one part has several names; the first that is written counts. */
  query: z.array(path).exactOptional(),
  headers: path.exactOptional(),
  /** Status of a refusal. */
  rejects: z.int(),
  /** Option of the route that leaves the answer to its handler. */
  unless: text.exactOptional(),
  /** Texts, numbers and booleans are made into each other. */
  coerces: z.literal(true).exactOptional(),
  /** Names that a schema forbids are taken out, not refused. */
  removesForbidden: z.literal(true).exactOptional(),
  /** Members of the unit's first parameter that give what was not validated, dotted. */
  unvalidated: z.strictObject({ body: z.array(text), query: z.array(text) }).exactOptional(),
})
export type RequestExtraction = z.infer<typeof RequestExtractionSchema>

/** Calls that stand for the body of a response: members of what a factory makes. */
export const BodyBuildersSchema = z.strictObject({
  module: text,
  factory: text,
  /** The type argument is the body. */
  typed: z.array(text),
  empty: text,
  /** They hand the object of answers through. */
  passing: z.array(text),
  /** The body is a property of its argument, beside the media type. */
  other: z.strictObject({ method: text, body: text, contentType: text }),
})
export type BodyBuilders = z.infer<typeof BodyBuildersSchema>

/** A contract that is a tree of endpoints: options that hold for all below, and calls that hand an endpoint through. */
export const ContractRouterSchema = z.strictObject({
  prefix: text,
  responses: text,
  endpointMethods: z.array(text),
})

/** A call that puts a router of handlers on an application. */
export const ServedBySchema = z.strictObject({
  importModule: text,
  /** Dotted for a member of what a factory makes: `initServer.plugin`. */
  importName: text,
  method: text.exactOptional(),
  router: z.int().min(0),
  /** The application; "caller": what the result is handed to by a method; absent: the handlers stand alone. */
  on: z.union([z.int().min(0), z.literal('caller')]).exactOptional(),
  options: z.int().min(0).exactOptional(),
  /** Option that is put in front of every path. */
  prefixOption: text.exactOptional(),
  /** The file of the call is a catch-all route below this folder, and what lies between is put in front. */
  filesBelow: text.exactOptional(),
})
export type ServedBy = z.infer<typeof ServedBySchema>

export const ContractPatternSchema = z.strictObject({
  discovery: z.strictObject({
    importModule: text,
    importName: text,
    registrationChain: z.array(text),
  }),
  /** `path` where the responses are nested deeper: ["schema", "response"]. */
  responseExtraction: z.union([property, z.strictObject({ path })]),
  methodProperty: text,
  pathProperty: text,
  /** Dotted where it is nested: "schema.params". */
  paramsExtraction: property.exactOptional(),
  /** The endpoint's own contract is a sibling argument of the handler; absent: the registration's options. */
  endpoint: z
    .strictObject({ from: z.literal('registrationArgument'), position: z.int().min(0) })
    .exactOptional(),
  requestExtraction: RequestExtractionSchema.exactOptional(),
  bodyBuilders: BodyBuildersSchema.exactOptional(),
  router: ContractRouterSchema.exactOptional(),
  servedBy: z.array(ServedBySchema).exactOptional(),
  /** Options of such calls by which something else may answer. */
  answeringOptions: z.array(text).exactOptional(),
  /** Property of an entry that is no function: its handler, and what stands in front of it. */
  entryHandler: z.strictObject({ handler: text, wrappers: text }).exactOptional(),
})
export type ContractPattern = z.infer<typeof ContractPatternSchema>
