/** zod 3 and 4. */
import { boolean, integer, nil, nothing, number, type SchemaLibrary, type Step, text } from './library.js'

const all = (names: readonly string[], step: Step): Record<string, Step> =>
  Object.fromEntries(names.map(name => [name, step]))

const textFormats = [
  'email', 'url', 'uuid', 'guid', 'uuidv4', 'uuidv6', 'uuidv7', 'cuid', 'cuid2', 'ulid', 'nanoid', 'emoji', 'ipv4',
  'ipv6', 'cidrv4', 'cidrv6', 'base64', 'base64url', 'jwt', 'e164', 'xid', 'ksuid', 'httpUrl', 'hostname', 'hex',
]

export const zod: SchemaLibrary = {
  modules: ['zod', 'zod/v3', 'zod/v4', '@hono/zod-openapi'],
  namespaces: ['z', 'default'],
  unknownKeys: 'strip',
  propertiesMember: 'shape',
  builders: {
    ...all(['string', 'iso.datetime', 'iso.date', 'iso.time', 'iso.duration', ...textFormats], text),
    number, int: integer, int32: integer, uint32: integer, float32: number, float64: number,
    boolean, null: nil, undefined: nothing, void: nothing,
    literal: 'literal', enum: 'oneOf', nativeEnum: 'oneOf',
    object: { object: 'default' }, strictObject: { object: 'strict' }, looseObject: { object: 'keep' },
    array: 'array', record: 'record', partialRecord: 'unknown', map: 'unknown', set: 'unknown', tuple: 'unknown',
    union: { union: 'list', at: 0 }, discriminatedUnion: { union: 'list', at: 1 }, intersection: 'allOf',
    optional: 'optional', nullable: 'nullable', nullish: 'nullish',
    any: 'unknown', unknown: 'unknown', date: 'unknown', preprocess: 'unknown', lazy: 'unknown', custom: 'unknown',
    instanceof: 'unknown', bigint: 'unknown', symbol: 'unknown', never: 'unknown', json: 'unknown', stringbool: 'unknown',
    ...all(['coerce.string', 'coerce.number', 'coerce.boolean', 'coerce.date', 'coerce.bigint'], 'unknown'),
  },
  methods: {
    optional: 'optional', nullable: 'nullable', nullish: 'nullish', default: 'default', prefault: 'default', catch: 'unknown',
    array: 'array', or: { union: 'arguments', at: 0 }, and: 'allOf',
    extend: 'extend', safeExtend: 'extend', augment: 'extend', merge: 'merge', pick: 'pick', omit: 'omit',
    partial: 'partial', required: 'allPresent',
    strict: { unknownKeys: 'strict' }, strip: { unknownKeys: 'strip' }, passthrough: { unknownKeys: 'keep' },
    loose: { unknownKeys: 'keep' }, catchall: { unknownKeys: 'keep' },
    min: { bound: 'min' }, max: { bound: 'max' }, length: { bound: 'length' },
    gte: { bound: 'minimum' }, lte: { bound: 'maximum' }, gt: { bound: 'exclusiveMinimum' }, lt: { bound: 'exclusiveMaximum' },
    positive: { bounds: { exclusiveMinimum: 0 } }, negative: { bounds: { exclusiveMaximum: 0 } },
    nonnegative: { bounds: { minimum: 0 } }, nonpositive: { bounds: { maximum: 0 } },
    nonempty: { bound: 'min', value: 1 }, regex: 'pattern', int: 'integer',
    ...all([
      ...textFormats, 'datetime', 'date', 'time', 'ip', 'cidr', 'duration', 'includes', 'startsWith', 'endsWith',
      'multipleOf', 'step', 'finite', 'refine', 'superRefine', 'check', 'describe', 'meta', 'register', 'brand',
      'readonly', 'openapi', 'clone', 'safe',
    ], 'same'),
    ...all(['trim', 'toLowerCase', 'toUpperCase', 'normalize', 'transform', 'overwrite', 'pipe', 'promise'], 'transform'),
  },
  actions: {},
  runs: {
    parse: { throws: true, schema: 'receiver', value: 0 },
    parseAsync: { throws: true, schema: 'receiver', value: 0 },
    safeParse: { throws: false, schema: 'receiver', value: 0 },
    safeParseAsync: { throws: false, schema: 'receiver', value: 0 },
    spa: { throws: false, schema: 'receiver', value: 0 },
  },
}
