/** The names of React Router that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

/** Where Remix, and older versions of the router, export the same names. */
export const formerModules = [
  '@remix-run/node',
  '@remix-run/react',
  '@remix-run/router',
  '@remix-run/cloudflare',
  '@remix-run/deno',
  '@remix-run/server-runtime',
]

export const declarations: PackDeclarations = [
  {
    module: 'react-router',
    exports: [
      'Route',
      'createBrowserRouter',
      'createHashRouter',
      'createMemoryRouter',
      'createStaticHandler',
      'createStaticRouter',
      'data',
      'redirect',
      'redirectDocument',
      'replace',
      'useRoutes',
    ],
    keys: {
      IndexRouteObject: ['Component', 'action', 'element', 'index', 'lazy', 'loader', 'path'],
      NonIndexRouteObject: ['children'],
      LoaderFunctionArgs: ['context', 'params', 'request'],
    },
    text: ['loader', 'clientLoader', 'action', 'clientAction', 'default'],
  },
  { module: 'react-router-dom', text: ['json', 'defer'] },
  ...formerModules.map(module => ({ module, text: ['json', 'defer'] })),
  { module: '@react-router/dev/routes', text: ['route', 'index', 'layout', 'prefix'] },
  { module: '@react-router/fs-routes', text: ['flatRoutes'] },
  { module: '@remix-run/fs-routes', text: ['flatRoutes'] },
  { module: 'react', exports: ['use', 'useContext'] },
  { module: 'global', exports: ['Response'], members: { Response: ['json'] } },
]
