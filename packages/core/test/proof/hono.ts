/** Handlers of Hono: only what is returned is an answer. */
import hono from '../../../../packs/hono/pack.js'
import { commonHelpers, type Form, locals, names, predictedResponse, shownBody, thrownAs } from './form.js'

const helpers = `${commonHelpers}
const send = (c, status, body) => c.json(body, status)
async function later(c, a) { await later1(); if (a) return c.json("h3", 427); return c.json("h4") }
function switched(c, a) { switch (a) { case 1: return c.json("h5", 420); case 2: c.status(421); default: return c.json("h6") } }
function answer(c, a) { if (a) return c.json("h1", 404); return c.text("h2") }
`
const unit = { async: true, params: 'c', prologue: `const { ${names} } = await c.req.json(); ${locals}` }

class Answer {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

export const honoForm: Form = {
  name: 'hono',
  packs: [hono],
  unit,
  helpers,
  vocabulary: {
    outcomes: [
      'return c.json("k#");',
      'return c.json({ k#: 1 });',
      'return c.json({ k#: 1 }, 404);',
      'return c.text("k#", 403);',
      'c.status(402);',
      'c.status(201);',
      'const b# = { k@: v0 }; return c.json(b@, 202);',
      'return v1 ? c.json("k#") : c.json("k#", 404);',
      'return c.json("k#", v0 ? 200 : 201);',
      '{ const a = c.json("k#", 418); return a; }',
      'c.json("u#", 410);',
      'return c.body(null, 204);',
      'return c.json(v2 ? { k#: 1 } : { k#: 1, l#: 2 });',
      'const b# = { k@: v0 }; if (v1) b@.x = 1; return c.json(b@);',
      'return c.json({ ...o, y#: 1 });',
    ],
    sent: ['c.status(402)', 'c.json("u#")', 'c.status(201)', 'send(c, 414, "u#")'],
    returned: ['c.json("k#")', 'c.json("k#", 404)', 'c.text("k#")', 'send(c, 415, "k#")', 'answer(c, v2)'],
    tests: [],
    subject: { text: 's', labels: ['1', '2', '3'] },
    helpers: [
      'return send(c, 411, { k#: 1 });',
      'return send(c, 412, "k#");',
      'return answer(c, v1);',
      'return later(c, v0);',
      'return await later(c, v2);',
      'return switched(c, s);',
      'need(v2);',
      'await needLater(v3);',
    ],
    async: true,
  },
  source: body => `import { Hono } from "hono"
import { E0, E1, E2, X } from "./x"
${helpers}
const app = new Hono()
app.post("/t", async function t(${unit.params}) { ${unit.prologue}
${body}
})`,
  async observe(t, run) {
    let pending: number | null = null
    const make = (body: unknown, status?: number): Answer => new Answer(status ?? pending ?? 200, body)
    const c = {
      req: { json: async () => run.inputs },
      status(n: number) {
        pending = n
      },
      json: make,
      text: make,
      body: (body: unknown, status?: number) => make(body ?? undefined, status),
    }
    try {
      const value = await t(...([c] as never[]))
      return value instanceof Answer ? `${value.status} ${shownBody(value.body)}` : null
    } catch (error) {
      // an error without `getResponse` is the framework's own 500, whatever it holds
      return thrownAs(error, [])
    }
  },
  predicted: t => predictedResponse(t).replace(/ null$/, ' -'),
}
