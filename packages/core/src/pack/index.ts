/** The pack language: what a pack may say, and how it is defined. Public as `@suss/core/pack`. */
export * from './binding/binding-extraction.js'
export * from './binding/declared-binding.js'
export type { MethodExtraction } from './binding/method-extraction.js'
export type { PathExtraction } from './binding/path-extraction.js'
export * from './bus-transports.js'
export * from './contract-reading.js'
export * from './declarations.js'
export * from './define-pack.js'
export { describeFault, pathText, type SchemaFault } from './describe-issue.js'
export * from './discovery/discovery-match.js'
export * from './discovery/discovery-pattern.js'
export type { DeclaredResponses, GlobalPrefix, Modules, Versioning } from './discovery/decorated-route.js'
export {
  type ConsumerWraps,
  type DecoratorWraps,
  type ParameterChecks,
  type Wraps,
  WrapsSchema,
} from './discovery/wraps.js'
export * from './contract-reader.js'
export type { JsxElementRoute } from './discovery/jsx-element-route.js'
export * from './hooks.js'
export * from './http-route-discovery.js'
export * from './inputs/input-mapping.js'
export * from './library-behaviour.js'
export * from './loaded-pack.js'
export { nearestWord } from './nearest.js'
export * from './pattern-pack.js'
export * from './recognizer.js'
export * from './response-semantics.js'
export { statusFields } from './status-fields.js'
export type { BodyExtraction } from './terminals/body-extraction.js'
export type { StatementStatus } from './terminals/statement-status.js'
export type { StatusExtraction } from './terminals/status-extraction.js'
export * from './terminals/terminal-match.js'
export * from './terminals/terminal-pattern.js'
export * from './variants.js'
export * from './wrapper-discovery.js'
