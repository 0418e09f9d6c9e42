/** valibot: functions over schemas. */
import { boolean, nil, nothing, number, type SchemaLibrary, type Step, text } from './library.js'

const all = (names: readonly string[], step: Step): Record<string, Step> =>
  Object.fromEntries(names.map(name => [name, step]))

export const valibot: SchemaLibrary = {
  modules: ['valibot'],
  namespaces: [],
  unknownKeys: 'strip',
  propertiesMember: 'entries',
  builders: {
    string: text, number, boolean, null: nil, null_: nil, undefined: nothing, undefined_: nothing, void: nothing,
    literal: 'literal', picklist: 'oneOf', enum: 'oneOf', enum_: 'oneOf',
    object: { object: 'default' }, strictObject: { object: 'strict' }, looseObject: { object: 'keep' },
    objectWithRest: { object: 'keep' }, array: 'array', record: 'record', tuple: 'unknown',
    union: { union: 'list', at: 0 }, variant: { union: 'list', at: 1 }, intersect: 'allOf',
    optional: 'optional', exactOptional: 'optional', undefinedable: 'optional', nullable: 'nullable', nullish: 'nullish',
    partial: 'partial', required: 'allPresent', pick: 'pick', omit: 'omit',
    pipe: 'pipe', pipeAsync: 'pipe', any: 'unknown', unknown: 'unknown', date: 'unknown', lazy: 'unknown', custom: 'unknown',
  },
  methods: {},
  actions: {
    minLength: { bound: 'min' }, maxLength: { bound: 'max' }, length: { bound: 'length' }, nonEmpty: { bounds: { minLength: 1 } },
    minValue: { bound: 'minimum' }, maxValue: { bound: 'maximum' }, gtValue: { bound: 'exclusiveMinimum' },
    ltValue: { bound: 'exclusiveMaximum' }, regex: 'pattern', integer: 'integer', safeInteger: 'integer',
    ...all(['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'transform', 'rawTransform', 'toNumber', 'toDate'], 'transform'),
    ...all([
      'email', 'url', 'uuid', 'ulid', 'nanoid', 'cuid2', 'ip', 'ipv4', 'ipv6', 'isoDate', 'isoDateTime', 'isoTimestamp',
      'isoTime', 'startsWith', 'endsWith', 'includes', 'check', 'description', 'title', 'metadata', 'brand', 'readonly', 'finite', 'multipleOf',
    ], 'same'),
  },
  runs: {
    parse: { throws: true, schema: 0, value: 1 },
    parseAsync: { throws: true, schema: 0, value: 1 },
    safeParse: { throws: false, schema: 0, value: 1 },
    safeParseAsync: { throws: false, schema: 0, value: 1 },
  },
}
