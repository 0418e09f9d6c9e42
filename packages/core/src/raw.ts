/** The seam between reading source and everything after it: plain JSON, no syntax-tree node. Public as `@suss/core/raw`. */
import type {
  BoundaryBinding, ClassPlace, CodeUnitKind, DeclarationPlace, DeployableUnit, Effect, Gap, Input, Output, Place, Predicate, ReasonCode, ThrownFacts, TypeShape, Unread,
  ValueRef, WrapperRef,
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
    /** The class whose instance runs it, where that is not the one it is written in. */
    receiverClass?: ClassPlace
  }
  boundaryBinding: BoundaryBinding | null
  /** What runs it, where a pack knows. */
  deployableUnit?: DeployableUnit
  parameters: RawParameter[]
  branches: RawBranch[]
  dependencyCalls: RawDependencyCall[]
  declaredContract: RawDeclaredContract | null
  /** What could not be read, by the reader's own count. */
  gaps: RawGap[]
  inputReads: { input: string; path: string[] }[]
  wrappers: RawWrapper[]
  /** Client: the project function it was reached through. */
  derivedFrom?: { place: DeclarationPlace; name: string }
  /** Null: a unit without a function of its own. */
  throwing: RawThrowing | null
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
  /** Index of the question for its literal type (extraction.md 6.7, question 5). */
  statusHole?: number
  place: Place | null
  /** Sent as it is: a text may be a document that was serialised before. */
  sentAsIs?: true
  /** Class of a project throw and its numeric fields (extraction.md T11). */
  thrown?: ThrownFacts
  /** A throw that leaves as a rejected promise of a function that is not async. */
  rejects?: true
}

export interface RawEffect {
  effect: Effect
  /** Why members of it are null, by JSON pointer inside the effect. */
  unread?: Unread[]
  /** Where the values of its columns came from. */
  columns?: readonly { column: string; from: readonly ValueRef[] }[]
}

export interface RawDependencyCall {
  callee: string
  place: DeclarationPlace | null
}

export interface RawDeclaredContract {
  provenance: 'own' | 'derived'
  /** Stated for several units at once. */
  shared?: number[]
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

/** What the project functions a unit calls may throw through it (extraction.md 16.3). */
export interface RawThrowing {
  isAsync: boolean
  /** How the framework answers an error nothing catches; empty for a unit without one. */
  answers: { properties: string[]; codes: Readonly<Record<string, number>>; otherwise: number | null; /** Only of these. */ types?: string[] }[]
  calls: RawThrowingCall[]
}

export interface RawThrowingCall {
  callees: DeclarationPlace[]
  /** Nothing else can be called there. */
  only: boolean
  args: ValueRef[]
  /** Canonical text of the arguments. */
  text: string
  location: { start: number; end: number }
  place: Place
  /** How an exception leaves; absent: it ends in the unit. */
  sync?: RawEscape
  rejected?: RawEscape
}

export interface RawEscape {
  /** Innermost first. */
  catches: RawCatch[]
  as: 'sync' | 'rejected'
}

/** The ways on which a catch passes on what it caught. */
export interface RawCatch {
  passes: RawPass[]
}

export interface RawPass {
  tests: RawCatchTest[]
  /** Offset of the `throw` or call that passes it on. */
  at: number
  /** Handed to the framework: no catch further out sees it. */
  direct?: true
}

/** `other`: a test of what was caught that says nothing about its class. */
export type RawCatchTest = { type: 'instance'; name: string; positive: boolean } | { type: 'other' }

/** A wrapper registered around the unit: by the place of its function, or a library's stub. */
export interface RawWrapper extends Omit<WrapperRef, 'summary' | 'reason'> {
  target: { type: 'place'; place: DeclarationPlace; name: string } | { type: 'stub'; id: string; unless?: { place: DeclarationPlace; success: string | null } } | { type: 'unread'; reason: ReasonCode }
}

/** A shape that a type oracle will supply: the index of the question in the unit's list. */
export const holeName = '#hole'
export const holeShape = (index: number): TypeShape => ({ type: 'ref', name: holeName, def: String(index) })
export const holeIndex = (shape: TypeShape): number | null => (shape.type === 'ref' && shape.name === holeName ? Number(shape.def) : null)
