/** React Router and Remix: loaders, actions and the components behind a path. */
import { definePack, type DiscoveryPattern, type TerminalPattern } from '@suss/core/pack'
import { contextReaders, hookNames } from '../react/sub-units.js'
import { declarations, formerModules } from './declarations.js'

const modules = ['react-router', 'react-router-dom', ...formerModules]
const routerModules = ['react-router', 'react-router-dom']

/** An answer that is made: it is sent where it is returned or thrown. */
const made = (
  functionName: string,
  extraction: TerminalPattern['extraction'],
  requiresImport?: string[],
): TerminalPattern => ({
  kind: 'response',
  match: {
    type: 'functionCall',
    functionName,
    returned: true,
    ...(requiresImport ? { requiresImport } : {}),
  },
  extraction,
  producesResponse: true,
  inEveryUnit: true,
})

const body = { from: 'argument' as const, position: 0 }
const statusOrOption = { from: 'argument' as const, position: 1, property: 'status' }
const statusOption = { from: 'argumentProperty' as const, position: 1, name: 'status' }

const answers: TerminalPattern[] = [
  made('data', { statusCode: statusOrOption, body, defaultStatusCode: 200 }, modules),
  // of older versions
  ...['json', 'defer'].map(name =>
    made(name, { statusCode: statusOrOption, body, defaultStatusCode: 200 }, modules),
  ),
  ...['redirect', 'redirectDocument', 'replace'].map(name =>
    made(name, { statusCode: statusOrOption, defaultStatusCode: 302 }, modules),
  ),
  made('Response.json', { statusCode: statusOption, body, defaultStatusCode: 200 }),
  made('Response.redirect', { statusCode: statusOrOption, defaultStatusCode: 302 }),
  made('Response', { statusCode: statusOption, body, defaultStatusCode: 200 }),
]

const terminals: TerminalPattern[] = [
  ...answers,
  { kind: 'response', match: { type: 'returnStatement' }, extraction: { defaultStatusCode: 200 } },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {}, producesResponse: true },
  { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
]

const componentTerminals: TerminalPattern[] = [
  { kind: 'render', match: { type: 'jsxReturn' }, extraction: {} },
  { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
]

const componentProps = { type: 'componentProps' as const, paramPosition: 0 }

const path: NonNullable<DiscoveryPattern['bindingExtraction']>['path'] = {
  type: 'fromRouteModule',
  table: {
    file: 'app/routes',
    root: 'app/root',
    module: '@react-router/dev/routes',
    names: { route: 'route', index: 'index', layout: 'layout', prefix: 'prefix' },
  },
  flat: {
    folder: 'app/routes',
    called: [
      { module: '@react-router/fs-routes', name: 'flatRoutes' },
      { module: '@remix-run/fs-routes', name: 'flatRoutes' },
    ],
    installed: ['@remix-run/dev'],
  },
}

const exported = (
  kind: 'loader' | 'action' | 'component',
  name: string,
  method: string,
  transport: 'http' | 'in-process',
): DiscoveryPattern => ({
  kind,
  match: { type: 'namedExport', names: [name] },
  bindingExtraction: { method: { type: 'literal', value: method }, path },
  transport,
  ...(kind === 'component' ? { terminals: componentTerminals, inputMapping: componentProps } : {}),
})

export default definePack({
  name: 'react-router',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['react-router', 'react-router-dom', '@remix-run', '@react-router'],
  discovery: [
    {
      kind: 'component',
      match: {
        type: 'jsxElementRoute',
        importModule: routerModules,
        routeElement: 'Route',
        pathAttribute: 'path',
        elementAttribute: 'element',
        indexAttribute: 'index',
        componentAttribute: 'Component',
        childrenAttribute: 'children',
        lazyAttribute: 'lazy',
        functions: { loader: { kind: 'loader', method: 'GET' }, action: { kind: 'action', method: '*' } },
        routers: [
          'createBrowserRouter',
          'createHashRouter',
          'createMemoryRouter',
          'createStaticRouter',
          'createStaticHandler',
          'useRoutes',
        ],
      },
      terminals: componentTerminals,
      inputMapping: componentProps,
    },
    exported('loader', 'loader', 'GET', 'http'),
    exported('action', 'action', '*', 'http'),
    exported('loader', 'clientLoader', 'GET', 'in-process'),
    exported('action', 'clientAction', '*', 'in-process'),
    exported('component', 'default', 'GET', 'in-process'),
  ],
  terminals,
  inputMapping: {
    type: 'objectParam',
    knownProperties: { params: 'pathParams', request: 'request', context: 'context' },
    wholeParamRole: 'request',
  },
  hookInputs: { hooks: hookNames.source, contexts: contextReaders },
  declarations,
})
