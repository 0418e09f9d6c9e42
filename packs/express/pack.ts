/** Express: routes, middleware and error handlers of an application or a router. */
import {
  definePack,
  type DiscoveryPattern,
  type HttpRoutes,
  httpRouteDiscovery,
  type InputMappingPattern,
  routeHelperIndex,
  wrapperDiscovery,
} from '@suss/core/pack'
import { declarations } from './declarations.js'
import { libraryWrappers } from './library-wrappers.js'
import { terminals } from './terminals.js'

/** What makes an application, and what makes a router. */
const importNames = ['default', 'Router']

const routes: HttpRoutes = {
  importModule: 'express',
  importNames,
  methods: ['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'all', 'search'],
  methodNames: { all: '*' },
}

/** `app.route('/x').get(h).post(h2)`. */
const chained: DiscoveryPattern[] = httpRouteDiscovery(routes).flatMap((pattern): DiscoveryPattern[] =>
  pattern.match.type === 'registrationCall'
    ? [{ ...pattern, match: { ...pattern.match, pathFrom: { method: 'route', position: 0 } } }]
    : [],
)

const roles = (...names: string[]): InputMappingPattern => ({
  type: 'positionalParams',
  params: names.map((role, position) => ({ position, role })),
})

export default definePack({
  name: 'express',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['express'],
  discovery: [
    ...httpRouteDiscovery({ ...routes, mount: { method: 'use', prefixPosition: 0, targetPosition: 1 } }),
    ...chained,
    ...wrapperDiscovery({
      importModule: 'express',
      importNames,
      wraps: [
        { method: 'use', targetPosition: 1, scopePosition: 0, arity: 4, throwParam: 0, continuationParam: 3 },
      ],
      inputMapping: roles('error', 'request', 'response', 'next'),
    }),
    ...wrapperDiscovery({
      importModule: 'express',
      importNames,
      wraps: [{ method: 'use', targetPosition: 1, scopePosition: 0, continuationParam: 2 }],
    }),
  ],
  terminals,
  inputMapping: roles('request', 'response', 'next'),
  errorBody: { type: 'text' },
  pathSyntax: 'express',
  projectHelpers: routeHelperIndex,
  transparentWrappers: [{ module: 'express-async-handler', name: 'default', argument: 0 }],
  libraryWrappers,
  declarations,
})
