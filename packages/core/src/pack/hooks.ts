/** The functions a pack may bring: sub-units, custom discovery, per-project reading. */
import { z } from 'zod'
import type { Origin } from './recognizer.js'
import type { BoundaryBinding, CodeUnitKind, DeployableUnit } from '../ir/index.js'
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

export interface DiscoveredCustomUnit extends DiscoveredSubUnit {
  /** Others call it by its module and this export name. */
  exportName?: string
  /** Its boundary, where the pack knows it from elsewhere. */
  binding?: BoundaryBinding
  /** What runs it. */
  deployableUnit?: DeployableUnit
}

/** A function as `discoverUnits` sees it. */
export interface FileFunction {
  func: unknown
  /** Its own or its single binding's name; null without one. */
  name: string | null
  /** Under which the file exports it, also through calls it is given to. */
  exportName: string | null
  /** At the head of its body: "use server". */
  directives: readonly string[]
  /** It returns an element on some path. */
  returnsElement: boolean
  /** It is declared by that name, itself or through the calls it is given to: no property, no method. */
  isDeclared: boolean
  /** Its name stands as a tag in the file. */
  isTag: boolean
}

export interface ExportedFunction {
  name: string
  func: unknown
  /** Types of a module that stand on the export or on its first parameter. */
  types(): readonly { module: string; name: string }[]
}

/** What `discoverUnits` may ask of the file it is given as its context. */
export interface FileContext {
  file: string
  /** At the head of the file. */
  directives: readonly string[]
  /** The file imports one of the modules, itself or through others. */
  reaches(modules: readonly string[]): boolean
  /** Exported functions, with a handle each that stands for what 8.2 makes of it. */
  exports(): readonly ExportedFunction[]
  /** Every function written in the file, in source order. */
  functions(): readonly FileFunction[]
  /** Source files of the project, from its root. */
  sources(): readonly string[]
  /** Texts of the pack's discovery inputs, by path. */
  inputs(): ReadonlyMap<string, string>
}

export interface ElementFunction {
  tag: string
  attribute: string
  func: unknown
  /** Its name, when it is declared elsewhere in the parent; null for one written in place. */
  name: string | null
}

/** What `subUnits` may ask of the parent it is given as its context. */
export interface SubUnitContext {
  /** Calls written in the parent, in source order, with the functions written in their arguments. */
  calls(): readonly { origin: Origin; callee: string; callback(position: number): unknown }[]
  /** Attributes of the elements written in the parent that are given a function written in the parent or beside it in its class. */
  attributes(): readonly ElementFunction[]
  /** Functions written as the result of a function. */
  returned(func: unknown): readonly unknown[]
}

export type SubUnits = (parent: DiscoveredSubUnitParent, context: unknown) => DiscoveredSubUnit[]
export type DiscoverUnits = (sourceFile: unknown, context: unknown) => DiscoveredCustomUnit[]
export type GeneratedModuleDirs = (fromDir: string) => readonly string[]
export type DiscoveryInputs = (files: readonly string[]) => string[]

/** The project's own functions around the library, which core reads. */
export type ProjectHelpers = typeof routeHelperIndex

/** Reads the project's route helpers, so that a call to one gives the routes it registers. */
export const routeHelperIndex = 'routeHelperIndex'

const isFunction = (value: unknown): boolean => typeof value === 'function'

export const SubUnitsSchema = z.custom<SubUnits>(isFunction, 'not a function')
export const DiscoverUnitsSchema = z.custom<DiscoverUnits>(isFunction, 'not a function')
export const GeneratedModuleDirsSchema = z.custom<GeneratedModuleDirs>(isFunction, 'not a function')
export const DiscoveryInputsSchema = z.custom<DiscoveryInputs>(isFunction, 'not a function')
export const ProjectHelpersSchema = z.literal(routeHelperIndex)
