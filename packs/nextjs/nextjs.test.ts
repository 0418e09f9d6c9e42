/** Acceptance of the Next.js pack. */
import { wrapperRefs } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { answering, atRoute, named, routeOf } from '../testing/find.js'
import { listedIn } from '../testing/listed.js'
import { summariesOf } from '../testing/run.js'

const route = (body: string) => summariesOf({ 'app/a/route.ts': body })
const listed = (body: string) => listedIn(route(body))

test('packs/P29 two verbs of a route file below a group', () => {
  const found = summariesOf({
    'app/api/(g)/orders/[id]/route.ts': `export async function GET() { return Response.json({ a: 1 }) }
export const POST = async (request: Request) => Response.json(await request.json(), { status: 201 })`,
  })
  expect(listedIn(found)).toEqual(['nextjs GET /api/orders/{id}: 200', 'nextjs POST /api/orders/{id}: 201'])
})

test('packs/P30 rest parameters and pages', () => {
  const found = summariesOf({
    'app/[...s]/route.ts': 'export const GET = () => Response.json({})',
    'src/app/o/[[...s]]/route.ts': 'export const GET = () => Response.json({})',
    'app/@modal/(.)photo/[id]/route.ts': 'export const GET = () => Response.json({})',
    'pages/api/x/index.ts': 'export default (req, res) => res.status(200).json({})',
  })
  expect(
    found
      .map(routeOf)
      .filter(text => text !== null)
      .sort(),
  ).toEqual(['* /api/x', 'GET /o/{s*}', 'GET /photo/{id}', 'GET /{s+}'])
})

test('packs/P30 a base path of the configuration', () => {
  const files = { 'app/a/route.ts': 'export const GET = () => Response.json({})' }
  const routes = (config: string) =>
    summariesOf({ ...files, 'next.config.mjs': config })
      .map(routeOf)
      .filter(r => r)
  expect(routes(`export default { basePath: '/docs' }`)).toEqual(['GET /docs/a'])
  expect(
    routes(
      `import { withX } from 'x'\nconst config = { basePath: '/docs' }\nexport default withX({})(config)`,
    ),
  ).toEqual(['GET /docs/a'])
  expect(routes(`export default () => ({ reactStrictMode: true })`)).toEqual(['GET /a'])
  expect(routes(`export default { basePath: process.env.BASE }`)).toEqual(['GET null'])
})

describe('packs/P31 answers', () => {
  const head = `import { NextResponse } from 'next/server'\nimport { notFound, redirect, permanentRedirect } from 'next/navigation'\n`
  test.each([
    ['a status of the options', 'return NextResponse.json({ b: 1 }, { status: 404 })', '404'],
    ['notFound()', 'notFound()', '404'],
    ['redirect()', `redirect('/x')`, '307'],
    ['permanentRedirect()', `permanentRedirect('/x')`, '308'],
    ['a redirect', `return NextResponse.redirect(new URL('/x', request.url))`, '307'],
    ['a redirect with a number', `return NextResponse.redirect('/x', 303)`, '303'],
    ['a redirect with options', `return NextResponse.redirect('/x', { status: 301 })`, '301'],
    ['an answer of the platform', `return new Response('a', { status: 202 })`, '202'],
    ['no options', `return Response.json({})`, '200'],
    [
      'an answer kept in a name',
      `const made = NextResponse.json({}, { status: 201 }); made.cookies.set('a', 'b'); return made`,
      '201',
    ],
  ])('%s', (_title, body, status) => {
    expect(listed(`${head}export function GET(request: Request) { ${body} }`)).toEqual([
      `nextjs GET /a: ${status}`,
    ])
  })

  test('an answer that is made and not returned is none', () => {
    expect(
      listed(
        `${head}export function GET(r: Request) { const e = NextResponse.json({}, { status: 500 }); if (r.url) return NextResponse.json({ a: 1 }); return e }`,
      ),
    ).toEqual(['nextjs GET /a: 200, 500'])
    const [transition] = atRoute(
      route(
        `${head}export function GET(r: Request) { const e = NextResponse.json({}, { status: 500 }); return NextResponse.json({ a: 1 }) }`,
      ),
      'GET /a',
    ).transitions
    expect(transition?.output).toMatchObject({ statusCode: { value: 200 } })
  })

  test('options that are not read leave the status open', () => {
    expect(
      listed(
        `${head}export function GET(r: Request, init: ResponseInit) { return NextResponse.json({}, { ...init }) }`,
      ),
    ).toEqual(['nextjs GET /a: unresolved'])
  })

  test('a helper with several answers is read where it is returned', () => {
    const found =
      route(`${head}const answer = (a?: string) => { if (!a) return NextResponse.json({ e: 1 }, { status: 404 }); return NextResponse.json({ a }) }
export const GET = async (r: Request) => { const a = r.headers.get('a'); return answer(a) }`)
    expect(listedIn(found)).toEqual(['nextjs GET /a: 200, 404'])
    expect(answering(atRoute(found, 'GET /a'), '404').conditions).toHaveLength(1)
  })

  test('one of several answers is not guessed', () => {
    const found = atRoute(
      route(
        `${head}export function GET(r: Request) { let a = NextResponse.json({}); if (r.url) { a = NextResponse.json({}, { status: 201 }) } return a }`,
      ),
      'GET /a',
    )
    expect(found.transitions).toEqual([])
    expect(found.gaps.map(g => g.reason)).toEqual(['unmatchedReturn'])
  })

  test('a helper that redirects throws for its callers', () => {
    const found = summariesOf({
      'app/a/route.ts': `import { requireUser } from '../../lib/user'\nexport async function GET() { const user = await requireUser(); return Response.json(user) }`,
      'lib/user.ts': `import { redirect } from 'next/navigation'\nexport async function requireUser() { const u = await load(); if (!u) redirect('/login'); return u }\nasync function load() { return globalThis.user }`,
    })
    expect(listedIn(found)).toEqual(['nextjs GET /a: 200, 307'])
  })

  test('a catch around it takes it', () => {
    expect(
      listed(
        `${head}export async function GET() { try { redirect('/x') } catch { return NextResponse.json({}, { status: 500 }) } }`,
      ),
    ).toEqual(['nextjs GET /a: 500'])
  })
})

