/** Acceptance of the React Router pack. */
import { checkSummaries } from '@suss/core/check'
import type { BehavioralSummary } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { named, only, routeOf } from '../testing/find.js'
import { outputText } from '../testing/listed.js'
import { summariesOf } from '../testing/run.js'

const head = `import { createBrowserRouter, createRoutesFromElements, data, redirect, Route, Routes, useRoutes } from 'react-router'\n`
const routeUnits = (found: readonly BehavioralSummary[]) =>
  found.filter(({ identity }) => identity.boundaryBinding?.recognition === '@suss/packs/react-router')
const listed = (found: readonly BehavioralSummary[]) =>
  routeUnits(found)
    .map(unit => `${unit.kind} ${unit.identity.name} ${routeOf(unit)}`)
    .sort()
const outcomes = ({ transitions }: BehavioralSummary) =>
  transitions.map(({ output }) => outputText(output)).sort()
const run = (text: string) => summariesOf({ 'src/a.tsx': head + text })
const loader = (body: string) =>
  only(
    routeUnits(
      summariesOf({ 'app/r.tsx': `${head}export async function loader({ params, request }) { ${body} }` }),
    ),
  )

const pages = `const A = () => <a/>\nconst B = () => <b/>\nconst C = () => <i/>\nconst Layout = () => <p/>\n`

test('packs/P35 roles of what a loader takes', () => {
  const roles = (parameter: string) =>
    only(
      routeUnits(summariesOf({ 'app/r.tsx': `${head}export const loader = async (${parameter}) => null` })),
    ).inputs.map(input => input.type === 'parameter' && [input.name, input.role])
  expect(roles('{ params }')).toEqual([['params', 'pathParams']])
  expect(roles('args')).toEqual([['args', 'request']])
})

describe('packs/P36 paths of route modules', () => {
  const module = `${head}export const loader = () => null\nexport const action = () => null\nexport default function Page() { return <p/> }`
  test('flat routes', () => {
    const found = summariesOf({
      'app/routes.ts': `import { flatRoutes } from '@react-router/fs-routes'\nexport default flatRoutes()`,
      'app/routes/users.$id.tsx': module,
      'app/routes/_index.tsx': `${head}export const loader = () => null`,
      'app/routes/_auth.login.tsx': `${head}export const loader = () => null`,
      'app/routes/($lang).about.tsx': `${head}export const loader = () => null`,
      'app/routes/users_.$id.edit.tsx': `${head}export const loader = () => null`,
      'app/routes/sitemap[.]xml.ts': `${head}export const loader = () => null`,
      'app/routes/files.$/route.tsx': `${head}export const loader = () => null`,
      'app/routes/files.$/helper.tsx': `export const other = 1`,
    })
    expect(listed(found)).toEqual([
      'action action * /users/{id}',
      'component Page GET /users/{id}',
      'loader loader GET /',
      'loader loader GET /files/{splat+}',
      'loader loader GET /login',
      'loader loader GET /sitemap.xml',
      'loader loader GET /users/{id}',
      'loader loader GET /users/{id}/edit',
      'loader loader GET /{lang?}/about',
    ])
  })

  test('flat routes of Remix, by what the project depends on', () => {
    const found = summariesOf({
      'package.json': '{ "devDependencies": { "@remix-run/dev": "2" } }',
      'app/routes/users.$id.tsx': module,
    })
    expect(listed(found)).toHaveLength(3)
    expect(listed(found)[0]).toBe('action action * /users/{id}')
  })

  test('without any convention the path is not known', () => {
    const found = summariesOf({ 'app/routes/users.$id.tsx': module })
    expect(listed(found)).toEqual(['action action * null', 'loader loader GET null'])
    expect(routeUnits(found).flatMap(({ gaps }) => gaps.map(({ reason }) => reason))).toEqual([
      'unreadPath',
      'unreadPath',
    ])
  })

  test('a table of routes', () => {
    const page = `${head}export const loader = () => null`
    const found = summariesOf({
      'app/routes.ts': `import { type RouteConfig, index, layout, prefix, route } from '@react-router/dev/routes'
export default [
  index('./home.tsx'),
  layout('./auth/layout.tsx', [route('login', './auth/login.tsx')]),
  ...prefix('shops', [index('./shops/home.tsx'), route(':id', './shops/one.tsx', [route('edit', './shops/edit.tsx')])]),
] satisfies RouteConfig`,
      'app/home.tsx': page,
      'app/auth/layout.tsx': page,
      'app/auth/login.tsx': page,
      'app/shops/home.tsx': page,
      'app/shops/one.tsx': page,
      'app/shops/edit.tsx': page,
      'app/other.tsx': 'export const loader = () => null',
    })
    expect(
      routeUnits(found)
        .map(unit => `${unit.location.file} ${routeOf(unit)}`)
        .sort(),
    ).toEqual([
      'app/auth/layout.tsx GET /',
      'app/auth/login.tsx GET /login',
      'app/home.tsx GET /',
      'app/shops/edit.tsx GET /shops/:id/edit',
      'app/shops/home.tsx GET /shops',
      'app/shops/one.tsx GET /shops/:id',
    ])
  })

  test('only a module without a page answers other programs', () => {
    const found = summariesOf({
      'app/routes.ts': `import { index, route } from '@react-router/dev/routes'\nexport default [index('./home.tsx'), route('feed', './feed.ts')]`,
      'app/root.tsx': module,
      'app/home.tsx': module,
      'app/feed.ts': `${head}export const loader = () => null`,
    })
    const transports = routeUnits(found).map(
      ({ location, kind, identity }) => `${location.file} ${kind} ${identity.boundaryBinding?.transport}`,
    )
    expect(transports.filter(line => line.endsWith(' http'))).toEqual(['app/feed.ts loader http'])
    expect(
      routeUnits(found)
        .filter(({ location }) => location.file === 'app/root.tsx')
        .map(routeOf),
    ).toEqual(['GET /', '* /', 'GET /'])
  })

  test('what makes a loader is none', () => {
    const found = summariesOf({
      'app/r.tsx': `${head}export const clientLoader = (client) => async () => client.get('/x')`,
    })
    expect(listed(found)).toEqual([])
  })
})

