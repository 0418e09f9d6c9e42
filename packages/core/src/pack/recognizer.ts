/** What a recognizer is asked with and what it answers; it never sees a syntax tree. */
import { z } from 'zod'
import type { Argument, CallbackRef, Effect, Place, ReasonCode, Scalar, TypeShape } from '../ir/index.js'

/** Where a value comes from: an export of a module, a global, or (null) neither. */
export type Origin = { module: string; path: string[] } | { global: string[] } | null

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
  /** A property of an object argument, with constants followed. */
  property(position: number, name: string): Argument
  shape(position: number): TypeShape | null
  /** What a function argument is; null when there is no such argument. */
  callback(position: number): CallbackRef | null
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
  readonly place: Place
}

/** null: not mine. `unread`: mine, but the member is not known. */
export type RecognizerAnswer = Effect[] | { unread: ReasonCode } | null

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
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

export const InvocationRecognizerSchema = z.custom<InvocationRecognizer>(isFunction, 'not a function')
export const AccessRecognizerSchema = z.custom<AccessRecognizer>(isFunction, 'not a function')
