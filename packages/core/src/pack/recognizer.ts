/** What a recognizer is asked with and what it answers; it never sees a syntax tree. */
import { z } from 'zod'
import type { Argument, CallbackRef, Effect, MessageBus, Place, ReasonCode, Scalar, TypeShape } from '../ir/index.js'

/** Where a value comes from: an export of a module, a global, or (null) neither. */
export type Origin = { module: string; path: string[] } | { global: string[] } | null

/** An argument with names followed; `open`: it has more than is written out. */
export type ValueReader =
  | { type: 'object'; entries: ReadonlyMap<string, ValueReader>; open: boolean; /** What is spread in and not read. */ spreads: readonly ValueReader[] }
  | { type: 'array'; items: readonly ValueReader[]; open: boolean }
  | { type: 'literal'; value: Scalar | null }
  | { type: 'other' }

/** One call, construction or tagged template in the body of a unit. */
export interface CallReader {
  readonly type: 'call'
  /** As it is written, white space collapsed. */
  readonly callee: string
  /** Of the callee: `{ global: ['console', 'log'] }`. */
  readonly origin: Origin
  readonly isNew: boolean
  readonly args: readonly Argument[]
  readonly place: Place
  /** The argument as one text, constants and templates followed; null when it is none. */
  text(position: number): string | null
  /** The argument, or a member of it, as the name of a boundary: its one text, with holes for what the environment or a parameter gives. */
  name(position: number, ...path: string[]): string | null
  /** Shape of an argument's member; a text made by `JSON.stringify` is what was given to it. */
  sent(position: number, ...path: string[]): TypeShape | null
  /** What gave the value the method stands on: `new Queue('emails')`, `@Inject('ORDERS')`. */
  readonly made: MadeBy | null
  /** A property of an object argument, with constants followed. */
  property(position: number, name: string): Argument
  shape(position: number): TypeShape | null
  /** The argument as far as it is known; null when there is no such argument. */
  value(position: number): ValueReader | null
  /** Of a tagged template: its literal parts, and the parts between them; null for a call. */
  readonly template: { texts: readonly string[]; holes: readonly ValueReader[] } | null
  /** What a function argument is; null when there is no such argument. */
  callback(position: number): CallbackRef | null
}

export interface MadeBy {
  origin: Origin
  /** Type that what is supplied is declared with. */
  type: Origin
  name(position: number): string | null
  value(position: number): ValueReader | null
}

/** What an expression falls back to: the value when it settles to one, else only that there is one. */
export type Fallback = { settled: true; value: Scalar } | { settled: false } | null

/** One property read in the body of a unit; a destructured name is one as well. */
export interface AccessReader {
  readonly type: 'access'
  /** As it is written: `process.env.STAGE`. */
  readonly text: string
  /** Of the object that is read from: `{ global: ['process', 'env'] }`. */
  readonly origin: Origin
  /** The member; null when its name is worked out at run time. */
  readonly member: string | null
  readonly fallback: Fallback
  /** Nothing shows that the code needs it: it is tested, or goes where it may be missing. */
  readonly optional: boolean
  readonly place: Place
}

/** Which part of an argument a column of an effect is written with, or picked by. */
export interface ColumnSource {
  /** Index in the effects. */
  effect: number
  column: string
  from: ValueReader
}

/** null: not mine. `unread`: mine, but the member is not known. */
export type RecognizerAnswer =
  | Effect[]
  | { effects: Effect[]; columns?: readonly ColumnSource[]; unread?: ReasonCode; /** Why members of the effects are null. */ reason?: ReasonCode }
  | { unread: ReasonCode }
  | null

export type InvocationRecognizer<Context = RecognizerContext> = (
  call: CallReader,
  context: Context,
) => RecognizerAnswer

/** Also asked about calls and tagged templates, since a library may take its whole argument as one. */
export type AccessRecognizer<Context = RecognizerContext> = (
  access: AccessReader | CallReader,
  context: Context,
) => RecognizerAnswer

export interface RecognizerContext {
  /** Path of the file from the project's root. */
  readonly file: string
  /** `recognition` of the bindings the recognizer makes. */
  readonly recognition: string
  /** Texts of the pack's discovery inputs, by path. */
  inputs(): ReadonlyMap<string, string>
  /** The buses that applications and clients of the project choose: of all, and by the name of an injected client. */
  buses(): { all: readonly MessageBus[]; named: ReadonlyMap<string, MessageBus>; open: boolean }
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

export const InvocationRecognizerSchema = z.custom<InvocationRecognizer>(isFunction, 'not a function')
export const AccessRecognizerSchema = z.custom<AccessRecognizer>(isFunction, 'not a function')
