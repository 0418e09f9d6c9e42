/** The seam between reading source and everything after it: plain JSON, no syntax-tree node. Public as `@suss/core/raw`. */
import type {
  BoundaryBinding, CodeUnitKind, DeclarationPlace, Effect, Gap, Input, Output, Place, Predicate, ReasonCode, TypeShape, WrapperRef,
} from './ir/index.js'

export interface RawCodeStructure {
  identity: {
    name: string
    nameKind?: 'binding' | 'label'
    kind: CodeUnitKind
    /** From the project root; `workspace` when it is a sibling package's file. */
    file: string
    workspace: string | null
    range: { start: number; end: number }
    span?: { start: number; end: number }
    exportName: string | null
    exportPath: string[] | null
  }
  boundaryBinding: BoundaryBinding | null
  parameters: RawParameter[]
  branches: RawBranch[]
  dependencyCalls: RawDependencyCall[]
  declaredContract: RawDeclaredContract | null
  /** What could not be read, by the reader's own count. */
  gaps: RawGap[]
  inputReads: { input: string; path: string[] }[]
  wrappers: RawWrapper[]
  /** Answers of holes that named types; merged into the summary's table. */
  definitions: Record<string, TypeShape>
  /** Kept as it is: `http`, `graphql`, `testCode`, `package`. */
  metadata: Record<string, unknown>
}

export type RawParameter = Input

export interface RawCondition {
  predicate: Predicate
  positive: boolean
  /** Canonical text without polarity (extraction.md 18.1). */
  text: string
}

export interface RawBranch {
  conditions: RawCondition[]
  terminal: RawTerminal
  effects: RawEffect[]
  location: { start: number; end: number }
  isDefault: boolean
  expectedInput?: TypeShape | null
  metadata: Record<string, unknown>
}

export interface RawTerminal {
  output: Output
  /** Why the status is not a literal. */
  statusReason?: ReasonCode
  /** Canonical text of a computed status. */
  statusText?: string
  place: Place | null
  /** Class of a project throw and its numeric fields (extraction.md T11). */
  thrown?: { type: string | null; message: string | null; fields?: Record<string, number> }
}

export interface RawEffect {
  effect: Effect
}

export interface RawDependencyCall {
  callee: string
  place: DeclarationPlace | null
}

export interface RawDeclaredContract {
  provenance: 'own' | 'derived'
  responses: { status: number | { min: number; max: number } | 'default'; body: TypeShape | null }[]
}

export interface RawGap {
  type: Gap['type']
  reason: ReasonCode
  detail: string
  consequence: Gap['consequence']
  callee?: string
  usedAsValue?: boolean
  location: { start: number; end: number }
  place: Place | null
}

/** A wrapper registered around the unit: by the place of its function, or a library's stub. */
export interface RawWrapper extends Omit<WrapperRef, 'summary' | 'reason'> {
  target: { type: 'place'; place: DeclarationPlace; name: string } | { type: 'stub'; id: string } | { type: 'unread'; reason: ReasonCode }
}

/** A shape that a type oracle will supply: the index of the question in the unit's list. */
export const holeName = '#hole'
export const holeShape = (index: number): TypeShape => ({ type: 'ref', name: holeName, def: String(index) })
