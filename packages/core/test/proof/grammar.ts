/** Random bodies of handlers and clients, from a grammar of what the path walk reads. */
import fc from 'fast-check'

/** What one kind of unit adds to the grammar. `#` is a new number, `@` the last one, `~` an effect of its own. */
export interface Vocabulary {
  /** Statements that answer, end or prepare an answer. */
  outcomes: readonly string[]
  /** Expressions that answer, and those that do where they are returned. */
  sent: readonly string[]
  returned: readonly string[]
  /** Tests, beside those of the inputs. */
  tests: readonly string[]
  /** What `switch` is over, and its labels. */
  subject: { text: string; labels: readonly string[] }
  /** Statements that call helpers declared beside the unit. */
  helpers: readonly string[]
  /** The body may wait. */
  async: boolean
}

interface Place {
  /** Labels in reach, and whether they stand at a loop. */
  labels: readonly { name: string; atLoop: boolean }[]
  inSwitch: boolean
  inLoop: boolean
  hasItem: boolean
  inCatch: boolean
  /** A returned promise is not waited for inside a `try`. */
  inTry: boolean
  /** A helper is not read again in what it was given. */
  inRun: boolean
}

const inputTests = [
  'v0',
  'v1',
  'v2',
  'v3',
  '!v0',
  '!v1',
  's === 1',
  's === 2',
  's !== 3',
  's > 1',
  '2 >= s',
  'n == null',
  'n != null',
  'n === null',
  'typeof n === "number"',
  'o.k',
  '"k" in o',
  'o?.k',
  '[1, 3].includes(s)',
  's % 2',
  'ask0()',
  'ask1(v1)',
  'both(v0, v2)',
  'isOff(v3)',
  'pick(v1, s)',
  'l0',
  'named',
  '!named',
  'c0',
  'Boolean(v2)',
  '!!v3',
  '(v0 ?? v1)',
  '(n ?? v2)',
  'u === null',
  'u !== undefined',
  'u == null',
  'typeof u === "undefined"',
  'u',
  '(u ?? n)',
  '(n ?? 5) > 4',
  'dv === 2',
  'dv',
  'dv > 1',
  'o?.k === 1',
  'n?.k',
  'u > 1',
  '!(u < 1)',
  'o.k?.z',
  's === 1 || s === 3',
  's >= 2 && s !== 3',
  '!(s < 2)',
  'xs.length',
  'xs.length > 1',
  'xs.some(y => y.a)',
  '!Boolean(n)',
  'v0 !== v1',
  'Number.isInteger(n)',
]

/** Each part of the grammar is made once. */
const made = new WeakMap<Vocabulary, Map<string, fc.Arbitrary<string>>>()

function once(vocabulary: Vocabulary, key: string, make: () => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const parts = made.get(vocabulary) ?? new Map<string, fc.Arbitrary<string>>()
  made.set(vocabulary, parts)
  const part = parts.get(key) ?? make()
  parts.set(key, part)
  return part
}

const condition = (vocabulary: Vocabulary, place: Place, depth: number): fc.Arbitrary<string> =>
  once(vocabulary, `test ${depth} ${place.hasItem}`, () => newCondition(vocabulary, place, depth))

const statement = (vocabulary: Vocabulary, depth: number, place: Place): fc.Arbitrary<string> =>
  once(vocabulary, `statement ${depth} ${JSON.stringify(place)}`, () =>
    newStatement(vocabulary, depth, place),
  )

/** What a function written in place holds: it cannot wait. */
const synchronous = new WeakMap<Vocabulary, Vocabulary>()

function withoutWaiting(vocabulary: Vocabulary): Vocabulary {
  const known = synchronous.get(vocabulary) ?? { ...vocabulary, async: false }
  synchronous.set(vocabulary, known)
  return known
}

function newCondition(vocabulary: Vocabulary, place: Place, depth: number): fc.Arbitrary<string> {
  const leaf = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...inputTests) },
    ...(vocabulary.tests.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...vocabulary.tests) }] : []),
    ...(vocabulary.async ? [{ weight: 1, arbitrary: fc.constant('(await later0())') }] : []),
    ...(place.hasItem ? [{ weight: 4, arbitrary: fc.constantFrom('x.a', '!x.a', 'x.b') }] : []),
  )
  if (depth === 0) return leaf
  const inner = condition(vocabulary, place, depth - 1)
  const two = fc.tuple(inner, inner)
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    two.map(([a, b]) => `(${a} && ${b})`),
    two.map(([a, b]) => `(${a} || ${b})`),
    two.map(([a, b]) => `!(${a} && ${b})`),
    two.map(([a, b]) => `!(${a} || ${b})`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  )
}

