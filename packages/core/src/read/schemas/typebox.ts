/** TypeBox: JSON Schema by builders, so that other names are kept unless an option forbids them. */
import type { SchemaLibrary, Step } from './library.js'

const scalar = (type: 'text' | 'number' | 'integer' | 'boolean' | 'null' | 'undefined'): Step => ({
  makes: { type },
  options: 0,
})

export const typebox: SchemaLibrary = {
  modules: ['@sinclair/typebox', 'typebox', '@fastify/type-provider-typebox'],
  namespaces: ['Type', 'default'],
  unknownKeys: 'keep',
  propertiesMember: 'properties',
  builders: {
    String: scalar('text'),
    Number: scalar('number'),
    Integer: scalar('integer'),
    Boolean: scalar('boolean'),
    Null: scalar('null'),
    Undefined: scalar('undefined'),
    Void: scalar('undefined'),
    Literal: 'literal',
    Enum: 'oneOf',
    Object: { object: 'default' },
    Array: 'array',
    Record: 'record',
    Union: { union: 'list', at: 0 },
    Intersect: 'allOf',
    Composite: 'allOf',
    Optional: 'optional',
    Readonly: 'same',
    Partial: 'partial',
    Required: 'allPresent',
    Pick: 'pick',
    Omit: 'omit',
    Any: 'unknown',
    Unknown: 'unknown',
    Date: 'unknown',
    Ref: 'unknown',
    Recursive: 'unknown',
    Unsafe: 'unknown',
    Tuple: 'unknown',
    Transform: 'unknown',
    TemplateLiteral: 'unknown',
  },
  methods: {},
  actions: {},
  runs: {},
}
