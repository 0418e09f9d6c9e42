/** Members of the pack language as the seed writes them, where no shipped pack uses that form. */
import { expect, test } from 'vitest'
import type { BehavioralSummary } from '../../src/ir/index.js'
import { definePack, type PatternPack } from '../../src/pack/index.js'
import { requireReadable } from '../../src/interpreters.js'
import { extractSources, route, shown } from '../../src/testing/extract-source.js'

type Match = PatternPack['discovery'][number]['match']
type Terminal = PatternPack['terminals'][number]

const terminals: Terminal[] = [
  { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
]
const called = { method: { type: 'fromRegistration' as const, position: 'methodName' as const }, path: { type: 'fromArgument' as const, position: 0 } }

function unitsOf(more: Partial<PatternPack>, texts: Record<string, string>): BehavioralSummary[] {
  const own: PatternPack = { name: 'own', protocol: 'http', languages: ['typescript'], discovery: [], terminals, inputMapping: { type: 'allPositional' }, ...more }
  requireReadable(definePack(own))
  return extractSources(texts, [own]).summaries.filter(s => s.identity.boundaryBinding?.recognition === '@suss/packs/own')
}
const client = (match: Partial<Match & { type: 'clientCall' }>): Partial<PatternPack> => ({
  discovery: [{ kind: 'client', match: { type: 'clientCall', importModule: 'lib', importName: 'default', ...match }, bindingExtraction: called }],
})
const routesOf = (more: Partial<PatternPack>, texts: Record<string, string>): string[] => unitsOf(more, texts).map(route).sort()

test('clientCall: methods of the import, of what it makes and of what it is called for', () => {
  const text = (head: string): Record<string, string> => ({ 'a.ts': `${head}\nexport const f = () => c.get("/a")\nexport const g = () => { const own = c; return own.post("/b") }\nexport const other = () => elsewhere.get("/no")` })
  expect(routesOf(client({}), text('import c from "lib"'))).toEqual(['GET /a', 'POST /b'])
  expect(routesOf(client({ importName: 'Client' }), text('import { Client } from "lib"\nconst c = new Client()'))).toEqual(['GET /a', 'POST /b'])
  expect(routesOf(client({ importName: 'Client', basePathOption: 'base' }), text('import { Client } from "lib"\nconst c = new Client({ base: "/v1/" })'))).toEqual(['GET /v1/a', 'POST /v1/b'])
  expect(routesOf(client({ importName: 'initClient', methodFilter: ['get'] }), text('import { initClient } from "lib"\nconst c = initClient()'))).toEqual(['GET /a'])
})

test('clientCall: a factory is no request, and what a sending import gives is no client', () => {
  expect(routesOf(client({ factoryMethods: ['create'] }), { 'a.ts': 'import lib from "lib"\nconst c = lib.create("/x")\nexport const f = () => c.get("/a")' })).toEqual(['GET /a'])
  expect(routesOf(client({ callable: true, methodFilter: ['get'] }), { 'a.ts': 'import lib from "lib"\nexport const f = () => lib("/a").get("/b")' })).toEqual(['null /a'])
})

const elementShape = { methodKey: 'method', pathKey: 'path', handlerKey: 'handler' }
const loop = (match: Partial<Match & { type: 'registrationLoop' }>): Partial<PatternPack> => ({
  discovery: [{ kind: 'handler', match: { type: 'registrationLoop', elementShape, ...match }, requiresImport: ['lib'] }],
})

test('registrationLoop: alone in a pack it reads the routes of the list, on its receiver only', () => {
  const text = 'import { App } from "lib"\nconst app = App()\nconst routes = [{ method: "get", path: "/x", handler: () => 1 }, { method: "POST", path: "/y", handler: () => 2 }]\nfor (const route of routes) {\n  app[route.method](route.path, route.handler)\n}\nconst other = { get() {}, post() {} }\nroutes.forEach(r => other[r.method]("/other" + r.path, r.handler))\napp.get("/by-call", () => 3)'
  const receiver = { importModule: 'lib', importNames: ['App'] }
  expect(routesOf(loop({ receiver }), { 'a.ts': text })).toEqual(['GET /x', 'POST /y'])
  expect(routesOf(loop({}), { 'a.ts': text, 'b.ts': text.replace('"lib"', '"elsewhere"') })).toEqual(['GET /other/x', 'GET /x', 'POST /other/y', 'POST /y'])
})

test('fromFilename flat: a dot stands for a slash', () => {
  const files: Partial<PatternPack> = {
    discovery: [{
      kind: 'loader', match: { type: 'fileConvention', filePattern: '**/routes/**/*.tsx', exportNames: ['loader'] },
      bindingExtraction: { method: { type: 'literal', value: 'GET' }, path: { type: 'fromFilename', root: 'routes', dynamic: 'dollarPrefix', dropParenthesized: true, dropBasenames: ['index'], flat: true } },
    }],
  }
  const text = 'export const loader = () => 1'
  expect(routesOf(files, { 'app/routes/users.$id.tsx': text, 'app/routes/users.index.tsx': text, 'app/routes/(shop).cart.tsx': text, 'app/routes/admin/index.tsx': text, 'app/routes/index/all.tsx': text }))
    .toEqual(['GET /admin', 'GET /cart', 'GET /index/all', 'GET /users', 'GET /users/{id}'])
})

test('jsxElementRoute: route objects given to a function of the module, without naming it', () => {
  const own: Partial<PatternPack> = {
    discovery: [{ kind: 'component', match: { type: 'jsxElementRoute', importModule: 'lib', routeElement: 'Route', pathAttribute: 'path', elementAttribute: 'element' } }],
  }
  const routes = '[{ path: "/x", element: <A />, children: [{ path: "y", element: <A /> }] }]'
  expect(routesOf(own, { 'a.tsx': `import { makeRouter } from "lib"\nfunction A() { return <p /> }\nexport const r = makeRouter(${routes})\nexport const no = other(${routes.replace('/x', '/no')})` })).toEqual(['GET /x', 'GET /x/y'])
})

test('graphqlImperativeCall: a document that is not read is what the method is named for', () => {
  const own: Partial<PatternPack> = {
    discovery: [{ kind: 'client', match: { type: 'graphqlImperativeCall', importModule: 'lib', importName: 'Client', methods: [{ method: 'query', documentProperty: 'query' }, { method: 'mutate', documentProperty: 'mutation' }, { method: 'subscribe', documentProperty: 'query' }] } }],
  }
  const found = unitsOf(own, { 'a.ts': 'import { Client } from "lib"\nconst c = new Client()\nexport const q = d => c.query({ query: d })\nexport const m = d => c.mutate({ mutation: d })\nexport const s = d => c.subscribe({ query: d })' })
  expect(found.map(s => { const b = s.identity.boundaryBinding?.semantics; return b?.name === 'graphql-operation' ? `${s.identity.name} ${b.operationType}` : null }).sort()).toEqual(['m mutation', 'q query', 's subscription'])
})

test('packageExports: the package of the manifest that is named, its sub-paths as the manifest writes them', () => {
  const texts = {
    'package.json': '{"name":"root","workspaces":["packages/*"]}',
    'packages/a/package.json': '{"name":"@x/a","exports":{".":"./src/index.ts","./sub":"./src/sub.ts"}}', 'packages/a/src/index.ts': 'export function pub() { return 1 }\nexport function hidden() {}', 'packages/a/src/sub.ts': 'export const subFn = () => 2',
    'packages/b/package.json': '{"name":"@x/b","exports":"./src/index.ts"}', 'packages/b/src/index.ts': 'export function ofB() { return 1 }',
  }
  const names = (match: Partial<Match & { type: 'packageExports' }>): string[] =>
    unitsOf({ protocol: 'in-process', discovery: [{ kind: 'library', match: { type: 'packageExports', ...match } }] }, texts).map(s => s.identity.name).sort()
  expect(names({ packageJsonPath: '/memory/packages/a/package.json' })).toEqual(['hidden', 'pub', 'subFn'])
  expect(names({ packageJsonPath: '/memory/packages/a/package.json', excludeNames: ['hidden'], subPaths: ['.'] })).toEqual(['pub'])
  expect(names({ workspaces: true, subPaths: ['./sub'] })).toEqual(['subFn'])
  expect(names({ workspaces: true })).toEqual(['hidden', 'ofB', 'pub', 'subFn'])
})

const handler = (body: string, own: Terminal[]): string[] =>
  unitsOf({ discovery: [{ kind: 'handler', match: { type: 'registrationCall', importModule: 'lib', importName: 'App', registrationChain: ['.get'] }, bindingExtraction: called }], terminals: own }, { 'a.ts': `import { App, HttpError } from "lib"\nnew App().get("/t", (req, res, next) => { ${body} })` }).flatMap(s => s.transitions.map(shown))

test('throwExpression: without producesResponse a throw stays one', () => {
  const thrown: Terminal = { kind: 'throw', match: { type: 'throwExpression' }, extraction: { statusCode: { from: 'argument', position: 0 } } }
  const body = 'throw new HttpError(404, { message: "no such order" })'
  expect(handler(body, [thrown])).toEqual(['[] throw HttpError'])
  expect(handler(body, [{ ...thrown, producesResponse: true }])).toEqual(['[] 404'])
  const byClass: Terminal = { ...thrown, extraction: { statusCode: { from: 'constructor', codes: { NotFound: 404 } } } }
  expect(handler('throw new HttpError.NotFound()', [byClass])).toEqual(['[] throw HttpError.NotFound'])
})

test('returnShape: without a property for the body the returned object is the body', () => {
  const shape: Terminal = { kind: 'response', match: { type: 'returnShape' }, extraction: { defaultStatusCode: 200 } }
  const outputs = (own: Terminal) => unitsOf({ discovery: [{ kind: 'handler', match: { type: 'registrationCall', importModule: 'lib', importName: 'App', registrationChain: ['.get'] }, bindingExtraction: called }], terminals: [own] }, { 'a.ts': 'import { App } from "lib"\nnew App().get("/t", () => { return { status: 404, error: "gone" } })' }).flatMap(s => s.transitions.map(t => t.output))
  const whole = { type: 'record', properties: { status: { type: 'literal', value: 404, raw: '404' }, error: { type: 'literal', value: 'gone' } } }
  expect(outputs(shape)).toEqual([{ type: 'response', statusCode: { type: 'literal', value: 200 }, body: whole, headers: {} }])
  expect(outputs({ ...shape, extraction: { statusCode: { from: 'property', name: 'status' } } })).toEqual([{ type: 'response', statusCode: { type: 'literal', value: 404 }, body: whole, headers: {} }])
  expect(outputs({ ...shape, kind: 'return', extraction: {} })).toEqual([{ type: 'return', value: whole }])
})

test('parameterCall: a pack’s own terminal for the parameter that hands control on', () => {
  const own: Terminal[] = [{ kind: 'delegate', match: { type: 'parameterCall', parameterPosition: 2 }, extraction: {} }, { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} }]
  expect(handler('if (req.a) return next(); req.b()', own)).toEqual(['[req.a] delegate next', '[!req.a] void'])
})

