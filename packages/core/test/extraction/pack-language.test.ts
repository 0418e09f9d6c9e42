/** Variants of the pack language that no shipped pack uses yet, each by a small pack of its own. */
import { expect, test } from 'vitest'
import type { BehavioralSummary } from '../../src/ir/index.js'
import { definePack, type PatternPack } from '../../src/pack/index.js'
import { requireReadable } from '../../src/interpreters.js'
import { allPacks, extractSources, shown } from '../../src/testing/extract-source.js'

const terminals: PatternPack['terminals'] = [
  { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
  { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
]
const pack = (more: Partial<PatternPack>): PatternPack => {
  const made = definePack({ name: 'own', protocol: 'queue', languages: ['typescript'], discovery: [], terminals, inputMapping: { type: 'allPositional' }, ...more }) as PatternPack
  requireReadable(made)
  return made
}
const unitsOf = (own: PatternPack, texts: Record<string, string>): BehavioralSummary[] =>
  extractSources(texts, [own, ...allPacks]).summaries.filter(s => s.identity.boundaryBinding?.recognition === '@suss/packs/own')
const lines = (units: readonly BehavioralSummary[]): string[] =>
  units.map(s => {
    const semantics = s.identity.boundaryBinding?.semantics
    return `${s.kind} ${s.identity.name} ${semantics?.name === 'message-bus' ? `${semantics.messageBus}:${semantics.channel}` : semantics?.name} ${s.gaps.map(g => g.reason).join()}`.trim()
  }).sort()

const worker = (channel: NonNullable<PatternPack['discovery'][number]['binding']>['channel']): PatternPack =>
  pack({
    discovery: [{
      kind: 'consumer', match: { type: 'callbackArgument', importModule: 'bullmq', importName: 'Worker', callbackPosition: 1 },
      binding: { semantics: 'message-bus', messageBus: 'bullmq', channel }, requiresImport: ['bullmq'],
    }],
  })

test('callbackArgument: a function handed to a construction, its channel from the same call', () => {
  const texts = {
    'src/processors.ts': 'export async function sendEmail(job) { return job.id }',
    'src/a.ts': 'import { Worker } from "bullmq"\nimport { sendEmail } from "./processors"\nconst NAME = "emails"\nnew Worker(NAME, sendEmail)\nnew Worker(load(), async job => { throw job })\nnew Worker("files", "./processor.js")',
    'src/b.ts': 'class Worker { constructor(name, run) {} }\nnew Worker("emails", () => 1)',
  }
  expect(lines(unitsOf(worker({ from: 'callArgument', position: 0 }), texts))).toEqual(['consumer Worker bullmq:null unreadChannel', 'consumer sendEmail bullmq:emails'])
  expect(lines(unitsOf(worker({ from: 'literal', value: 'all' }), texts))).toEqual(['consumer all bullmq:all', 'consumer sendEmail bullmq:all'])
  expect(lines(unitsOf(worker({ from: 'unstated' }), texts))).toEqual(['consumer Worker bullmq:null unreadChannel', 'consumer sendEmail bullmq:null unreadChannel'])
})

test('decoratedRoute with a binding: the channel is the decorator’s argument', () => {
  const events = pack({
    discovery: [{
      kind: 'consumer',
      match: { type: 'decoratedRoute', importModule: '@nestjs/microservices', classDecorators: ['Controller'], methodDecoratorRouteMap: { EventPattern: 'EVENT', MessagePattern: 'MESSAGE' } },
      binding: { semantics: 'message-bus', messageBus: 'kafka', channel: { from: 'decoratorArgument', position: 0 } }, requiresImport: ['@nestjs/microservices'],
    }],
  })
  const text = 'import { Controller, EventPattern } from "@nestjs/microservices"\nconst P = "order.placed"\n@Controller()\nexport class Orders { @EventPattern(P) placed(m) { return m } @EventPattern(["a", "b"]) both() {} @EventPattern(name()) computed() {} other() {} }'
  expect(lines(unitsOf(events, { 'src/a.ts': text }))).toEqual(['consumer both kafka:a', 'consumer both kafka:b', 'consumer computed kafka:null unreadChannel', 'consumer placed kafka:order.placed'])
})

test('argumentConstructor: the status of a wrapped error by the class made in the argument', () => {
  const wrapped = pack({
    protocol: 'http',
    discovery: [{ kind: 'handler', match: { type: 'registrationCall', importModule: 'express', importName: 'default', registrationChain: ['.get'] }, bindingExtraction: { method: { type: 'literal', value: 'GET' }, path: { type: 'fromArgument', position: 0 } } }],
    terminals: [{ kind: 'throw', match: { type: 'throwExpression', constructorPattern: 'wrap' }, extraction: { statusCode: { from: 'argumentConstructor', position: 0, codes: { NotFound: 404 } } }, producesResponse: true }, ...terminals],
  })
  const found = unitsOf(wrapped, { 'src/a.ts': 'import express from "express"\nimport { wrap, HttpError } from "errors"\nexpress().get("/x", (req, res) => { throw wrap(new HttpError.NotFound("no")) })' })
  expect(found.flatMap(s => s.transitions.map(shown))).toEqual(['[] 404'])
})

const rest = (s: BehavioralSummary): string => {
  const semantics = s.identity.boundaryBinding?.semantics
  return semantics?.name === 'rest' ? `${semantics.method} ${semantics.path}: ${s.transitions.map(shown).join('; ')}` : s.kind
}
const route = { method: { type: 'fromRegistration' as const, position: 'methodName' as const }, path: { type: 'fromArgument' as const, position: 0 } }

test('propertyAssignment: the last assignment is sent when the path ends, with the status of then', () => {
  const koa = pack({
    protocol: 'http',
    discovery: [{ kind: 'handler', match: { type: 'registrationCall', importModule: '@koa/router', importName: 'default', registrationChain: ['.get'] }, bindingExtraction: route }],
    terminals: [
      { kind: 'response', match: { type: 'propertyAssignment', parameterPosition: 0, property: 'body' }, extraction: { defaultStatusCode: 200 } },
      { kind: 'response', match: { type: 'parameterMethodCall', parameterPosition: 0, methodChain: ['redirect'], statementStatus: { property: 'status' } }, extraction: { defaultStatusCode: 302 } },
      { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
    ],
    inputMapping: { type: 'positionalParams', params: [{ position: 0, role: 'context' }] },
  })
  const found = unitsOf(koa, { 'src/a.ts': 'import Router from "@koa/router"\nconst r = new Router()\nr.get("/a", async ctx => { if (!ctx.query.id) { ctx.status = 400; ctx.body = { e: 1 }; return } ctx.body = { a: 1 }; ctx.status = 201 })\nr.get("/b", ctx => { ctx.body = 1; if (ctx.bad) throw new Error() })\nr.get("/c", other => { const o = {}; o.body = 1 })' })
  expect(found.map(rest)).toEqual([
    'GET /a: [!ctx.query.id] 400; [ctx.query.id] 201',
    'GET /b: [!ctx.bad] 200; [ctx.bad] throw Error',
    'GET /c: ',
  ])
  expect(found[0]?.transitions.map(t => (t.output.type === 'response' && t.output.body?.type === 'record' ? Object.keys(t.output.body.properties) : null))).toEqual([['e'], ['a']])
})

test('constructorOption: a function in the options that make a routable runs around its routes', () => {
  const own = pack({
    protocol: 'http',
    discovery: [
      { kind: 'handler', match: { type: 'registrationCall', importModule: 'server', importName: 'Server', registrationChain: ['.get'] }, bindingExtraction: route },
      { kind: 'middleware', match: { type: 'registrationCall', importModule: 'server', importName: 'Server', registrationChain: [] }, wraps: { constructorOption: 'onError', targetPosition: 0, throwParam: 0 } },
    ],
    terminals: [
      { kind: 'response', match: { type: 'parameterMethodCall', parameterPosition: 0, methodChain: ['json'] }, extraction: { statusCode: { from: 'argument', position: 1 }, body: { from: 'argument', position: 0 }, defaultStatusCode: 200 } },
      { kind: 'throw', match: { type: 'throwExpression' }, extraction: {}, producesResponse: true },
    ],
    inputMapping: { type: 'positionalParams', params: [{ position: 0, role: 'context' }] },
  })
  const found = unitsOf(own, { 'src/a.ts': 'import { Server } from "server"\nconst s = new Server({ onError: (e, c) => c.json({}, 503) })\ns.get("/a", c => { throw new Error("x") })\nconst t = new Server()\nt.get("/b", c => { throw new Error("x") })' })
  expect(found.map(rest)).toEqual(['GET /a: [] throw Error; [] 503', 'GET /b: [] throw Error'])
})

test('registrationTemplate: one call of a helper is the routes the pattern lists', () => {
  const crud = pack({
    protocol: 'http',
    discovery: [{
      kind: 'handler',
      match: {
        type: 'registrationTemplate', helperName: 'registerCrud', subject: { argument: 0, importModule: 'express', importNames: ['default'] },
        registrations: [{ method: 'get', pathTemplate: '/{1}', handlerArg: '{2}.list' }, { method: 'get', pathTemplate: '/{1}/:id', handlerArg: '{2}.get' }],
      },
    }],
  })
  const text = 'import express from "express"\nimport { registerCrud } from "crud"\nconst app = express()\nconst users = { list: () => 1, get: () => 2 }\nregisterCrud(app, "users", users)\nregisterCrud({}, "posts", users)'
  expect(unitsOf(crud, { 'src/a.ts': text }).map(rest)).toEqual(['GET /users: [] return 1', 'GET /users/:id: [] return 2'])
})
