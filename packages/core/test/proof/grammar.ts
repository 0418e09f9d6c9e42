/** Random bodies of handlers and clients, from a grammar of what the path walk reads. */
import fc from 'fast-check'

/** What one kind of unit adds to the grammar. `#` is a new number, `@` the last one, `~` an effect of its own. */
export interface Vocabulary {
  /** Statements that answer, end or prepare an answer. */
  outcomes: readonly string[]
  /** Tests, beside those of the inputs. */
  tests: readonly string[]
  /** What `switch` is over, and its labels. */
  subject: { text: string; labels: readonly string[] }
  /** Statements that call helpers declared beside the unit. */
  helpers: readonly string[]
  /** Statements that are not written into a `finally`. */
  beforeOnly?: RegExp
  /** The body may wait. */
  async: boolean
}

interface Place {
  label: number | null
  inSwitch: boolean
  inLoop: boolean
  hasItem: boolean
  /** A returned promise is not waited for inside a `try`. */
  inTry: boolean
  inFinally: boolean
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
]

function condition(vocabulary: Vocabulary, place: Place, depth: number): fc.Arbitrary<string> {
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

function statement(vocabulary: Vocabulary, depth: number, place: Place): fc.Arbitrary<string> {
  const test = (d: number): fc.Arbitrary<string> => condition(vocabulary, place, d)
  const outcome = fc.constantFrom(
    ...vocabulary.outcomes
      .filter(o => vocabulary.async || !o.includes('await'))
      .filter(o => !place.inFinally || !vocabulary.beforeOnly?.test(o)),
  )
  const effects = [
    'e~();',
    'e~(v0);',
    'const t# = e~();',
    'e~(e~());',
    ...(vocabulary.async ? ['await e~();'] : []),
  ]
  const helpers = vocabulary.helpers.filter(h => vocabulary.async || !h.includes('await'))
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
    fc.constantFrom('n ?? e~();', 'const t# = o.k ?? e~();'),
    fc.constantFrom('throw new E0();', 'throw new E1(409);', 'throw new E2();'),
    fc.constantFrom('l0 = v1;', 'l0 = !l0;', 'l0 = s > 2;'),
    fc.constantFrom(...helpers),
    fc.constantFrom(...helpers),
    ...(place.label === null ? [] : [fc.constant(`break L${place.label};`)]),
    ...(place.inSwitch || place.inLoop ? [fc.constant('break;')] : []),
    ...(place.inLoop ? [fc.constant('continue;')] : []),
  ]
  if (depth === 0) return fc.oneof(...simple)
  const block = (p: Place = place): fc.Arbitrary<string> =>
    fc.array(statement(vocabulary, depth - 1, p), { minLength: 1, maxLength: 2 }).map(list => list.join(' '))
  /** What a function written in place holds: it cannot wait. */
  const within = (p: Place): fc.Arbitrary<string> =>
    fc
      .array(statement({ ...vocabulary, async: false }, depth - 1, p), { minLength: 1, maxLength: 2 })
      .map(list => list.join(' '))
  const inSwitch = { ...place, inSwitch: true }
  const inTry = { ...place, inTry: true }
  const last = { ...place, inFinally: true }
  const once = { ...place, inLoop: false, inSwitch: true }
  const inLoop = { ...place, inLoop: true, inSwitch: false }
  const inCallback: Place = {
    label: null,
    inSwitch: false,
    inLoop: false,
    hasItem: place.hasItem,
    inTry: false,
    inFinally: place.inFinally,
  }
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
    block({ ...place, label: depth }).map(b => `L${depth}: {${b}}`),
    {
      weight: 2,
      arbitrary: fc
        .tuple(block(inTry), block(inTry), fc.option(block(last)), fc.boolean())
        .map(
          ([a, b, c, byClass]) =>
            `try {${a}} catch (e) {${byClass ? `if (e instanceof E0) {${b}} else {e~();}` : b}}${c === null ? '' : ` finally {${c}}`}`,
        ),
    },
    fc.tuple(block(inTry), block(last)).map(([a, b]) => `try {${a}} finally {${b}}`),
    block({ ...inLoop, hasItem: true }).map(b => `for (const x of xs) {${b}}`),
    block(inLoop).map(b => `for (let i = 0; i < 1; i++) {${b}}`),
    block(once).map(b => `while (true) {${b} break; }`),
    block(once).map(b => `do {${b}} while (false);`),
    within({ ...inCallback, hasItem: true }).map(b => `xs.forEach(x => {${b}});`),
    within(inCallback).map(b => `{ const f${depth} = () => {${b}}; f${depth}(); }`),
    within(inCallback).map(b => `{ function g${depth}() {${b}} return g${depth}(); }`),
    ...(vocabulary.async
      ? [
          fc
            .tuple(within(inCallback), within(inCallback))
            .map(([a, b]) => `await later1().then(() => {${a}}).catch(() => {${b}});`),
        ]
      : []),
    ...(vocabulary.async && !place.inTry
      ? [
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
    label: null,
    inSwitch: false,
    inLoop: false,
    hasItem: false,
    inTry: false,
    inFinally: false,
  }
  const listOf = (depth: number, maxLength: number): fc.Arbitrary<string> =>
    fc.array(statement(vocabulary, depth, start), { minLength: 1, maxLength }).map(list => list.join('\n'))
  return fc.oneof({ weight: 6, arbitrary: listOf(2, 3) }, { weight: 1, arbitrary: listOf(3, 3) })
}

/** Every answer and every effect gets a name of its own. */
export function numbered(text: string): { text: string; effects: string[] } {
  let n = 0
  const effects: string[] = []
  const done = text.replace(/[#@~]/g, mark => {
    if (mark === '#') return String(++n)
    if (mark === '@') return String(n)
    effects.push(`e${effects.length}`)
    return String(effects.length - 1)
  })
  return { text: done, effects }
}
