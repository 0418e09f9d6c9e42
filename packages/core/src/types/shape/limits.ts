/** How far a shape is written out; beyond it stands a name or `unknown`, and the answer says so. */

export const MAX_DEPTH = 6
export const MAX_PROPERTIES = 64
export const MAX_VARIANTS = 16
/** Before variants that are equal as shapes are put together. */
export const MAX_UNION_TYPES = 512
/** Nodes of one shape, its definitions not counted. */
export const MAX_NODES = 2_000
/** Definitions that are being written at one time: a generic may grow with each use. */
export const MAX_OPEN_DEFINITIONS = 100
/** A named type with fewer nodes is written where it is used. */
export const MIN_DEFINITION_NODES = 4
