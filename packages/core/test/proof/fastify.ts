/** Handlers of Fastify: what is sent, or returned. */
import fastify from '../../../../packs/fastify/pack.js'
import {
  commonHelpers,
  type Form,
  locals,
  names,
  predictedResponse,
  settled,
  shownBody,
  thrownAs,
} from './form.js'

const helpers = `${commonHelpers}
const send = (reply, status, body) => reply.code(status).send(body)
function answer(reply, a) { if (a) return reply.status(404).send("h1"); return reply.send("h2") }
async function later(reply, a) { await later1(); if (a) return reply.code(427).send("h3"); return reply.send("h4") }
const made = key => ({ key })
`
const unit = {
  async: true,
  params: 'request, reply',
  prologue: `const { ${names} } = request.body; ${locals}`,
}

export const fastifyForm: Form = {
  name: 'fastify',
  packs: [fastify],
  unit,
  helpers,
  vocabulary: {
    outcomes: [
      'return "k#";',
      'return { k#: 1 };',
      'reply.send("k#");',
      'return reply.send({ k#: 1 });',
      'reply.code(404).send("k#");',
      'return reply.status(403).send({ k#: 1 });',
      'reply.code(402);',
      'reply.status(201);',
      'reply.statusCode = 406;',
      'const b# = { k@: v0 }; return b@;',
      'return v1 ? { k#: 1 } : { k#: 2 };',
      'throw new E1(418);',
      'reply.code(410); return "k#";',
      'return reply.header("etag", "x").code(v0 ? 200 : 201).send("k#");',
      'reply.send(new E1(411));',
      'return reply.send(v2 ? { k#: 1 } : { k#: 1, l#: 2 });',
      'const b# = { k@: v0 }; if (v1) b@.x = 1; return b@;',
      'return { ...o, y#: 1 };',
      'return v2 ? reply.send("k#") : { k#: 2 };',
    ],
    sent: [
      'reply.send("k#")',
      'reply.code(404).send({ k#: 1 })',
      'reply.code(402)',
      'send(reply, 414, "k#")',
    ],
    returned: [
      'reply.send("k#")',
      'reply.code(404).send("k#")',
      'send(reply, 415, "k#")',
      '"k#"',
      '{ k#: 1 }',
      'made("k#")',
    ],
    tests: [],
    subject: { text: 's', labels: ['1', '2', '3'] },
    helpers: [
      'send(reply, 411, { k#: 1 });',
      'return send(reply, 412, "k#");',
      'return answer(reply, v1);',
      'need(v2);',
      'await needLater(v3);',
      'return made("k#");',
      'return later(reply, v0);',
      'await later(reply, v2);',
    ],
    async: true,
  },
  source: body => `import Fastify from "fastify"
import { E0, E1, E2, X } from "./x"
${helpers}
const app = Fastify()
app.post("/t", async function t(${unit.params}) { ${unit.prologue}
${body}
})`,
  async observe(t, run) {
    let answer: string | null = null
    let pending: number | null = null
    const reply = {
      header: () => reply,
      status(n: number) {
        if (answer === null) pending = n
        return reply
      },
      code: (n: number) => reply.status(n),
      set statusCode(n: number) {
        reply.status(n)
      },
      send(body: unknown) {
        answer ??=
          body instanceof Error
            ? thrownAs(body, ['statusCode', 'status'])
            : `${pending ?? 200} ${shownBody(body)}`
        return reply
      },
    }
    try {
      const value = await t(...([{ body: run.inputs }, reply] as never[]))
      if (value !== undefined && value !== reply) reply.send(value)
      if (answer === null) await settled()
    } catch (error) {
      answer ??= thrownAs(error, ['statusCode', 'status'])
    }
    return answer
  },
  predicted(t) {
    const said = predictedResponse(t)
    return said.replace(/ code\?,error,message,statusCode$/, ' <error>')
  },
}