test('a package that is exported as a whole exports no route', () => {
  expect(listed(`export * from 'some-package'`)).toEqual([])
})

describe('packs/P32 actions', () => {
  const factory = `export const validated = (schema, action) => async (state, form) => { const r = schema.safeParse(form); if (!r.success) return { error: 'bad' }; return action(r.data, form) }`
  test('made by a factory', () => {
    const found = summariesOf({
      'app/actions.ts': `'use server'\nimport { validated } from './validated'\nconst schema = {}\nexport const save = validated(schema, async (d) => { if (!d) throw new Error('x'); return { saved: true } })`,
      'app/validated.ts': factory,
    })
    const save = named(found, 'save')
    expect(save.kind).toBe('action')
    expect(save.identity.boundaryBinding).toEqual({
      transport: 'http',
      semantics: { name: 'function-call', module: 'app/actions.ts', exportName: 'save' },
      recognition: '@suss/packs/nextjs',
    })
    expect(save.transitions.map(t => t.output.type).sort()).toEqual(['return', 'return', 'throw'])
    expect(wrapperRefs(save).map(r => r.summary)).toEqual([
      found.find(s => s.kind === 'middleware')?.identity.id,
    ])
    expect(save.inputs.map(i => i.type === 'parameter' && i.role)).toEqual(['d'])
  })

  test('written in place, and a helper that is none', () => {
    const found = summariesOf({
      'app/page.tsx': `export default function Page() { async function add(form: FormData) { 'use server'; return form.get('a') } return <form action={add} /> }\nconst help = () => 1`,
      'app/actions.ts': `'use server'\nconst hidden = async () => 2\nexport async function seen() { return hidden() }`,
    })
    expect(
      found
        .filter(s => s.kind === 'action')
        .map(s => [s.identity.name, s.identity.boundaryBinding?.semantics]),
    ).toEqual([
      ['seen', { name: 'function-call', module: 'app/actions.ts', exportName: 'seen' }],
      ['add', undefined],
    ])
  })
})

describe('packs/P32 the function in front of the routes', () => {
  const files = (matcher: string) => ({
    'middleware.ts': `import { NextResponse } from 'next/server'\nexport default function guard(r) { if (!r.cookies.has('s')) return NextResponse.redirect('/login'); return NextResponse.next() }\n${matcher}`,
    'app/api/a/route.ts': 'export const GET = () => Response.json({})',
    'app/b/[id]/route.ts': 'export const GET = () => Response.json({})',
  })
  test.each([
    ['', ['GET /api/a: 200, 307', 'GET /b/{id}: 200, 307']],
    [`export const config = { matcher: '/api/:path*' }`, ['GET /api/a: 200, 307', 'GET /b/{id}: 200']],
    [
      `export const config = { matcher: ['/((?!api|_next).*)'] }`,
      ['GET /api/a: 200', 'GET /b/{id}: 200, 307'],
    ],
    [`export const config = { matcher: ['/b/me'] }`, ['GET /api/a: 200', 'GET /b/{id}: 200']],
    [
      `export const config = { matcher: [{ source: '/api/:p*', has: [{ type: 'header', key: 'x' }] }] }`,
      ['GET /api/a: 200', 'GET /b/{id}: 200'],
    ],
  ])('%s', (matcher, expected) => {
    expect(
      listedIn(summariesOf(files(matcher)))
        .filter(l => l.startsWith('nextjs'))
        .map(l => l.replace('nextjs ', '')),
    ).toEqual(expected)
  })

  test('what it may or may not cover is not read, never left out', () => {
    const found = summariesOf(files(`export const config = { matcher: ['/b/me'] }`))
    expect(wrapperRefs(atRoute(found, 'GET /b/{id}'))).toMatchObject([
      { summary: null, reason: 'unresolvedWrapper' },
    ])
    expect(wrapperRefs(atRoute(found, 'GET /api/a'))).toEqual([])
  })
})
