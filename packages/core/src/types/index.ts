/** Everything that needs a type, and everything that loads TypeScript. */
export { packModules, type PackModules } from './load-module.js'
export { createOracle, type OracleOptions } from './oracle.js'
export type { Hole, HoleAnswer, Question, TypeOracle } from './port.js'
