/** Next.js: route files, pages/api, server actions and the middleware in front of them. */
import {
  definePack,
  type DiscoverUnits,
  type DiscoveryPattern,
  type FileContext,
  type TerminalPattern,
} from '@suss/core/pack'
import { declarations } from './declarations.js'

const scripts = '{ts,tsx,js,jsx,mts,mjs}'
const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const prefix = { config: 'next.config', property: 'basePath' }

/** An answer that is made: it is sent where it is returned. */
const made = (
  functionName: string,
  extraction: TerminalPattern['extraction'],
  more: { kind?: 'response' | 'delegate'; requiresImport?: string[] } = {},
): TerminalPattern => ({
  kind: more.kind ?? 'response',
  match: {
    type: 'functionCall',
    functionName,
    returned: true,
    ...(more.requiresImport ? { requiresImport: more.requiresImport } : {}),
  },
  extraction,
})

const body = { from: 'argument' as const, position: 0 }
const statusOption = { from: 'argumentProperty' as const, position: 1, name: 'status' }
const statusOrOption = { from: 'argument' as const, position: 1, property: 'status' }
const server = { requiresImport: ['next/server'] }

const responses: TerminalPattern[] = [
  made('NextResponse.json', { statusCode: statusOption, body, defaultStatusCode: 200 }, server),
  made('NextResponse', { statusCode: statusOption, body, defaultStatusCode: 200 }, server),
  made('Response.json', { statusCode: statusOption, body, defaultStatusCode: 200 }),
  made('Response', { statusCode: statusOption, body, defaultStatusCode: 200 }),
  made('NextResponse.redirect', { statusCode: statusOrOption, defaultStatusCode: 307 }, server),
  made('Response.redirect', { statusCode: statusOrOption, defaultStatusCode: 302 }),
  made('NextResponse.next', {}, { kind: 'delegate', ...server }),
  made('NextResponse.rewrite', {}, { kind: 'delegate', ...server }),
]

/** They throw what the framework answers with; read in every function, since helpers call them too. */
const navigation: TerminalPattern[] = Object.entries({
  redirect: 307,
  permanentRedirect: 308,
  notFound: 404,
  forbidden: 403,
  unauthorized: 401,
}).map(([functionName, defaultStatusCode]) => ({
  kind: 'throw',
  match: { type: 'functionCall', functionName, requiresImport: ['next/navigation'] },
  extraction: { defaultStatusCode },
  producesResponse: true,
  inEveryUnit: true,
}))

const thrown: TerminalPattern = {
  kind: 'throw',
  match: { type: 'throwExpression' },
  extraction: {},
  producesResponse: true,
}

const actionTerminals: TerminalPattern[] = [
  ...navigation,
  { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
  { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
]

const answer = (method: string, extraction: TerminalPattern['extraction']): TerminalPattern => ({
  kind: 'response',
  match: {
    type: 'parameterMethodCall',
    parameterPosition: 1,
    methodChain: [method],
    passThroughMethods: ['setHeader', 'appendHeader', 'setPreviewData', 'clearPreviewData', 'setDraftMode'],
    statementStatus: { method: ['status', 'writeHead'], property: 'statusCode' },
  },
  extraction,
})

const pagesTerminals: TerminalPattern[] = [
  ...['json', 'send'].map(method => answer(method, { body, defaultStatusCode: 200 })),
  answer('end', { defaultStatusCode: 200 }),
  answer('redirect', {
    statusCode: { from: 'argument', position: 0, minArgs: 2 },
    defaultStatusCode: 307,
  }),
  thrown,
]

const routes: DiscoveryPattern = {
  kind: 'handler',
  match: { type: 'fileConvention', filePattern: `**/app/**/route.${scripts}`, exportNames: verbs },
  bindingExtraction: {
    method: { type: 'fromExportName' },
    path: {
      type: 'fromFilename',
      root: 'app',
      dropBasenames: ['route'],
      dynamic: 'brackets',
      dropParenthesized: true,
      prefix,
    },
  },
}

const pages: DiscoveryPattern = {
  kind: 'handler',
  match: { type: 'fileConvention', filePattern: `**/pages/api/**/*.${scripts}`, exportNames: ['default'] },
  bindingExtraction: {
    method: { type: 'literal', value: '*' },
    path: { type: 'fromFilename', root: 'pages', dropBasenames: ['index'], dynamic: 'brackets', prefix },
  },
  terminals: pagesTerminals,
  inputMapping: {
    type: 'positionalParams',
    params: [
      { position: 0, role: 'request' },
      { position: 1, role: 'response' },
    ],
  },
}

const middleware: DiscoveryPattern = {
  kind: 'middleware',
  match: {
    type: 'fileConvention',
    filePattern: `{,src/}{middleware,proxy}.${scripts}`,
    exportNames: ['middleware', 'proxy', 'default'],
  },
  wraps: { scopeExport: { name: 'config', property: 'matcher' }, targetPosition: 0 },
  terminals: [
    ...responses,
    thrown,
    { kind: 'delegate', match: { type: 'functionFallthrough' }, extraction: {} },
  ],
}

const directive = 'use server'

/** Exported functions of a file that says so, and functions that say so themselves. */
const serverActions: DiscoverUnits = (_file, context) => {
  const { directives, exports, functions } = context as FileContext
  const action = { kind: 'action' as const, terminals: actionTerminals, inputMapping: allPositional }
  const exported = directives.includes(directive)
    ? exports().map(({ name, func }) => ({ ...action, func, name, exportName: name }))
    : []
  const inline = functions()
    .filter(one => one.directives.includes(directive))
    .map(({ func, name, exportName }) => ({
      ...action,
      func,
      name: name ?? 'action',
      nameKind: name === null ? ('label' as const) : ('binding' as const),
      ...(exportName === null ? {} : { exportName }),
    }))
  return [...exported, ...inline]
}

const allPositional = { type: 'allPositional' as const }

export default definePack({
  name: 'nextjs',
  protocol: 'http',
  languages: ['typescript'],
  discovery: [routes, pages, middleware],
  discoverUnits: serverActions,
  terminals: [...responses, ...navigation, thrown],
  inputMapping: {
    type: 'positionalParams',
    params: [
      { position: 0, role: 'request' },
      { position: 1, role: 'context' },
    ],
  },
  declarations,
})
