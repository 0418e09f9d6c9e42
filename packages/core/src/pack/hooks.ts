/** The functions a pack may bring: sub-units, custom discovery, per-project reading. */
import { z } from 'zod'
import type { Origin } from './recognizer.js'
import type { CodeUnitKind } from '../ir/index.js'
import type { InputMappingPattern } from './inputs/input-mapping.js'
import type { TerminalPattern } from './terminals/terminal-pattern.js'

/** Handles are opaque: a pack passes them back, it never looks inside. */
export interface DiscoveredSubUnitParent {
  func: unknown
  name: string
  kind: string
}

export interface DiscoveredSubUnit {
  func: unknown
  name: string
  kind: CodeUnitKind
  nameKind?: 'binding' | 'label'
  terminals?: TerminalPattern[]
  inputMapping?: InputMappingPattern
  metadata?: Record<string, unknown>
}

export type DiscoveredCustomUnit = DiscoveredSubUnit

/** What `subUnits` may ask of the parent it is given as its context. */
export interface SubUnitContext {
  /** Calls written in the parent, in source order, with the functions written in their arguments. */
  calls(): readonly { origin: Origin; callee: string; callback(position: number): unknown }[]
}

export type SubUnits = (parent: DiscoveredSubUnitParent, context: unknown) => DiscoveredSubUnit[]
export type DiscoverUnits = (sourceFile: unknown, context: unknown) => DiscoveredCustomUnit[]
export type GeneratedModuleDirs = (fromDir: string) => readonly string[]
export type DiscoveryInputs = (files: readonly string[]) => string[]

/** The project's own functions around the library: read by core, or by the pack. */
export type ProjectHelpers = typeof routeHelperIndex | ((context: unknown) => unknown)

/** Reads the project's route helpers, so that a call to one gives the routes it registers. */
export const routeHelperIndex = 'routeHelperIndex'

const isFunction = (value: unknown): boolean => typeof value === 'function'

export const SubUnitsSchema = z.custom<SubUnits>(isFunction, 'not a function')
export const DiscoverUnitsSchema = z.custom<DiscoverUnits>(isFunction, 'not a function')
export const GeneratedModuleDirsSchema = z.custom<GeneratedModuleDirs>(isFunction, 'not a function')
export const DiscoveryInputsSchema = z.custom<DiscoveryInputs>(isFunction, 'not a function')
export const ProjectHelpersSchema = z.custom<ProjectHelpers>(
  value => value === routeHelperIndex || isFunction(value),
  `neither "${routeHelperIndex}" nor a function`,
)
