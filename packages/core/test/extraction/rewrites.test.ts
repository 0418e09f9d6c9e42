/** packs.md 5.5: where a client's path really goes. */
import { expect, test } from 'vitest'
import { httpFacts } from '../../src/ir/index.js'
import { clients, extractSources, route } from '../../src/testing/extract-source.js'

const client = (path: string): Record<string, string> => ({ 'src/a.ts': `export const f = () => fetch("${path}")` })
const rewrittenIn = (texts: Record<string, string>, path = '/api/s/1'): unknown => {
  const [found, ...more] = clients(extractSources({ ...texts, ...client(path) }))
  if (!found || more.length > 0) throw new Error('one client expected')
  expect(route(found)).toBe(`GET ${path}`)
  return httpFacts(found).rewritten
}
const vite = (proxy: string, head = ''): Record<string, string> => ({
  'vite.config.ts': `import { defineConfig } from "vite"\n${head}export default defineConfig({ server: { proxy: ${proxy} } })`,
})
const strip = 'rewrite: p => p.replace(/^\\/api/, "")'

test('packs/K17 extraction/X43 a proxy of Vite with target and rewrite', () => {
  expect(rewrittenIn(vite(`{ "/api": { target: "http://localhost:4100/v1", ${strip} } }`))).toEqual({ path: '/v1/s/1', host: 'localhost:4100' })
  expect(rewrittenIn(vite('{ "/api": "http://localhost:4100" }'))).toEqual({ path: '/api/s/1', host: 'localhost:4100' })
  expect(rewrittenIn(vite(`{ "^/api": { target: process.env.API, ${strip} } }`))).toEqual({ path: '/s/1' })
  expect(rewrittenIn(vite('{ "/other": "http://localhost:4100" }'))).toBeUndefined()
})

test('a configuration as a function, the first rule that covers, a hole in the path', () => {
  const config = { 'vite.config.ts': `export default () => ({ server: { proxy: { "/api/s": { target: "http://a:1", ${strip} }, "/api": "http://b:2" } } })` }
  expect(rewrittenIn(config)).toEqual({ path: '/s/1', host: 'a:1' })
  expect(rewrittenIn(config, '/api/t')).toEqual({ path: '/api/t', host: 'b:2' })
})

test('packs/K18 extraction/X43 what a rule makes of a path is not known', () => {
  const unread = [
    vite('{ "/api": { target: "http://h", bypass: () => null } }'),
    vite('{ "/api": { target: "http://h", rewrite: strip } }', 'import { strip } from "strip"\n'),
    vite('{ "/api": { target: "http://h", rewrite: p => p.slice(4) } }'),
    vite('{ "^/api/(s|t)": "http://h" }'),
  ]
  for (const config of unread) {
    expect(rewrittenIn(config)).toEqual({ path: null })
    expect(rewrittenIn(config, '/other')).toBeUndefined()
  }
  expect(rewrittenIn(vite('{ ...load() }'), '/other')).toEqual({ path: null })
})

test('packs/K19 rewrites of Next', () => {
  const next = (answer: string) => ({ 'next.config.mjs': `const config = { rewrites: async () => (${answer}) }\nexport default withPlugin(config)\nimport { withPlugin } from "x"` })
  const list = '[{ source: "/a/:p*", destination: "https://h.io/b/:p*" }, { source: "/u/:id", destination: "/users/:id" }]'
  expect(rewrittenIn(next(list), '/a/x')).toEqual({ path: '/b/x', host: 'h.io' })
  expect(rewrittenIn(next(list), '/a')).toEqual({ path: '/b', host: 'h.io' })
  expect(rewrittenIn(next(`{ beforeFiles: ${list}, fallback: [] }`), '/u/7')).toEqual({ path: '/users/7' })
  expect(rewrittenIn(next(list), '/u/7/more')).toBeUndefined()
  expect(rewrittenIn(next('[{ source: "/a/:p*", has: [], destination: "/b/:p*" }]'), '/a/x')).toEqual({ path: null })
})

test('packs/K20 a proxy in package.json, and one that is not read', () => {
  expect(rewrittenIn({ 'package.json': '{ "name": "web", "proxy": "http://localhost:9" }' })).toEqual({ path: '/api/s/1', host: 'localhost:9' })
  const setup = { 'src/setupProxy.js': 'const { createProxyMiddleware } = require("http-proxy-middleware")\nmodule.exports = app => app.use("/api", createProxyMiddleware({ target: "http://h" }))' }
  expect(rewrittenIn(setup)).toEqual({ path: null })
  expect(rewrittenIn(setup, '/other')).toBeUndefined()
})

test('a host of its own is not rewritten, nor a client of another package', () => {
  const [absolute] = clients(extractSources({ ...vite('{ "/api": "http://h" }'), 'src/a.ts': 'export const f = () => fetch("https://x.io/api/s")' }))
  expect(absolute && httpFacts(absolute).rewritten).toBeUndefined()
  const [other] = clients(extractSources({ 'web/vite.config.ts': 'export default { server: { proxy: { "/api": "http://h" } } }', 'jobs/src/a.ts': 'export const f = () => fetch("/api/s")' }))
  expect(other && httpFacts(other).rewritten).toBeUndefined()
})
