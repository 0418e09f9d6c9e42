/** The stand-ins programs are run with answer as the real libraries do. */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Form, Run } from './form.js'
import { forms } from './forms.js'
import { type Program, programOf, running, runsOf } from './proof.js'

const load = createRequire(new URL('../../../../packs/package.json', import.meta.url))

interface Server {
  /** What a client sees of one run: status and body, or `throw`. */
  ask(run: Run): Promise<string>
  close(): Promise<unknown>
}

const shown = (status: number, text: string): string => {
  if (text === '') return `${status} -`
  try {
    const body: unknown = JSON.parse(text)
    return `${status} ${typeof body === 'object' && body !== null ? Object.keys(body).sort().join() : String(body)}`
  } catch {
    return `${status} ${text}`
  }
}

type Unit = (...args: never[]) => unknown

async function expressServer(unit: Unit): Promise<Server> {
  let current: Run
  const app = load('express')()
  app.get(
    '/t',
    (req: { body: unknown }, _res: unknown, next: () => void) => {
      req.body = current.inputs
      next()
    },
    unit,
  )
  app.use(
    (
      error: { status?: number; statusCode?: number },
      _req: unknown,
      res: { headersSent: boolean; status(n: number): { end(text: string): void } },
      _next: unknown,
    ) => res.headersSent || res.status(298).end(String(error.status ?? error.statusCode ?? 'throw')),
  )
  const server = createServer(app)
  await new Promise<void>(done => server.listen(0, done))
  const { port } = server.address() as AddressInfo
  return {
    async ask(run) {
      current = run
      const answer = await fetch(`http://127.0.0.1:${port}/t`)
      const text = await answer.text()
      if (answer.status === 298) return text === 'throw' ? 'throw' : `${text} <error>`
      return shown(answer.status, text)
    },
    close: () => new Promise(done => server.close(done)),
  }
}

async function fastifyServer(unit: Unit): Promise<Server> {
  const app = load('fastify')()
  app.post('/t', unit)
  await app.ready()
  return {
    async ask(run) {
      const answer = await app.inject({ method: 'POST', url: '/t', payload: run.inputs })
      const said = shown(answer.statusCode, answer.body)
      if (!/ error,message,statusCode$/.test(said)) return said
      return answer.statusCode === 500 ? 'throw' : said.replace(/ .*/, ' <error>')
    },
    close: () => app.close(),
  }
}

async function honoServer(unit: Unit): Promise<Server> {
  const { Hono } = load('hono')
  const app = new Hono()
  app.post('/t', unit)
  app.onError((_error: unknown, c: { text(body: string, status: number): Response }) => c.text('throw', 500))
  return {
    async ask(run) {
      const answer: Response = await app.request('/t', { method: 'POST', body: JSON.stringify(run.inputs) })
      const said = shown(answer.status, await answer.text())
      return said === '500 throw' ? 'throw' : said
    },
    close: async () => {},
  }
}

const servers: readonly (readonly [string, (unit: Unit) => Promise<Server>])[] = [
  ['express', expressServer],
  ['express async', expressServer],
  ['fastify', fastifyServer],
  ['hono', honoServer],
]

/** An ending without an answer has nothing to compare. */
const comparable = (seen: string | null): seen is string =>
  seen !== null && !seen.startsWith('return') && seen !== 'void' && seen !== 'delegate'

async function compare(form: Form, open: (unit: Unit) => Promise<Server>, program: Program): Promise<number> {
  const { unit, begin, execute } = running(form, program)
  const server = await open(unit)
  let compared = 0
  try {
    for (const run of runsOf(program).filter((_, i) => i % 7 === 0)) {
      const seen = await execute(run)
      if (!comparable(seen)) continue
      begin(run)
      const said = await server.ask(run)
      // an error without a status takes a pending one of 400 and more
      if (seen.startsWith('throw') ? !/^(throw|[45]\d\d <error>)$/.test(said) : said !== seen)
        throw new Error(
          `${form.name}: the library answers ${said}, the stand-in ${seen}\n${JSON.stringify(run.inputs)}\n${program.text}`,
        )
      compared++
    }
  } finally {
    await server.close()
  }
  return compared
}

test.each(servers)('the stand-in of %s', async (name, open) => {
  const form = forms.find(f => f.name === name)
  if (!form) throw new Error(`no form ${name}`)
  let compared = 0
  // what follows a `next()` is answered by two at once
  const programs = fc.sample(programOf(form), { numRuns: 40, seed: 7 }).filter(p => !p.text.includes('next('))
  for (const program of programs) compared += await compare(form, open, program)
  expect(compared).toBeGreaterThan(40)
})
