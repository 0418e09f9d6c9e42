/** extraction.md 25.3: paths and predicates. */
import { expect, test } from 'vitest'
import { extractSources, outcomesOf, predicateText, shown, unit } from '../../src/testing/extract-source.js'

const params = 'x, y, a, b, c, d, e, s, t, u, v, k, n, xs, as, one, obj, key, body, user, f, g, h'

function pathsUnit(body: string, head = '') {
  const result = extractSources({ 'src/a.ts': `${head}\nexport async function unit(${params}) {${body}}\nunit()` })
  return unit(result, 'unit')
}

/** Transitions of a plain function whose returns are written `return A` (any capital). */
const paths = (body: string, head = ''): string[] => pathsUnit(body.replace(/return ([A-Z]\d*)\b/g, 'return "$1"').replace(/throw new E\(\)/g, 'throw new Error()'), head).transitions.map(shown)

const out = (letter: string): string => `return ${JSON.stringify(letter)}`

test('extraction/C01', () => expect(paths('if (!x) return A; return B')).toEqual([`[!x] ${out('A')}`, `[x] ${out('B')}`]))
test('extraction/C01 the second is the default', () => expect(pathsUnit('if (!x) return "A"; return "B"').transitions.map(t => t.isDefault)).toEqual([false, true]))
test('extraction/C02', () => {
  const s = pathsUnit('if (a) { if (b) return "X" } return "Y"')
  expect(s.transitions.map(shown)).toEqual([`[a, b] ${out('X')}`, `[(!a or !b)] ${out('Y')}`])
  expect(s.transitions.map(t => t.isDefault)).toEqual([false, true])
})
test('extraction/C03', () => {
  const s = pathsUnit('if (a) { f() } else { return "Z" } return "T"')
  expect(s.transitions.map(shown)).toEqual([`[!a] ${out('Z')}`, `[a] ${out('T')}`])
  expect(s.transitions[1]?.isDefault).toBe(true)
})
test('extraction/C04', () => {
  const [only, ...rest] = pathsUnit('if (a) f(); return "X"').transitions
  expect(rest).toEqual([])
  expect(only && shown(only)).toBe(`[] ${out('X')}`)
  expect(only?.effects).toMatchObject([{ type: 'invocation', callee: 'f', preconditions: [{ type: 'truthinessCheck', negated: false }] }])
})
test('extraction/C05', () => {
  const [yes, no, ...rest] = pathsUnit('if (a) f(); else g();').transitions
  expect(rest).toEqual([])
  expect([yes && shown(yes), no && shown(no)]).toEqual(['[a] void', '[!a] void'])
  expect(yes?.effects.map(e => e.type === 'invocation' && e.callee)).toEqual(['f'])
  expect(no?.effects.map(e => e.type === 'invocation' && e.callee)).toEqual(['g'])
  const joined = pathsUnit('if (a) f(); else g(); k()').transitions
  expect(joined.map(shown)).toEqual(['[] void'])
  expect(joined[0]?.effects.map(e => e.type === 'invocation' && [e.callee, (e.preconditions ?? []).length])).toEqual([['f', 1], ['g', 1], ['k', 0]])
})
test('extraction/C06 linear', () => {
  const many = (count: number): string => Array.from({ length: count }, (_, i) => `if (a${i}) f${i}();`).join(' ')
  expect(paths(`${many(20)} return X`)).toEqual([`[] ${out('X')}`])
  const time = (count: number): number => {
    const start = performance.now()
    pathsUnit(`${many(count)} return "X"`)
    return performance.now() - start
  }
  time(50)
  const small = Math.min(time(50), time(50), time(50))
  const large = Math.min(time(400), time(400))
  expect(large / small).toBeLessThan(40)
})
test('extraction/C07', () => expect(paths('switch (s) { case 1: case 2: return A; default: return B }')).toEqual([`[(s = 1 or s = 2)] ${out('A')}`, `[s ≠ 1, s ≠ 2] ${out('B')}`]))
test('extraction/C08', () => {
  const s = pathsUnit('switch (s) { case 1: f(); case 2: return "A"; } return "B"')
  expect(s.transitions.map(shown)).toEqual([`[(s = 1 or s = 2)] ${out('A')}`, `[s ≠ 1, s ≠ 2] ${out('B')}`])
  expect(s.transitions[0]?.effects).toMatchObject([{ callee: 'f', preconditions: [{ type: 'comparison', op: 'eq', right: { value: 1 } }] }])
})
test('extraction/C09', () => expect(paths('for (const x of xs) { if (!x.ok) return A } return B')).toEqual([`[<for some x of xs: !x.ok>] ${out('A')}`, `[not <for some x of xs: !x.ok>] ${out('B')}`]))
test('extraction/C10', () => expect(paths('for (const x of xs) { if (x.skip) continue; f(x) } return B')).toEqual([`[] ${out('B')}`]))
test('extraction/C11', () => expect(paths('while (true) { if (done()) return A }')).toEqual([`[<while true: done()>] ${out('A')}`]))
test('extraction/C12', () => expect(paths('outer: for (const a of as) { for (const b of a.bs) { if (b) break outer } } return B')).toEqual([`[] ${out('B')}`]))
test('extraction/C13', () => expect(paths('blk: { if (a) break blk; return X } return Y')).toEqual([`[!a] ${out('X')}`, `[a] ${out('Y')}`]))
test('extraction/C14', () => expect(paths('try { return A } catch { return B }')).toEqual([`[] ${out('A')}`, `[<exception from the block>] ${out('B')}`]))
test('extraction/C15', () => {
  const found = pathsUnit('try { if (!x) throw new E(); return "A" } catch (e) { if (e instanceof E) return "B"; return "C" }', 'class E extends Error {}').transitions.map(shown)
  expect(found.toSorted()).toEqual([
    `[x] ${out('A')}`,
    `[!x] ${out('B')}`,
    `[<exception from the block>, catch() is E] ${out('B')}`,
    `[<exception from the block>, not catch() is E] ${out('C')}`,
  ].sort())
})
test('extraction/C16', () => {
  const s = pathsUnit('try { f() } catch { g() } return "X"')
  expect(s.transitions.map(shown)).toEqual([`[] ${out('X')}`])
  expect(s.transitions[0]?.effects).toMatchObject([{ callee: 'f' }, { callee: 'g', preconditions: [{ type: 'opaque', reason: 'externalFunction' }] }])
  expect(paths(`${'try { f() } catch { g() } '.repeat(7)} return X`)).toEqual([`[] ${out('X')}`])
})
test('extraction/C17', () => {
  const s = pathsUnit('try { return "A" } finally { f() }')
  expect(s.transitions.map(shown)).toEqual([`[] ${out('A')}`])
  expect(s.transitions[0]?.effects).toMatchObject([{ callee: 'f' }])
})
test('extraction/C18', () => expect(paths('try { return A } finally { return B }')).toEqual([`[] ${out('B')}`]))
test('extraction/C19', () => expect(paths('try { return A } finally { if (c) return B }').sort()).toEqual([`[!c] ${out('A')}`, `[c] ${out('B')}`]))
test('extraction/C20', () => expect(paths('throw e; return X')).toEqual(['[] throw ?']))
test('extraction/C21', () => {
  const body = Array.from({ length: 7 }, (_, i) => `if (a${i}) { if (b${i}) return "X${i}" }`).join(' ')
  const s = pathsUnit(`${body} return "Y"`)
  expect(s.transitions).toHaveLength(8)
  expect(s.transitions.map(t => t.conditions.length)).toEqual([2, 3, 4, 5, 6, 7, 8, 7])
  expect(s.transitions[7] && shown(s.transitions[7])).toBe(`[${Array.from({ length: 7 }, (_, i) => `(!a${i} or !b${i})`).join(', ')}] ${out('Y')}`)
  expect(s.gaps).toEqual([])
})
test('extraction/C22', () => expect(paths('if (a && b) return X; return Y')).toEqual([`[a, b] ${out('X')}`, `[(!a or !b)] ${out('Y')}`]))
test('extraction/C23', () => expect(paths('if (!u || !u.on) return X; return Y')).toEqual([`[(!u or !u.on)] ${out('X')}`, `[u, u.on] ${out('Y')}`]))
test('extraction/C24', () => expect(paths('const c1 = f(); if (c1) return A; if (c1) return B; return D')).toEqual([`[f()] ${out('A')}`, `[!f()] ${out('D')}`]))
test.each([
  ['!user', '!user'],
  ['user != null', 'user not null'],
  ['x === undefined', 'x null'],
  ['typeof x === "undefined"', 'x null'],
  ['typeof x === "string"', 'x is string'],
  ['x instanceof Date', 'x is Date'],
  ['Array.isArray(x)', 'x is array'],
  ['"k" in body', '"k" in body'],
  ['Object.hasOwn(body, "k")', '"k" in body'],
  ['200 === s', 's = 200'],
  ['3 < n', 'n > 3'],
  ['[200, 201].includes(s)', '(s = 200 or s = 201)'],
  ['["a"].includes(s)', 's = "a"'],
  ['Boolean(x)', 'x'],
  ['!!x', 'x'],
])('extraction/C25 extraction/C26 %s', (condition, expected) => {
  const [first] = pathsUnit(`if (${condition}) return "A"; return "B"`).transitions
  expect(first?.conditions.map(predicateText)).toEqual([expected])
})
test('extraction/C27', () => {
  const [first] = pathsUnit('if (isOff(u)) return "A"; return "B"', 'const isOff = u => !!u.deletedAt').transitions
  expect(first?.conditions).toEqual([{ type: 'truthinessCheck', subject: { type: 'input', inputRef: 'u', path: ['deletedAt'] }, negated: false }])
})
test('extraction/C28', () => {
  expect(pathsUnit('if (a && (await b())) return "A"; return "B"').transitions[0]?.conditions.map(predicateText)).toEqual(['a', 'call b'])
  expect(pathsUnit('if (a && n % 2) return "A"; return "B"').transitions[0]?.conditions).toMatchObject([{ type: 'truthinessCheck' }, { type: 'opaque', reason: 'complexExpression' }])
})
test('extraction/C29', () => {
  const [first] = pathsUnit('const { status: code } = await f(); if (code === 1) return "A"; return "B"').transitions
  expect(first?.conditions).toEqual([{ type: 'comparison', left: { type: 'derived', from: { type: 'dependency', name: 'f', accessChain: [] }, derivation: { type: 'destructured', field: 'status' } }, op: 'eq', right: { type: 'literal', value: 1 } }])
})
test('extraction/C30', () => {
  const result = extractSources({ 'a.ts': 'export function unit({ body: { name: n } }) { if (!n) return "A"; return "B" }\nunit()' })
  expect(unit(result, 'unit').transitions[0]?.conditions).toEqual([{ type: 'truthinessCheck', subject: { type: 'input', inputRef: 'arg0', path: ['body', 'name'] }, negated: true }])
})
test('extraction/C31', () => {
  const [first] = pathsUnit('if (obj[key]) return "A"; if (obj["k"]) return "B"; return "C"').transitions
  expect(first?.conditions).toMatchObject([{ subject: { type: 'unresolved' } }])
  const [, second] = pathsUnit('if (obj[key]) return "A"; if (obj["k"]) return "B"; return "C"').transitions
  expect(second?.conditions[1]).toMatchObject({ subject: { type: 'derived', derivation: { type: 'indexAccess', index: 'k' } } })
})
test('extraction/C32', () => {
  const ids = (text: string): string[] => unit(extractSources({ 'a.ts': text }), 'unit').transitions.map(t => t.id)
  const one = ids('export function unit(req, flag) { const found = load(req.id); if (!found || req.kind === "x") return 1; const low = found.low && flag; if (low) return 2; return 3 }\nunit()')
  const two = ids(`
    // a comment
    export function unit(request, on) {
      const item = load(request.id) /* here */
      if (!item || request.kind === 'x') { return 1 }
      const small = item.low
        && on
      if (small) return 2
      return 3
    }
    unit()`)
  expect(two).toEqual(one)
})
test('extraction/C33', () => {
  const ids = (body: string): string[] => pathsUnit(body).transitions.map(t => t.id).sort()
  expect(ids('if (a) return "A"; if (b) return "B"; return "C"')).not.toEqual(ids('if (b) return "B"; if (a) return "A"; return "C"'))
  expect(ids('if (!x) return "A"; else return "B"')).toEqual(ids('if (x) return "B"; else return "A"'))
})
test('extraction/C34', () => {
  const s = pathsUnit(`${Array.from({ length: 70 }, (_, i) => `if (a${i}) return "X${i}";`).join(' ')} return "Y"`)
  const last = s.transitions.at(-1)
  expect(last?.conditions).toHaveLength(64)
  expect(last?.conditions[0]).toMatchObject({ type: 'opaque', sourceText: 'too many paths' })
  expect(s.gaps.map(g => g.reason)).toContain('conditionBudget')
})
test('extraction/C35', () => expect(paths('const bad = !u || u.off; if (bad) return A; return B')).toEqual(paths('if (!u || u.off) return A; return B')))

