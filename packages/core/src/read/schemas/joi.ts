/** Joi: keys are optional and other names rejected unless a schema says so; numbers, booleans and dates are converted. */
import { text, type SchemaLibrary, type Step } from './library.js'

const all = (names: readonly string[], step: Step): Record<string, Step> =>
  Object.fromEntries(names.map(name => [name, step]))

/** Texts are converted, so a text may do. */
const converted = (type: 'number' | 'boolean'): Step => ({
  makes: { type: 'union', variants: [{ type }, { type: 'text' }] },
})

export const joi: SchemaLibrary = {
  modules: ['joi', '@hapi/joi'],
  namespaces: ['default', 'Joi'],
  unknownKeys: 'strict',
  optionalByDefault: true,
  builders: {
    string: text,
    number: converted('number'),
    boolean: converted('boolean'),
    bool: converted('boolean'),
    object: { object: 'default' },
    valid: 'oneOf',
    equal: 'oneOf',
    array: 'unknown',
    any: 'unknown',
    date: 'unknown',
    alternatives: 'unknown',
    alt: 'unknown',
    binary: 'unknown',
    link: 'unknown',
    func: 'unknown',
    symbol: 'unknown',
  },
  methods: {
    required: 'present',
    exist: 'present',
    optional: 'optional',
    default: 'default',
    valid: 'oneOf',
    equal: 'oneOf',
    allow: 'alsoOneOf',
    keys: 'extend',
    append: 'extend',
    unknown: { unknownKeys: 'keep' },
    min: { bound: 'min' },
    max: { bound: 'max' },
    length: { bound: 'length' },
    pattern: 'pattern',
    regex: 'pattern',
    greater: { bound: 'exclusiveMinimum' },
    less: { bound: 'exclusiveMaximum' },
    integer: 'same',
    ...all(
      [
        'email',
        'uri',
        'guid',
        'uuid',
        'hex',
        'alphanum',
        'token',
        'isoDate',
        'hostname',
        'ip',
        'description',
        'label',
        'messages',
        'note',
        'example',
        'positive',
        'negative',
        'port',
        'precision',
        'strict',
      ],
      'same',
    ),
    ...all(['trim', 'lowercase', 'uppercase', 'replace', 'truncate', 'custom'], 'transform'),
  },
  actions: {},
  runs: {
    validate: { throws: false, schema: 'receiver', value: 0, result: 'value' },
    validateAsync: { throws: true, schema: 'receiver', value: 0 },
  },
}
