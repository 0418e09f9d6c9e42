import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  definePack,
  httpRouteDiscovery,
  packDigest,
  PatternPackSchema,
  requireInterpreters,
  resolvePack,
  usedVariants,
  wrapperDiscovery,
  type Interpreters,
  type PatternPack,
} from './index.js'

const minimal: PatternPack = {
  name: 'sample',
  protocol: 'http',
  languages: ['typescript'],
  discovery: [],
  terminals: [],
  inputMapping: { type: 'allPositional' },
}

const errorOf = (pack: unknown): string => {
  try {
    definePack(pack as PatternPack)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

test('a pack is handed back as it was written', () => {
  expect(definePack(minimal)).toBe(minimal)
})

const withMatch = (match: unknown) => ({ ...minimal, discovery: [{ kind: 'handler', match }] })

test.each([
  [{ ...minimal, terminal: [] }, 'pack sample: unknown key "terminal", nearest: "terminals"'],
  [
    withMatch({
      type: 'registrationCall',
      importModule: 'express',
      importname: 'Router',
      importName: 'Router',
      registrationChain: [],
    }),
    'pack sample: discovery[0].match: unknown key "importname", nearest: "importName"',
  ],
  [withMatch({ type: 'namedExport' }), 'pack sample: discovery[0].match.names: missing, expected array'],
  [
    { ...minimal, discovery: [{ kind: 'handlers', match: { type: 'namedExport', names: ['x'] } }] },
    /^pack sample: discovery\[0\]\.kind: "handlers" is none of .*, nearest: "handler"$/,
  ],
  [
    {
      ...minimal,
      discovery: [
        {
          kind: 'middleware',
          match: { type: 'namedExport', names: ['x'] },
          wraps: { method: 'use', targetPosition: 0, ariti: 4 },
        },
      ],
    },
    'pack sample: discovery[0].wraps: unknown key "ariti", nearest: "arity"',
  ],
  [{ ...minimal, invocationRecognizers: ['x'] }, 'pack sample: invocationRecognizers[0]: not a function'],
  [{}, /^pack \(without a name\): name: missing/],
  [
    {
      ...minimal,
      terminals: [
        { kind: 'response', match: { type: 'parameterMethodCall', methodChain: [] }, extraction: {} },
      ],
    },
    'pack sample: terminals[0].match: give either "parameterPosition" or "parameterRole"',
  ],
])('refuses pack %#', (pack, message) => {
  if (typeof message === 'string') expect(errorOf(pack)).toBe(message)
  else expect(errorOf(pack)).toMatch(message)
})

test('options are checked before the pack is made', () => {
  const definition = definePack({
    options: z.strictObject({ prefix: z.string() }),
    pack: options => ({ ...minimal, name: `sample-${options.prefix}` }),
  })
  const resolve = (options: unknown) => resolvePack(definition, options, 'sample')
  expect(resolve({ prefix: 'x' }).name).toBe('sample-x')
  expect(() => resolve({ prefx: 'x', prefix: 'y' })).toThrow(
    'pack sample: options: unknown key "prefx", nearest: "prefix"',
  )
  expect(() => resolve(undefined)).toThrow('pack sample: options: prefix: missing, expected string')
  expect(() => resolvePack(minimal, { a: 1 }, 'sample')).toThrow('pack sample: takes no options')
})

test('a pack that uses every optional member is accepted', () => {
  const full: PatternPack = {
    ...minimal,
    discovery: [
      ...httpRouteDiscovery({
        importModule: 'express',
        importNames: ['default', 'Router'],
        methods: ['get', 'all'],
        methodNames: { all: '*' },
        mount: { method: 'use', prefixPosition: 0, targetPosition: 1 },
      }),
      ...wrapperDiscovery({
        importModule: 'express',
        importNames: ['default'],
        wraps: [
          {
            method: 'use',
            targetPosition: 0,
            scopePosition: 0,
            arity: 4,
            throwParam: 0,
            continuationParam: 3,
          },
        ],
      }),
      {
        kind: 'consumer',
        match: {
          type: 'callbackArgument',
          importModule: 'bullmq',
          importName: 'Worker',
          callbackPosition: 1,
        },
        binding: {
          semantics: 'message-bus',
          messageBus: 'bullmq',
          channel: { from: 'callArgument', position: 0 },
        },
        terminals: [{ kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} }],
      },
    ],
    terminals: [
      {
        kind: 'throw',
        match: { type: 'throwExpression' },
        extraction: { statusCode: { from: 'thrownProperty', names: ['status'] }, defaultStatusCode: 500 },
        producesResponse: true,
      },
      {
        kind: 'response',
        match: { type: 'propertyAssignment', parameterPosition: 0, property: 'body' },
        extraction: {},
      },
      {
        kind: 'throw',
        match: { type: 'assertion', callees: ['assert'], conditionPosition: null, statusPosition: 1 },
        extraction: {},
      },
    ],
    inputMapping: { type: 'positionalParams', params: [{ position: 0, role: 'request' }] },
    projectHelpers: 'routeHelperIndex',
    errorBody: { type: 'text' },
    exitCodeWrites: ['process.exitCode'],
    statusConstants: [{ module: 'http-status', exports: ['default'] }],
    requestValidation: [
      { on: { routeOption: ['schema', 'body'] }, outcomes: [{ status: 400, rule: 'schema', thrown: null }] },
    ],
    libraryWrappers: [
      {
        module: 'express-rate-limit',
        name: 'default',
        role: 'before',
        outcomes: [{ status: 429, rule: 'limit' }],
      },
    ],
    contractReading: {
      discovery: { importModule: 'fastify', importName: 'default', registrationChain: ['.route'] },
      responseExtraction: { path: ['schema', 'response'] },
      methodProperty: 'method',
      pathProperty: 'url',
    },
    accessRecognizers: [() => null],
  }
  expect(PatternPackSchema.safeParse(full).error).toBeUndefined()
  expect(full.discovery.map(pattern => pattern.match.type)).toEqual([
    'registrationCall',
    'registrationCall',
    'registrationLoop',
    'registrationCall',
    'callbackArgument',
  ])
})

const implemented: Interpreters = {
  discovery: new Set(['namedExport']),
  method: new Set(['literal']),
  path: new Set(['fromArgument']),
  channel: new Set(),
  wraps: new Set(),
  terminal: new Set(['returnStatement']),
  outcome: new Set(['returnStatement as return', 'returnStatement as response']),
  statusCode: new Set(),
  body: new Set(),
  inputMapping: new Set(['allPositional']),
  member: new Set(['requiresImport']),
}

test('a pack that uses only what is built is accepted', () => {
  const pack = definePack({
    ...minimal,
    requiresImport: ['x'],
    discovery: [{ kind: 'loader', match: { type: 'namedExport', names: ['loader'] } }],
    terminals: [{ kind: 'return', match: { type: 'returnStatement' }, extraction: {} }],
  })
  expect(() => requireInterpreters(pack, implemented)).not.toThrow()
  expect(usedVariants(pack).map(variant => variant.tag)).toEqual([
    'namedExport',
    'returnStatement',
    'returnStatement as return',
    'allPositional',
    'requiresImport',
  ])
})

test.each([
  [
    { discovery: [{ kind: 'loader', match: { type: 'fileConvention', filePattern: '*', exportNames: [] } }] },
    'discovery[0].match: discovery "fileConvention"',
  ],
  [
    {
      terminals: [
        {
          kind: 'response',
          match: { type: 'returnStatement' },
          extraction: { body: { from: 'argument', position: 0 } },
        },
      ],
    },
    'terminals[0].extraction.body: body "argument"',
  ],
  [
    { terminals: [{ kind: 'emit', match: { type: 'returnStatement' }, extraction: {} }] },
    'terminals[0].kind: outcome "returnStatement as emit"',
  ],
  [{ subUnits: () => [] }, 'subUnits: member "subUnits"'],
] as [Partial<PatternPack>, string][])('a variant without an interpreter is named %#', (part, place) => {
  const pack = definePack({ ...minimal, ...part })
  expect(() => requireInterpreters(pack, implemented)).toThrow(
    `pack sample: ${place} is not read by this build`,
  )
})

test('the digest follows the text of a recognizer', () => {
  const digest = packDigest({ ...minimal, accessRecognizers: [() => null] })
  expect(digest).toBe(packDigest({ ...minimal, accessRecognizers: [() => null] }))
  expect(digest).not.toBe(packDigest({ ...minimal, accessRecognizers: [() => []] }))
})