const statuses = (body: string): string[] => outcomesOf(body)
test('extraction/C36', () => expect(statuses('const x = req.x; if (!x) res.status(404); res.json(b)').sort()).toEqual(['[!req.x] 404', '[req.x] 200'].sort()))
test('extraction/C37', () => expect(statuses('const { a, b } = req; if (a) res.status(404); if (b) res.status(500); res.json(1)').sort()).toEqual(['[!req.a, !req.b] 200', '[req.a, !req.b] 404', '[req.b] 500'].sort()))
test('extraction/C38', () => {
  const found = unit(extractSources({ 'a.ts': 'import express from "express"\nconst app = express()\napp.get("/t", function t(req, res) { if (req.a) res.status(404); else res.status(404); if (req.e) res.set("etag", req.e); res.json(1) })' }), 't')
  expect(found.transitions.map(shown)).toEqual(['[] 404'])
  expect(found.transitions[0]?.output).toMatchObject({ headers: { etag: { type: 'unresolved' } } })
})
test('extraction/C39', () => expect(paths(`${Array.from({ length: 7 }, (_, i) => `if (a${i} && b${i}) f${i}();`).join(' ')} ${'switch (s) { case 1: f(); break; case 2: g(); break; default: h() } '.repeat(4)} return X`)).toEqual([`[] ${out('X')}`]))
test('extraction/C40', () => expect(paths('switch (s) { case 1: f(); break; case 2: return A; case 3: g() } return X')).toEqual([`[s = 2] ${out('A')}`, `[s ≠ 2] ${out('X')}`]))
test('extraction/C41', () => expect(paths('switch (s) { case 1: default: return A; case 2: return B }')).toEqual([`[s ≠ 2] ${out('A')}`, `[s = 2] ${out('B')}`]))
test('extraction/C42', () => expect(paths('switch (true) { case a: return A; case b: f() } return X')).toEqual([`[a] ${out('A')}`, `[!a] ${out('X')}`]))
test('extraction/C43', () => expect(paths('if (u && v) { if (u) return X; return Z } return Y')).toEqual([`[u, v] ${out('X')}`, `[(!u or !v)] ${out('Y')}`]))
test('extraction/C44', () => {
  const s = pathsUnit('if (f()) return "A"; if (f()) g(); else h(); return "X"')
  expect(s.transitions.map(shown)).toEqual([`[call f] ${out('A')}`, `[not call f] ${out('X')}`])
  expect(s.transitions[1]?.effects.map(e => e.type === 'invocation' && [e.callee, (e.preconditions ?? []).map(predicateText)])).toEqual([['f', []], ['g', ['call f']], ['h', ['not call f']]].map((row, i) => (i === 0 ? ['f', []] : row)))
})
test('extraction/C45', () => expect(statuses('try { res.status(201); const x = await f(); res.json(x) } catch (e) { res.json(e) }')).toEqual(['[] 201', '[<exception from f()>] 201']))
test('extraction/C46', () => expect(statuses('try { const u = await save(); res.status(201).json(u); await log(u) } catch { res.status(500).end() }')).toEqual(['[] 201', '[<exception from save(), log()>] 500']))
test('extraction/C47', () => expect(statuses('const a = req.a; try { if (a) await f(); res.json(1) } catch { res.status(500).end() }')).toEqual(['[] 200', expect.stringMatching(/^\[req\.a, <exception from .*>\] 500$/)]))
test('extraction/C48', () => {
  for (const body of ['for (const x of req.xs) { if (x.bad) { res.status(400).end(); break } } res.json(1)', 'for (const x of req.xs) { if (x.bad) res.status(400) } res.json(1)'])
    expect(statuses(body).sort()).toEqual(['[<for some x of req.xs: x.bad>] 400', '[not <for some x of req.xs: x.bad>] 200'].sort())
})
test('extraction/C49', () => expect(paths('for (const x of xs) { if (x.a) return A; if (x.b) return C } return B')).toEqual([
  `[<for some x of xs: x.a>] ${out('A')}`, `[<for some x of xs: !x.a and x.b>] ${out('C')}`, `[not <for some x of xs: x.a or x.b>] ${out('B')}`,
]))
test('extraction/C50', () => expect(paths('while (true) { if (a()) break; if (b()) return X } return Y')).toEqual([`[<while true: !a() and b()>] ${out('X')}`, `[not <while true: !a() and b()>] ${out('Y')}`]))
test('extraction/C51', () => expect(paths('outer: for (const a of as) { for (const b of a.bs) { if (b) break outer; if (b.r) return R } } return B')).toEqual([
  `[<for some a of as: for some b of a.bs: !b and b.r>] ${out('R')}`, `[not <for some a of as: for some b of a.bs: !b and b.r>] ${out('B')}`,
]))
test('extraction/C52', () => expect(statuses('try { if (req.a) return 1; f() } finally { res.json(1) }')).toEqual(['[] 200']))
test('extraction/C53', () => expect(paths('try { try { if (a) throw new E(); f() } finally { if (c) return B } } catch { return C } return D').sort()).toEqual([
  `[!a, !c] ${out('D')}`, `[!a, <exception from f()>, !c] ${out('C')}`, `[a, !c] ${out('C')}`, `[c] ${out('B')}`,
].sort()))
test('extraction/C54', () => expect(paths('try { f() } catch { g() }')).toEqual(['[] void', '[<exception from f()>] void']))
test('extraction/C55', () => expect(pathsUnit('if (!x) { if (y) return "A" } else return "B"; return "C"').transitions.map(t => (t.output.type === 'return' && t.output.value?.type === 'literal' ? t.output.value.value : null))).toEqual(['A', 'B', 'C']))
test('extraction/C56', () => {
  const states = unit(extractSources({ 'a.ts': `import express from "express"\nconst app = express()\napp.get("/t", function t(req, res) { ${Array.from({ length: 65 }, (_, i) => `if (req.a${i}) res.status(${400 + i});`).join(' ')} res.json(1) })` }), 't')
  expect(states.gaps.map(g => g.reason)).toContain('pathBudget')
  const joined = pathsUnit(`if (${Array.from({ length: 65 }, (_, i) => `(a${i} && b${i})`).join(' || ')}) f(); else if (z) return "A"; return "B"`)
  expect(joined.transitions.length).toBeLessThanOrEqual(2)
})