function newStatement(vocabulary: Vocabulary, depth: number, place: Place): fc.Arbitrary<string> {
  const test = (d: number): fc.Arbitrary<string> => condition(vocabulary, place, d)
  const outcome = fc.constantFrom(
    ...vocabulary.outcomes.filter(o => vocabulary.async || !o.includes('await')),
  )
  const sent = fc.constantFrom(...vocabulary.sent)
  const returned = fc.constantFrom(...vocabulary.returned)
  const effects = [
    'e~();',
    'e~(v0);',
    'const t# = e~();',
    'e~(e~());',
    'const q# = [e~(), e~(v1)];',
    ...(vocabulary.async ? ['await e~();', 'await Promise.all([e~(), e~()]);'] : []),
  ]
  const helpers = vocabulary.helpers.filter(
    h => (vocabulary.async || !/await|later\(/.test(h)) && !(place.inTry && h.startsWith('return later(')),
  )
  const simple: fc.Arbitrary<string>[] = [
    outcome,
    outcome,
    outcome,
    outcome,
    fc.constantFrom(...effects),
    fc.constantFrom(...effects),
    fc.tuple(test(1), outcome).map(([c, o]) => `if (${c}) { ${o} }`),
    fc.tuple(test(1), outcome).map(([c, o]) => `if (${c}) { ${o} return; }`),
    test(1).map(c => `${c} && e~();`),
    test(1).map(c => `${c} || e~();`),
    test(1).map(c => `${c} ? e~() : e~();`),
    test(0).map(c => `${c} && (v1 || e~());`),
    fc.constantFrom('n ?? e~();', 'const t# = o.k ?? e~();', 'u?.k || e~();', 'o?.z?.(e~());'),
    fc.constantFrom(
      'throw new E0();',
      'throw new E1(409);',
      'throw new E2();',
      'throw v1 ? new E0() : new E2();',
      'throw Object.assign(new E0(), { status: 410 });',
      ...(place.inCatch ? ['throw e;', 'if (!(e instanceof E0)) throw e;'] : []),
    ),
    fc.constantFrom(
      'l0 = v1;',
      'l0 = !l0;',
      'l0 = s > 2;',
      'l0 ||= v2;',
      'l0 &&= v3;',
      'if (v2) l0 = false;',
    ),
    fc.tuple(test(1), sent).map(([c, a]) => `${c} && ${a};`),
    fc.tuple(test(1), sent).map(([c, a]) => `${c} || ${a};`),
    fc.tuple(test(0), sent, sent).map(([c, a, b]) => `${c} ? ${a} : ${b};`),
    fc.tuple(test(1), returned, returned).map(([c, a, b]) => `return ${c} ? ${a} : ${b};`),
    fc
      .tuple(test(0), test(0), returned, returned, returned)
      .map(([c, d, x, y, z]) => `return ${c} ? ${x} : ${d} ? ${y} : ${z};`),
    fc.tuple(test(1), outcome).map(([c, o]) => `{ const w# = ${c}; if (w@) { ${o} } }`),
    fc.tuple(test(0), outcome).map(([c, o]) => `{ let w# = false; if (${c}) w@ = true; if (w@) { ${o} } }`),
    fc.constantFrom(...helpers),
    fc.constantFrom(...helpers),
    ...place.labels.flatMap(({ name, atLoop }) => [
      fc.constant(`break ${name};`),
      ...(atLoop ? [fc.constant(`continue ${name};`)] : []),
    ]),
    ...(place.inSwitch || place.inLoop ? [fc.constant('break;')] : []),
    ...(place.inLoop ? [fc.constant('continue;')] : []),
  ]
  if (depth === 0) return fc.oneof(...simple)
  const block = (p: Place = place): fc.Arbitrary<string> =>
    fc.array(statement(vocabulary, depth - 1, p), { minLength: 1, maxLength: 2 }).map(list => list.join(' '))
  const within = (p: Place): fc.Arbitrary<string> =>
    fc
      .array(statement(withoutWaiting(vocabulary), depth - 1, p), { minLength: 1, maxLength: 2 })
      .map(list => list.join(' '))
  const inSwitch = { ...place, inSwitch: true }
  const inTry = { ...place, inTry: true }
  const inCatch = { ...inTry, inCatch: true }
  const oneTurn = { ...place, inLoop: false, inSwitch: true }
  const inLoop = { ...place, inLoop: true, inSwitch: false }
  const inCallback: Place = { ...place, labels: [], inSwitch: false, inLoop: false, inTry: false }
  const labelled = (atLoop: boolean, p: Place): Place => ({
    ...p,
    labels: [...p.labels, { name: `L${depth}`, atLoop }],
  })
  /** What stands in a loop need not run. */
  const mayRun = (text: string): string => text.replaceAll('~', '^')
  const clause = fc
    .tuple(fc.boolean(), block(inSwitch), fc.boolean())
    .map(([filled, body, stop]) => `${filled ? `{${body}}` : ''}${stop ? ' break;' : ''}`)
  const {
    subject: { text, labels },
  } = vocabulary
  return fc.oneof(
    ...simple,
    {
      weight: 4,
      arbitrary: fc
        .tuple(test(2), block(), fc.option(block()))
        .map(([c, a, b]) => `if (${c}) {${a}}${b === null ? '' : ` else {${b}}`}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.array(clause, { minLength: 1, maxLength: 3 }),
          fc.option(block(inSwitch)),
          fc.nat({ max: 3 }),
        )
        .map(([list, last, at]) => {
          const cases = list.map((c, i) => `case ${labels[i]}: ${c}`)
          if (last !== null)
            cases.splice(
              Math.min(at, cases.length),
              0,
              `default: {${last}}${at < cases.length ? ' break;' : ''}`,
            )
          return `switch (${text}) {${cases.join(' ')}}`
        }),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.array(fc.tuple(test(1), block(inSwitch)), { minLength: 1, maxLength: 3 }),
          fc.option(block(inSwitch)),
          fc.boolean(),
        )
        .map(
          ([list, last, stop]) =>
            `switch (true) {${list.map(([c, b]) => `case Boolean(${c}): {${b}}${stop ? ' break;' : ''}`).join(' ')}${last === null ? '' : ` default: {${last}}`}}`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(block(inSwitch), block(inSwitch), block(inSwitch))
        .map(
          ([a, b, c]) =>
            `switch (${text}) {case ${labels[0]}: case ${labels[1]}: {${a}} case ${labels[2]}: {${b}} break; default: {${c}}}`,
        ),
    },
    block(labelled(false, place)).map(b => `L${depth}: {${b}}`),
    {
      weight: 2,
      arbitrary: fc
        .tuple(block(inTry), block(inCatch), fc.option(block()), fc.boolean())
        .map(
          ([a, b, c, byClass]) =>
            `try {${a}} catch (e) {${byClass ? `if (e instanceof E0) {${b}} else {e~();}` : b}}${c === null ? '' : ` finally {${c}}`}`,
        ),
    },
    fc.tuple(block(inTry), block()).map(([a, b]) => `try {${a}} finally {${b}}`),
    block({ ...inLoop, hasItem: true }).map(b => mayRun(`for (const x of xs) {${b}}`)),
    block({ ...labelled(true, inLoop), hasItem: true }).map(b =>
      mayRun(`L${depth}: for (const x of xs) {${b}}`),
    ),
    block(inLoop).map(b => mayRun(`for (let i = 0; i < 1; i++) {${b}}`)),
    block(inLoop).map(b => mayRun(`for (let i = 0; i < 2; i++) {${b}}`)),
    fc.tuple(test(1), block(oneTurn)).map(([c, b]) => mayRun(`while (${c}) {${b} break; }`)),
    block(oneTurn).map(b => mayRun(`while (true) {${b} break; }`)),
    block(oneTurn).map(b => mayRun(`for (;;) {${b} break; }`)),
    block(oneTurn).map(b => mayRun(`do {${b}} while (false);`)),
    within({ ...inCallback, hasItem: true }).map(b => mayRun(`xs.forEach(x => {${b}});`)),
    within(inCallback).map(b => `{ const f${depth} = () => {${b}}; f${depth}(); }`),
    fc
      .tuple(within(inCallback), test(0))
      .map(([b, c]) => `{ const f${depth} = p => { if (p) {${b}} }; f${depth}(${c}); }`),
    within(inCallback).map(b => `{ function g${depth}() {${b}} return g${depth}(); }`),
    ...(place.inRun ? [] : [within({ ...inCallback, inRun: true }).map(b => `run(() => {${b}});`)]),
    ...(vocabulary.async
      ? [
          fc
            .tuple(within(inCallback), within(inCallback))
            .map(([a, b]) => `await later1().then(() => {${a}}).catch(() => {${b}});`),
          block(inCallback).map(b => `{ const h${depth} = async () => {${b}}; await h${depth}(); }`),
          within(inCallback).map(a => `return await later1().then(() => {${a}});`),
        ]
      : []),
    ...(vocabulary.async && !place.inTry
      ? [
          block(inCallback).map(b => `{ const h${depth} = async () => {${b}}; return h${depth}(); }`),
          fc
            .tuple(within(inCallback), within(inCallback))
            .map(([a, b]) => `return later1().then(() => {${a}}, () => {${b}});`),
          within(inCallback).map(a => `return later1().then(() => {${a}});`),
        ]
      : []),
  )
}

export function body(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const start: Place = {
    labels: [],
    inSwitch: false,
    inLoop: false,
    hasItem: false,
    inCatch: false,
    inTry: false,
    inRun: false,
  }
  const listOf = (depth: number, maxLength: number): fc.Arbitrary<string> =>
    fc.array(statement(vocabulary, depth, start), { minLength: 1, maxLength }).map(list => list.join('\n'))
  return fc.oneof({ weight: 6, arbitrary: listOf(2, 3) }, { weight: 1, arbitrary: listOf(3, 3) })
}

/** Every answer and every effect gets a name of its own; effects of loops are the `mN`. */
export function numbered(text: string): { text: string; effects: string[] } {
  let n = 0
  const effects: string[] = []
  const done = text.replace(/[#@]|e[~^]/g, mark => {
    if (mark === '#') return String(++n)
    if (mark === '@') return String(n)
    const name = `${mark === 'e~' ? 'e' : 'm'}${effects.length}`
    effects.push(name)
    return name
  })
  return { text: done, effects }
}
