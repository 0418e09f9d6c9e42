/** A schema library as data: what each of its builders and methods says. */
import type { ConstraintBound, TypeShape } from '../../ir/index.js'

/** `inner`: the schema a method is called on, or the first argument of a builder. */
export type Step =
  /** A value of this shape; `options`: position of an object of JSON Schema keywords. */
  | { makes: TypeShape; options?: number }
  | 'literal'
  /** One of several values: a list, an enum, or each argument. */
  | 'oneOf'
  | 'array'
  /** Properties by name; what becomes of others. */
  | { object: 'strict' | 'strip' | 'keep' | 'default' }
  /** A list of schemas behind `at` leading arguments, or each argument a schema. */
  | { union: 'list' | 'arguments'; at: number }
  | 'allOf'
  /** Values under any name. */
  | 'record'
  | 'optional'
  | 'present'
  | 'nullable'
  | 'nullish'
  /** Optional, and the result has a value. */
  | 'default'
  | 'extend'
  | 'merge'
  | 'pick'
  | 'omit'
  | 'partial'
  | 'allPresent'
  | { unknownKeys: 'strict' | 'strip' | 'keep' }
  /** A bound, named for the kind of value by `min` and `max`. */
  | { bound: 'min' | 'max' | 'length' | ConstraintBound; value?: number }
  | { bounds: Partial<Record<ConstraintBound, number>> }
  | 'pattern'
  | 'integer'
  /** Also one of these values. */
  | 'alsoOneOf'
  /** The inner schema through the actions that follow it. */
  | 'pipe'
  /** Takes the same, gives the same. */
  | 'same'
  /** Takes the same, gives something else. */
  | 'transform'
  /** Takes whatever can be made into it. */
  | 'unknown'

export interface SchemaLibrary {
  modules: readonly string[]
  /** Exports that hold the builders. */
  namespaces: readonly string[]
  /** Dotted: `coerce.number`. */
  builders: Readonly<Record<string, Step>>
  /** Of a schema. */
  methods: Readonly<Record<string, Step>>
  /** Functions that stand behind the first argument of a `pipe`. */
  actions: Readonly<Record<string, Step>>
  /** Properties are optional unless they say otherwise. */
  optionalByDefault?: true
  /** What an object does with other names unless it says. */
  unknownKeys: 'strict' | 'strip' | 'keep'
  /** Members of an object schema that hold its properties. */
  propertiesMember?: string
  /** Functions and methods that run a schema: does a value that does not fit throw? */
  runs: Readonly<Record<string, SchemaRunner>>
}

export interface SchemaRunner {
  throws: boolean
  schema: 'receiver' | 0
  value: 0 | 1
  /** Member of what it gives that holds the value; absent: it gives the value. */
  result?: string
}

export const text: Step = { makes: { type: 'text' } }
export const number: Step = { makes: { type: 'number' } }
export const integer: Step = { makes: { type: 'integer' } }
export const boolean: Step = { makes: { type: 'boolean' } }
export const nothing: Step = { makes: { type: 'undefined' } }
export const nil: Step = { makes: { type: 'null' } }
