/** What the core is handed: how it reaches files, and the questions only a type can answer. */
import type { DeclarationPlace, TypeShape } from './ir/index.js'

export type Resolution =
  | { type: 'project'; file: string }
  | { type: 'package'; name: string; subpath: string; root: string }
  | { type: 'builtin'; name: string }
  | { type: 'missing' }

/** A package of the workspace, the project itself included. */
export interface WorkspacePackage {
  name: string
  /** From the project's root; "" for the project itself, with ".." for one beside it. */
  folder: string
}

export interface SourceHost {
  /** Absolute folder of the project; never reaches the output. */
  readonly root: string
  /** Name of the project in its package.json; null without one. */
  readonly workspace: string | null
  /** Project files, "/"-separated, relative to `root`, sorted. */
  files(): readonly string[]
  /** Files that hold no source, as `files()` names them: what packs read besides code. */
  otherFiles(): readonly string[]
  /** Text of a file by its path from `root`; undefined when there is none. */
  read(file: string): string | undefined
  /** Workspace and path under which a file is known; differs from (`workspace`, `file`) for a sibling package's file. */
  place(file: string): { workspace: string | null; file: string }
  /** Packages of the workspace, sorted by name. */
  packages(): readonly WorkspacePackage[]
  /** The package of the workspace that the specifier means in `from`; null where the registry's is installed, or where there is none. */
  sibling(specifier: string, from: string): WorkspacePackage | null
  /** What an import specifier written in `from` leads to. */
  resolve(specifier: string, from: string): Resolution
  /** The ts.Program (and its `ts` namespace) a tsc or typed-lint host already has. */
  readonly program?: { ts: unknown; program: unknown }
}

export type Question =
  /** Shape of the expression at the span, as used there (narrowed). */
  | 'shape'
  /** Shape of the type node at the span: a type argument, annotation or assertion. */
  | 'declaredType'
  /** Declaration that the member name at the span resolves to. */
  | 'declaration'
  /** Literal type of the expression at the span. */
  | 'literal'
  /** Props type of the component function at the span. */
  | 'props'

/** A place only a type can answer; `file` is relative to the project, `span` in UTF-16 offsets. */
export interface Hole {
  file: string
  span: { start: number; end: number }
  question: Question
}

export type HoleAnswer =
  | { type: 'shape'; shape: TypeShape; definitions: Record<string, TypeShape>; budget: boolean }
  | { type: 'declaration'; place: DeclarationPlace | null; module: string | null }
  | { type: 'literal'; value: string | number | boolean }
  /** The oracle is off, or has no answer. */
  | { type: 'none'; reason: 'typesOff' | 'externalValue' }