describe('packs/P37 answers', () => {
  test.each([
    [`throw redirect('/l')`, ['302']],
    [`return redirect('/l', 301)`, ['301']],
    [`return redirect('/l', { status: 303 })`, ['303']],
    [`return data({ a: 1 }, { status: 404 })`, ['404']],
    [`throw data('none', { status: 404 })`, ['404']],
    [`throw new Response('no', { status: 403 })`, ['403']],
    [`return { a: 1 }`, ['200']],
    [`if (!params.id) throw data(null, 400); return null`, ['200', '400']],
    [`throw new Error('x')`, ['throw Error']],
    [`return fetch('/x')`, []],
  ])('%s', (body, expected) => {
    expect(outcomes(loader(body))).toEqual(expected)
  })

  test('a project function of the name json is none of the library', () => {
    const found = summariesOf({
      'app/r.tsx': `${head}const json = (value, status) => ({ value, status })\nexport const loader = () => json({ a: 1 }, 500)`,
    })
    expect(outcomes(only(routeUnits(found)))).toEqual(['200'])
  })

  test('what a helper throws answers the request', () => {
    const found = summariesOf({
      'app/r.tsx': `${head}import { requireUser, logout } from './session'\nexport const loader = async ({ request }) => { const user = await requireUser(request); return { user } }\nexport const action = async ({ request }) => logout(request)`,
      'app/session.ts': `${head}export async function requireUser(request) { const user = await find(request); if (user === 1) throw redirect('/login', 303); if (!user) throw await logout(request); return user }
export async function logout(request) { return redirect('/') }
const find = async request => request.user`,
    })
    expect(outcomes(named(found, 'loader'))).toEqual(['200', '302', '303'])
    expect(outcomes(named(found, 'action'))).toEqual(['302'])
    expect(outcomes(named(found, 'logout'))).toEqual(['return'])
  })

  test('json of Remix', () => {
    const found = summariesOf({
      'app/r.tsx': `import { json } from '@remix-run/node'\nexport const loader = () => json({ a: 1 }, { status: 201 })`,
    })
    expect(outcomes(only(routeUnits(found)))).toEqual(['201'])
  })
})

