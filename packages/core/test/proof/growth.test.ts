/** Time and output grow with the source, not with the number of its paths (architecture.md 6, extraction.md 20). */
import { expect, test } from 'vitest'
import express from '../../../../packs/express/pack.js'
import { extractSources } from '../../src/testing/extract-source.js'

interface Measured {
  units: number
  transitions: number
  bytes: number
  ms: number
}

function measure(sources: Record<string, string>): Measured {
  const once = (): Measured => {
    const start = performance.now()
    const { summaries } = extractSources(sources, [express])
    const ms = performance.now() - start
    return {
      units: summaries.filter(s => s.kind === 'handler').length,
      transitions: summaries.reduce((sum, s) => sum + s.transitions.length, 0),
      bytes: JSON.stringify(summaries).length,
      ms,
    }
  }
  const [a, b] = [once(), once()]
  return { ...a, ms: Math.min(a.ms, b.ms) }
}

const handler = (count: number, statement: (i: number) => string): Record<string, string> => ({
  'a.ts': `import express from "express"\nimport { f } from "store"\nexpress().get("/t", (req, res) => {\n${Array.from({ length: count }, (_, i) => statement(i)).join('\n')}\nres.json(1)\n})`,
})

const sizes = [15, 30, 60]

test('ifs that go on add effects, not paths', () => {
  const [small, , large] = sizes.map(n =>
    measure(handler(n, i => `if (req.body.a${i}) f(${i}); else f("b${i}");`)),
  )
  if (!small || !large) throw new Error('not measured')
  expect(large.transitions).toBe(small.transitions)
  expect(large.bytes / small.bytes).toBeLessThan(4.4)
  expect(large.ms / small.ms).toBeLessThan(12)
})

test('guards add one transition each', () => {
  const [small, middle, large] = sizes.map(n =>
    measure(handler(n, i => `if (req.body.a${i}) return res.status(400).json("k${i}");`)),
  )
  if (!small || !middle || !large) throw new Error('not measured')
  expect([small, middle, large].map(m => m.transitions)).toEqual(sizes.map(n => n + 1))
  // each transition states the guards it has passed
  expect(large.bytes / middle.bytes).toBeLessThan(4.2)
  expect(large.ms / small.ms).toBeLessThan(40)
})

test('beyond the conditions one transition states, guards grow by their number', () => {
  const [small, large] = [128, 256].map(n =>
    measure(handler(n, i => `if (req.body.a${i}) return res.status(400).json("k${i}");`)),
  )
  if (!small || !large) throw new Error('not measured')
  expect(large.transitions).toBe(257)
  expect(large.bytes / small.bytes).toBeLessThan(2.5)
})

test('guards inside tries, loops and switches', () => {
  const shapes = [
    'try { f(#) } catch { f("c#") }',
    'for (const x of req.body.xs) { if (x.a) f(#) }',
    'switch (req.body.s) { case #: f(#); break; default: f("d#") }',
    'if (req.body.a# && req.body.b#) res.status(401)',
  ]
  for (const shape of shapes) {
    const [small, , large] = sizes.map(n => measure(handler(n, i => shape.replaceAll('#', String(i)))))
    if (!small || !large) throw new Error('not measured')
    expect(large.transitions, shape).toBeLessThanOrEqual(small.transitions + 1)
    expect(large.bytes / small.bytes, shape).toBeLessThan(6)
    expect(large.ms / small.ms, shape).toBeLessThan(25)
  }
})

test('routes', () => {
  const project = (count: number): Record<string, string> =>
    Object.fromEntries([
      [
        'app.ts',
        `import express from "express"\n${Array.from({ length: count / 10 }, (_, i) => `import r${i} from "./routes/r${i}"`).join('\n')}\nconst app = express()\n${Array.from({ length: count / 10 }, (_, i) => `app.use("/p${i}", r${i})`).join('\n')}`,
      ],
      ...Array.from({ length: count / 10 }, (_, i) => [
        `routes/r${i}.ts`,
        `import { Router } from "express"\nconst r = Router()\n${Array.from({ length: 10 }, (_, j) => `r.get("/x${j}/:id", (req, res) => { if (!req.params.id) return res.status(400).json({ error: "id" }); res.json({ id: req.params.id }) })`).join('\n')}\nexport default r`,
      ]),
    ])
  const [small, large] = [measure(project(50)), measure(project(400))]
  expect([small.units, large.units]).toEqual([50, 400])
  expect(large.bytes / small.bytes).toBeGreaterThan(7)
  expect(large.bytes / small.bytes).toBeLessThan(9)
  expect(large.ms / small.ms).toBeLessThan(24)
})