test('a destructured object gives one input per name it binds, what is left over too', () => {
  const discovery: PatternPack['discovery'] = [{ kind: 'library', match: { type: 'namedExport', names: ['f'] } }]
  const namesOf = (inputMapping: PatternPack['inputMapping']): unknown =>
    unitsOf({ discovery, inputMapping }, { 'a.ts': 'export function f({ params, ...others }) { return params }' }).flatMap(s => s.inputs.map(input => [input.type === 'parameter' && input.name, input.type === 'parameter' && input.role]))
  expect(namesOf({ type: 'objectParam', knownProperties: { params: 'pathParams' } })).toEqual([['params', 'pathParams'], ['others', 'others']])
  expect(namesOf({ type: 'allPositional' })).toEqual([['params', 'params'], ['others', 'others']])
})

test('allPositional: a parameter without a name takes the default role', () => {
  const found = unitsOf({ discovery: [{ kind: 'library', match: { type: 'namedExport', names: ['f'] } }], inputMapping: { type: 'allPositional', defaultRole: 'rest' } }, { 'a.ts': 'export function f(ctx, { userId }, [first]) { return userId }' })
  expect(found.flatMap(s => s.inputs.map(i => (i.type === 'parameter' ? `${i.name} ${i.role}` : i.type)))).toEqual(['ctx ctx', 'userId userId', 'arg2 rest'])
})

test('a terminal that nothing reads as what it is said to be is refused', () => {
  const own = (kind: Terminal['kind']): Terminal[] => [{ kind, match: { type: 'functionCall', functionName: 'publish' }, extraction: {} }]
  expect(() => handler('publish()', own('emit'))).toThrow('pack own: terminals[0].kind: outcome "functionCall as emit" is not read by this build')
  expect(handler('return publish()', own('response'))).toEqual(['[] response'])
})
