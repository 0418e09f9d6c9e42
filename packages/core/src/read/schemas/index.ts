/** Declared schemas in code: what a request must be, what an answer is said to be (packs.md 5.4). */
export type { DeclaredSchema } from './declared-schema.js'
export { allowsNothing, paramsOf, propertyShape } from './declared-schema.js'
export { openSchemas, type SchemaRun, type Schemas } from './read-schema.js'