describe('packs/P38 routes in the browser', () => {
  const expected = [
    'component A GET /',
    'component B GET /orders',
    'component C GET /orders/:id',
    'component Layout GET /',
  ]
  test('nested elements', () => {
    expect(
      listed(
        run(
          `${pages}export const App = () => <Routes><Route element={<Layout/>}><Route index element={<A/>}/><Route path="orders" element={<B/>}/><Route path="orders"><Route path=":id" Component={C}/></Route></Route></Routes>`,
        ),
      ),
    ).toEqual(expected)
  })

  test('route objects', () => {
    expect(
      listed(
        run(`${pages}const orders = [{ path: ':id', Component: C }]
export const router = createBrowserRouter([{ element: <Layout/>, children: [{ index: true, element: <A/> }, { path: '/orders', element: <B/> }, { path: 'orders', children: orders }] }])`),
      ),
    ).toEqual(expected)
  })

  test('elements given to a router', () => {
    expect(
      listed(
        run(
          `${pages}export const router = createBrowserRouter(createRoutesFromElements(<><Route element={<Layout/>}><Route index element={<A/>}/><Route path="/orders" element={<B/>}><Route path=":id" element={<C/>}/></Route></Route></>))`,
        ),
      ),
    ).toEqual(expected)
  })

  test('loaders and actions of objects, modules that are loaded later', () => {
    const found = summariesOf({
      'src/a.tsx': `${head}const load = async ({ params }) => ({ id: params.id })
export const router = createBrowserRouter([
  { path: '/a/:id', loader: load, action: async () => redirect('/a'), lazy: () => import('./a-page') },
  { path: '/b', lazy: () => import('./b-page').then(m => ({ Component: m.B, loader: m.makeLoader(1) })) },
])`,
      'src/a-page.tsx': 'export function Component() { return <a/> }',
      'src/b-page.tsx': 'export const B = () => <b/>\nexport const makeLoader = (n) => async () => n',
    })
    expect(listed(found)).toEqual([
      'action action * /a/:id',
      'component B GET /b',
      'component Component GET /a/:id',
      'loader GET /b GET /b',
      'loader load GET /a/:id',
    ])
  })

  test('what a module does not have is none', () => {
    const found = summariesOf({
      'src/a.tsx': `${head}const convert = (client) => (m) => { const { clientLoader, clientAction, default: Component, ...rest } = m; return { ...rest, loader: clientLoader?.(client), action: clientAction?.(client), Component } }
export const make = (client) => createBrowserRouter([{ path: '/c', lazy: () => import('./c-page').then(convert(client)) }])`,
      'src/c-page.tsx':
        'export const clientLoader = (client) => async () => client.get(1)\nexport default function C() { return <p/> }',
    })
    expect(listed(found)).toEqual(['component C GET /c', 'loader GET /c GET /c'])
  })

  test('routes inside a component that is itself behind a route', () => {
    expect(
      listed(
        run(`${pages}const Admin = () => <Routes><Route path="users" element={<A/>}/></Routes>
export const App = () => <Routes><Route path="/admin/*" element={<Admin/>}/><Route path="*" element={<B/>}/></Routes>`),
      ),
    ).toEqual(['component A GET /admin/users', 'component Admin GET /admin/{x*}', 'component B GET /{x*}'])
  })

  test('the component inside a guard', () => {
    expect(
      listed(
        run(
          `${pages}const Guard = ({ children }) => children\nexport const r = useRoutes([{ path: 'x', element: <Guard><Layout><A/></Layout></Guard> }])`,
        ),
      ),
    ).toEqual(['component A GET /x'])
  })

  test('they answer no request of another program', () => {
    const found = run(
      `${pages}export const router = createBrowserRouter([{ path: '/orders', loader: () => ({ a: 1 }), element: <A/> }])\nexport const get = async () => { const r = await fetch('/orders'); if (r.status === 404) return null; return (await r.json()).b }`,
    )
    const report = checkSummaries({ summaries: found, config: {}, medium: 'check' })
    expect(report.findings).toEqual([])
    expect(report.pairs).toEqual([])
    expect(report.unmatched.consumers.map(({ reason }) => reason)).toEqual(['noProviderInRun'])
  })
})

test('packs/P39 a path that is no text', () => {
  const found = run(
    `${pages}export const App = () => <Routes><Route path={p()} element={<A/>}><Route path="x" element={<B/>}/></Route></Routes>`,
  )
  expect(listed(found)).toEqual(['component A GET null', 'component B GET null'])
  expect(named(found, 'A').gaps.map(({ reason }) => reason)).toEqual(['unreadPath'])
})

test('what a component reads of its loader', () => {
  const found = run(
    `import { useLoaderData } from 'react-router'\nexport default function Page() { const { user } = useLoaderData(); return <p>{user}</p> }`,
  )
  expect(named(found, 'Page').inputs).toEqual([
    { type: 'hookReturn', hook: 'useLoaderData', destructuredFields: ['user'] },
  ])
})
