/** packs.md 7: what the answers of library wrappers become behind error handlers of the project. */
import { expect, test } from 'vitest'
import { isUncertain } from '../../packages/core/src/compose/index.js'
import type { BehavioralSummary, Transition } from '../../packages/core/src/ir/index.js'
import { extractSources, shown, unit } from '../../packages/core/src/testing/extract-source.js'

const head =
  'import express from "express"\nimport { expressjwt } from "express-jwt"\nconst app = express()\nconst r = app\nconst h = function t(q, s) { s.json(1) }\n'
const routeOf = (text: string): BehavioralSummary => unit(extractSources({ 'src/app.ts': head + text }), 't')

/** `401?`: uncertain; throws that something catches are left out. */
const statuses = (s: BehavioralSummary): string[] =>
  s.transitions
    .filter(t => t.output.type === 'response')
    .map(told)
    .sort()
const told = (t: Transition): string => `${shown(t).replace(/^\[.*\] /, '')}${isUncertain(t) ? '?' : ''}`

test('packs/P44 express-jwt behind an error handler that knows its error', () => {
  const s = routeOf(`r.get("/x", expressjwt({ secret, algorithms }), h)
app.use((e, q, s, n) => { if (e.name === "UnauthorizedError") return s.status(401).json({ m: 1 }); s.status(500).end() })`)
  expect(statuses(s)).toEqual(['200', '401?', '500?'])
  expect(s.transitions.find(t => told(t) === '401?')?.output).toMatchObject({
    body: { type: 'record', properties: { m: {} } },
  })
})

test('express-jwt without an error handler', () => {
  expect(statuses(routeOf('r.get("/x", expressjwt({ secret, algorithms }), h)'))).toEqual(['200', '401?'])
})

test('packs/P45 body parsers: the framework answers, or the handler that always sends 500', () => {
  expect(statuses(routeOf('app.use(express.json())\napp.get("/x", h)'))).toEqual(['200', '400?', '413?'])
  expect(
    statuses(
      routeOf('app.use(express.json())\napp.get("/x", h)\napp.use((e, q, s, n) => { s.status(500).end() })'),
    ),
  ).toEqual(['200', '500?'])
})

test('passport answers 401 unless a callback decides', () => {
  const passport = 'import passport from "passport"\n'
  expect(statuses(routeOf(`${passport}app.get("/x", passport.authenticate("jwt"), h)`))).toEqual([
    '200',
    '401?',
  ])
  expect(
    statuses(
      routeOf(
        `${passport}app.get("/x", (q, s, n) => passport.authenticate("jwt", (e, user) => { if (!user) return s.status(403).end(); n() })(q, s, n), h)`,
      ),
    ),
  ).toEqual(['200', '403'])
})
