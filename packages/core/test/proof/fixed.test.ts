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
] as const)('extraction/C57 %s: %s', async (name, _what, text) => {
  const form = forms.find(f => f.name === name)
  if (!form) throw new Error(`no form ${name}`)
  await expect(prove(form, written(text))).resolves.toBeUndefined()
})
