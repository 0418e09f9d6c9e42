/** Handlers of Express; returns and ends are outcomes too, so that every path has one. */
import express from '../../../../packs/express/pack.js'
import type { PatternPack } from '../../src/pack/index.js'
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

const pack: PatternPack = {
  ...express,
  terminals: [
    ...express.terminals,
    { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
    { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
  ],
}

const helpers = `${commonHelpers}
const send = (res, status, body) => res.status(status).json(body)
function reply(res, a) { if (a) return res.status(404).json("h1"); res.json("h2"); }
const responses = { gone(res, key) { res.status(410).json(key) } }
function switched(res, a) { switch (a) { case 1: return res.status(420).json("h5"); case 2: res.status(421); default: res.json("h6") } }
function tried(res, a) { try { if (a) throw new E0(); return res.json("h7") } catch { return res.status(422).json("h8") } finally { if (!a) res.status(423) } }
function found(res, list) { for (const x of list) { if (x.a) return res.json("h9"); if (x.b) return res.status(424).json("ha") } res.sendStatus(425) }
const given = ({ res, status = 426, key }) => res.status(status).json(key)
async function later(res, a) { await later1(); if (a) return res.status(427).json("hb"); res.json("hc") }
function fail(res, e) { if (e instanceof E0) res.status(400).json("h3"); else res.status(500).json("h4") }
`

function expressForm(
  name: string,
  async: boolean,
  wrapper: { declared: string; around: (fn: string) => string } | null,
): Form {
  const unit = { async, params: 'req, res, next', prologue: `const { ${names} } = req.body; ${locals}` }
  return {
    name,
    packs: [pack],
    unit,
    helpers: helpers + (wrapper?.declared ?? ''),
    vocabulary: {
      outcomes: [
        'return "r#";',
        'res.json("k#");',
        'return res.json("k#");',
        'res.status(404).json("k#");',
        'return res.status(403).json({ k#: 1 });',
        'res.json({ k#: s, l#: { m: v0 } });',
        'res.status(500);',
        'res.status(402);',
        'res.statusCode = 406;',
        'next();',
        'next(new X());',
        'next(new E1(418));',
        'const b# = { k@: v0 }; return res.json(b@);',
        'res.sendStatus(204);',
        'return res.status(405).end();',
        'return res.set("etag", "x").status(v0 ? 200 : 201).json("k#");',
        'return v1 ? res.json("k#") : res.status(404).json("k#");',
        'return v2 && res.json("k#");',
        'return next();',
        'return next(new E0());',
        'return void res.json("k#");',
        'res.status(v3 ? 408 : 409).json("k#");',
        'res.json(v2 ? { k#: 1 } : { k#: 1, l#: 2 });',
        'const b# = { k@: v0 }; if (v1) b@.x = 1; return res.json(b@);',
        'const r# = { k@: 1 }; return res.json({ ...r@, z: v1 });',
        'return res.json({ ...o, y#: 1 });',
        'res.json({ k#: 1, ...(v3 ? { p: 1 } : {}) });',
      ],
      sent: [
        'res.json("k#")',
        'res.status(404).json({ k#: 1 })',
        'next()',
        'next(new E1(418))',
        'res.status(402)',
        'send(res, 414, "k#")',
        '(res.status(416), res.json("k#"))',
      ],
      returned: [
        'res.json("k#")',
        'res.status(404).json("k#")',
        'next()',
        'send(res, 415, "k#")',
        '"r#"',
        'undefined',
      ],
      tests: [],
      subject: { text: 's', labels: ['1', '2', '3'] },
      helpers: [
        'send(res, 411, { k#: 1 });',
        'return send(res, 412, "k#");',
        'reply(res, v1);',
        'return reply(res, v0);',
        'responses.gone(res, "k#");',
        'need(v2);',
        'fail(res, new E0());',
        'fail(res, new E2());',
        'switched(res, s);',
        'return switched(res, 2);',
        'tried(res, v0);',
        'return found(res, xs);',
        'given({ res, key: "k#" });',
        'return given({ res, key: "k#", status: 428 });',
        ...(async ? ['await needLater(v3);', 'await later(res, v2);', 'return later(res, v0);'] : []),
      ],
      async,
    },
    source: body => `import express from "express"
${helpers}${wrapper?.declared ?? ''}
const app = express()
${async ? 'async ' : ''}function t(${unit.params}) { ${unit.prologue}
${body}
}
app.get("/t", ${wrapper ? wrapper.around('t') : 't'})`,
    async observe(t, run) {
      let answer: string | null = null
      let pending: number | null = null
      let continued = false
      const res = {
        set: () => res,
        status(n: number) {
          if (answer === null) pending = n
          return res
        },
        set statusCode(n: number) {
          res.status(n)
        },
        json(body: unknown) {
          answer ??= `${pending ?? 200} ${shownBody(body)}`
          return res
        },
        end() {
          answer ??= `${pending ?? 200} -`
          return res
        },
        sendStatus(n: number) {
          answer ??= `${n} -`
          return res
        },
      }
      const next = (error?: unknown): void => {
        if (error !== undefined) answer ??= thrownAs(error, ['status', 'statusCode'])
        else continued = true
      }
      let end: string
      try {
        const value = await t(...([{ body: run.inputs }, res, next] as never[]))
        if (answer === null) await settled()
        end = typeof value === 'string' ? `return ${value}` : value === false ? 'return ?' : 'void'
        if (answer === null && continued) return 'delegate'
      } catch (error) {
        end = thrownAs(error, ['status', 'statusCode'])
      }
      return answer ?? end
    },
    predicted: predictedResponse,
  }
}

const guard = `const guard = f => (req, res, next) => { if (!req.body.v3) return res.status(401).json("w1"); return f(req, res, next) }
`
const caught = `const caught = f => (req, res, next) => Promise.resolve(f(req, res, next)).catch(next)
`

export const expressForms: readonly Form[] = [
  expressForm('express', false, null),
  expressForm('express async', true, null),
  expressForm('express guarded', false, { declared: guard, around: fn => `guard(${fn})` }),
  expressForm('express caught', true, { declared: caught, around: fn => `caught(${fn})` }),
]
