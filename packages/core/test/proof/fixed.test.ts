/** Programs that once disagreed with their execution, reduced (extraction.md C57). */
import { expect, test } from 'vitest'
import { forms } from './forms.js'
import { prove, written } from './proof.js'

test.each([
  [
    'express',
    'a helper that answers in a finally',
    'try { return v2 && res.json("k1"); } finally { responses.gone(res, "k2"); }',
  ],
  [
    'express',
    'a nested function that answers in a finally',
    'try { return "r1"; } finally { const f = () => { res.json("k1"); }; f(); }',
  ],
  [
    'express',
    'a callback that answers in a finally',
    'try { return "r1"; } finally { xs.forEach(x => { res.json("k1"); }); }',
  ],
  [
    'express',
    'an answer in a finally on the way of an exception out of the unit',
    'try { e0(); return res.json("k1"); } finally { if (c0) { res.sendStatus(204); } }',
  ],
  [
    'express',
    'the two returns of a callback without a value',
    'const f = () => { if (v1) { e0(); return; } e1(); }; return f();',
  ],
  [
    'express async',
    'the two ends of a promise handler',
    'return later1().then(() => { if (!v1) { e0(); return; } e1(); });',
  ],
  ['hono', 'an answer that is made and not returned', 'c.json("k1"); return c.json("k2", 404);'],
  ['hono', 'an answer made in a callback', 'xs.forEach(x => { return c.json("k1"); }); return c.json("k2");'],
  ['hono', 'a helper whose answer is dropped', 'answer(c, v1); return c.text("k1", 403);'],
  ['hono', 'an answer by name', 'const a = c.json("k1", 418); e0(); return a;'],
  [
    'hono',
    'a helper with two answers in a loop',
    'for (const x of xs) { return answer(c, v1); } return c.json("k1");',
  ],
  [
    'hono',
    'a helper with two answers before a finally',
    'try { return answer(c, v1); } finally { if (v2) { return c.json("k1"); } }',
  ],
  [
    'hono',
    'effects of a finally around a helper',
    'try { return send(c, 412, "k1"); } finally { e0(); if (v1) { return c.json("k2"); } }',
  ],
  ['hono', 'a pending status', 'if (v0) { c.status(201); } return c.json("k1");'],
  [
    'fastify',
    'a nested function that may return nothing',
    'function g() { if (v1) { return "k1"; } reply.send("k2"); } return g();',
  ],
  [
    'client',
    'reads in a nested function',
    'const b = await r.json(); const f = () => { e0(b.f1); }; f(); return "k1";',
  ],
  ['client loaded', 'reads in a nested function, through a wrapper', 'const f = () => { e0(d.f1); }; f();'],
  ['express', 'an effect behind ??', 'n ?? e0(); l0 ??= e1();'],
  ['express', 'an effect in an optional call', 'o?.z?.(e0()); u?.k || e1();'],
  [
    'express',
    'a test of a name with a default',
    'if (dv === 2) { return res.json("k1"); } return res.json("k2");',
  ],
  ['express', 'a test of another name for it', 'const w1 = dv; if (w1) { return res.json("k1"); }'],
  ['express', 'an order fails both ways', 'if (u > 1) { return res.json("k1"); } return res.json("k2");'],
  [
    'express',
    'undefined, then null',
    'if (typeof u === "undefined") { return res.json("k1"); } if (u == null) { return res.json("k2"); } return res.json("k3");',
  ],
  [
    'express',
    'an effect in some clauses, on two states',
    'if (v3) next(); switch (s) {case 1: case 2: e0(); case 3: return reply(res, v0);}',
  ],
  [
    'express',
    'an effect under a condition that one path tested before',
    'try { m0(); } catch (e) { v1 || s === 3 || e1(); } finally { switch (s) { default: e2(); case 3: break; } }',
  ],
  [
    'express',
    'an effect on two paths with nothing in common',
    'if (v0) { if (v1) { res.status(402); } else { return; } } else if (v2) { return; } e0(); if (v3) { return res.json("k1"); }',
  ],
  [
    'fastify',
    'an effect after two answers',
    'do { v1 ? send(reply, 414, "k1") : send(reply, 414, "k2"); } while (false); !dv || e1();',
  ],
  ['express', 'a loop with a test', 'while (v0) { return res.json("k1"); } return res.json("k2");'],
  [
    'fastify',
    'a turn in the state an earlier one left',
    'for (const x of xs) { if (!x.a) { return "k1"; } reply.code(402); }',
  ],
  [
    'express async',
    'an effect after a loop that was left',
    'while (true) { if (s !== 3) { if (v0) { return res.json("k1"); } break; } return v2 && res.json("k3"); }\nv1 && e1();',
  ],
  [
    'fastify',
    'a callee throws through a finally that may return',
    'try { await needLater(v3); if (v0) { return "k1"; } } finally { if (!(v0 && v1)) { return "k2"; } }',
  ],
  [
    'hono',
    'a callee throws through a finally that may answer',
    'try { await needLater(v3); return c.json("k2"); } finally { if (v0) { return c.json("k3"); } }',
  ],
  ['express async', 'a function given to a helper throws', 'run(() => { throw new E2(); });'],
  ['express async', 'what a function given to a helper calls throws', 'run(() => { need(v2); });'],
  [
    'express async',
    'a helper in a callback in a helper in a promise chain',
    'return later1().then(() => { run(() => { responses.gone(res, "k2"); throw new E0(); }); });',
  ],
  [
    'hono',
    'a status set after the answer was made',
    'try { return answer(c, v2); } finally { c.status(402); }',
  ],
  [
    'hono',
    'the same in a finally of its own',
    'try { e0(); } finally { for (;;) { try { if (v0) { return answer(c, v2); } } finally { c.status(402); } break; } } return c.json("k1");',
  ],
  [
    'hono',
    'the same in a nested function',
    'function g() { try { return c.json("k1"); } finally { c.status(402); } } return g();',
  ],
  [
    'express',
    'an effect on two paths that are one condition',
    'switch (s) { case 1: case 2: { return v0 ? res.json("k1") : res.json("k2"); } case 3: { if (!v0) { return "r4"; } } break; default: { res.status(402); } } e0(); return res.json("k5");',
  ],
  [
    'express',
    'a return in a turn after an answer',
    'for (const x of xs) { tried(res, v0); if (!x.a) { return res.status(405).end(); } } e0();',
  ],
  [
    'fastify',
    'a turn after an answer',
    'xs.forEach(x => { if (x.a) { reply.send("k1"); } else { reply.code(404).send("k2"); } switch (s) { case 1: case 2: m0(); } });',
  ],
] as const)('extraction/C57 %s: %s', async (name, _what, text) => {
  const form = forms.find(f => f.name === name)
  if (!form) throw new Error(`no form ${name}`)
  await expect(prove(form, written(text))).resolves.toBeUndefined()
})
