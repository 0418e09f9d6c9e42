/** Acceptance of run findings, merge, gate and suppression: checking K138 to K148, K156, K157, K184, K187, K188, K193. */
import { expect, test } from 'vitest'
import { canonicalJson, type BehavioralSummary } from '../ir/index.js'
import { baselineEntries, exitCode, checkSummaries, baselineText, type CheckInput } from './index.js'
import { is, notOk, ok } from './testing/predicates.js'
import { lit, reading, rec, text } from './testing/shapes.js'
import { at, client, provider, unit } from './testing/summaries.js'
import { check, lines } from './testing/run.js'

const route = 'GET /users/:id'
const p = (options = {}): BehavioralSummary => provider(route, [{ status: 200 }, { status: 404 }], options)
const unbranched = client(route, [{}])
const oneWarning = [p(), unbranched]
const exit = (summaries: readonly BehavioralSummary[], input: Partial<CheckInput> = {}): number =>
  exitCode(check(summaries, input))
const sussignore = (...rules: string[]): NonNullable<CheckInput['suppressions']> => ({
  file: '.sussignore.yml',
  text: `version: 1\nrules:\n${rules.map(rule => `  - { ${rule} }`).join('\n')}\n`,
})

test('checking/K138 only one side', () => {
  const run = [p()]
  expect(check(run).run).toMatchObject([
    {
      kind: 'nothingPaired',
      severity: 'error',
      description: 'Nothing was compared: 1 providers and 0 consumers, no pair.',
    },
  ])
  expect(exit(run)).toBe(1)
  expect(exit(run, { flags: { allowEmpty: true } })).toBe(0)
  expect(check(run, { medium: 'host' }).run).toMatchObject([{ kind: 'nothingPaired', severity: 'info' }])
  expect(exit(run, { medium: 'host' })).toBe(0)
  expect(check([p(), client('GET /other')], { medium: 'host' }).run).toMatchObject([{ severity: 'warning' }])
})

test('checking/K139 too many consumers without a pair', () => {
  const four = ['/a', '/b', '/c', '/d'].map(path => client(`GET ${path}`))
  const run = [provider(route), client(route), ...four]
  const kinds = (limit: string): string[] =>
    check(run, { flags: { failOnUnpaired: limit } }).run.map(({ kind, severity }) => `${severity} ${kind}`)
  expect(kinds('50%')).toEqual(['error mostlyUnpaired'])
  expect(kinds('80%')).toEqual([])
  expect(kinds('3')).toEqual(['error mostlyUnpaired'])
  expect(kinds('4')).toEqual([])
  expect(
    check([client('GET /x', [{}], { host: 'a.com' })], { flags: { failOnUnpaired: '0', allowEmpty: true } })
      .run,
  ).toEqual([])
})

const matching = 'kind: unhandledProviderCase, boundary: "get /users/{x}", reason: known'

test('checking/K140 one warning under each gate', () => {
  expect(exit(oneWarning)).toBe(0)
  expect(exit(oneWarning, { flags: { failOn: 'warning' } })).toBe(1)
  expect(exit(oneWarning, { config: { failOn: 'warning' } })).toBe(1)
  expect(exit(oneWarning, { flags: { failOn: 'warning' }, suppressions: sussignore(matching) })).toBe(0)
  expect(
    exit(oneWarning, { flags: { failOn: 'warning' }, suppressions: sussignore(`${matching}, effect: hide`) }),
  ).toBe(0)
  const lower = { suppressions: sussignore(`${matching}, effect: downgrade`) }
  expect(exit(oneWarning, { flags: { failOn: 'warning' }, ...lower })).toBe(0)
  expect(exit(oneWarning, { flags: { failOn: 'info' }, ...lower })).toBe(1)
  expect(check(oneWarning, lower).findings).toMatchObject([
    { severity: 'info', suppressed: { effect: 'downgrade', originalSeverity: 'warning' } },
  ])
  expect(
    exit(oneWarning, {
      flags: { failOn: 'warning', noSuppressions: true },
      suppressions: sussignore(matching),
    }),
  ).toBe(1)
})

test('checking/K142 two units serve one route: one finding with two sources', () => {
  const report = check([p({ id: 'one' }), p({ id: 'two' }), unbranched])
  expect(report.findings).toMatchObject([{ provider: { summary: 'one' }, sources: ['one', 'two'] }])
  expect(report.findings).toHaveLength(1)
  expect(check(oneWarning).findings[0]).not.toHaveProperty('sources')
})

test.each([
  ['kind only', sussignore('kind: unhandledProviderCase, reason: x'), /rule 1/],
  ['unknown kind', sussignore(matching, 'kind: nothing, boundary: GET /a, reason: x'), /rule 2: .*nothing/],
  ['unknown form', sussignore('kind: unhandledProviderCase.x, boundary: GET /a, reason: x'), /rule 1/],
  ['no version', { file: 'f', text: 'rules: []' }, /version/],
  ['no reason', sussignore('kind: unhandledProviderCase, boundary: GET /a'), /rule 1: reason/],
  [
    'empty reason',
    sussignore('kind: unhandledProviderCase, boundary: GET /a, reason: " "'),
    /rule 1: reason/,
  ],
  ['unknown key', sussignore('kind: unhandledProviderCase, boundary: GET /a, reason: x, extra: 1'), /rule 1/],
  ['broken YAML', { file: 'f', text: 'version: [' }, /f: /],
])('checking/K143 %s is a configuration error', (_, suppressions, message) => {
  expect(() => check(oneWarning, { suppressions })).toThrow(message)
})

test('checking/K144 a rule that matches nothing', () => {
  const suppressions = sussignore('kind: uncalledRoutes, boundary: GET /a, reason: x')
  expect(check(oneWarning, { suppressions }).suppressions).toEqual({ file: '.sussignore.yml', unused: [1] })
  expect(exit(oneWarning, { suppressions })).toBe(0)
  expect(exit(oneWarning, { suppressions, flags: { failOnUnusedSuppressions: true } })).toBe(1)
  expect(check(oneWarning, { suppressions: sussignore(matching) }).suppressions.unused).toEqual([])
})

test('checking/K145 severity of a kind and of one of its forms', () => {
  const both = [
    provider(route, [
      { status: 200, body: rec({ s: lit('a'), id: text }) },
      { status: 200, body: rec({ s: lit('b'), id: text }) },
      { status: 404 },
    ]),
    client(route, [{ expects: reading('id') }]),
  ]
  expect(lines(both)).toHaveLength(3)
  const report = check(both, {
    config: { severity: { unhandledProviderCase: 'error', 'unhandledProviderCase.case': 'off' } },
  })
  expect(report.findings).toMatchObject([{ form: 'status', severity: 'error' }])
  expect(report.counts).toMatchObject({ error: 1, off: 2 })
  expect(() => check(both, { config: { severity: { unhandledCase: 'off' } } })).toThrow(/unhandledCase/)
})

test('checking/K146 an id survives moved lines and other words', () => {
  const id = (run: BehavioralSummary[]): string | undefined => check(run).findings[0]?.id
  const moved = p({ line: 7 })
  expect(id([moved, unbranched])).toBe(id(oneWarning))
  expect(id([{ ...moved, identity: { ...moved.identity, name: 'renamed label' } }, unbranched])).toBe(
    id(oneWarning),
  )
  expect(id([p({ id: 'other' }), unbranched])).not.toBe(id(oneWarning))
  expect(id(oneWarning)).toMatch(/^[0-9a-f]{16}$/)
})

test('checking/K147 only what is new since an earlier report', () => {
  const broken = [
    provider(route, [{ status: 200, body: rec({ id: text }) }]),
    client(route, [{ expects: reading('name') }]),
  ]
  const earlier = check(broken)
  expect(exitCode(earlier)).toBe(1)
  const same = check(broken, { flags: { since: earlier } })
  expect([exitCode(same), same.findings, same.since?.new]).toEqual([0, [], 0])
  const more = check([...broken, client(route, [{ expects: reading('other') }], { id: 'second' })], {
    flags: { since: earlier },
  })
  expect([exitCode(more), more.findings.length]).toEqual([1, 1])
  expect(check([provider(route)], { flags: { since: earlier, allowEmpty: true } }).since?.resolved).toEqual([
    earlier.findings[0]?.id,
  ])
})

test('checking/K148 the order of the input never shows', () => {
  const run = [
    provider(route, [{ status: 200, body: rec({ id: text }) }, { status: 404 }], { id: 'b' }),
    provider(route, [{ status: 404 }], { id: 'a' }),
    client(route, [{ when: ok, expects: reading('name') }]),
    client('GET /nope', [{ when: [notOk] }]),
    client('GET /x', [{}], { host: '{API}' }),
    provider('GET /api/x', [{ status: 200 }], { gaps: [{}] }),
    client('GET /y', [{ when: [is(404)] }], { host: '{API}' }),
    provider('GET /api/y'),
  ]
  const once = canonicalJson(check(run))
  expect(canonicalJson(check(run.toReversed()))).toBe(once)
  expect(canonicalJson(check([...run.slice(3), ...run.slice(0, 3)]))).toBe(once)
})

test('checking/K156 a file that could not be read is said, the rest is checked', () => {
  const skipped = [{ file: 'new.json', problem: 'written by a newer version (7); this build reads 1 to 6' }]
  const report = check(oneWarning, { skipped })
  expect(report.run).toEqual([
    {
      kind: 'unreadableInput',
      severity: 'warning',
      description: 'new.json: written by a newer version (7); this build reads 1 to 6.',
      remedy: 'Remove it, write it again, or update suss.',
    },
  ])
  expect(report.findings).toHaveLength(1)
  expect(exit(oneWarning, { skipped, flags: { failOnUnreadable: true } })).toBe(1)
})

/** What a later build may have written, as the reader keeps it. */
function fromLater(summary: BehavioralSummary): BehavioralSummary {
  const raw: unknown = {
    ...summary,
    extra: true,
    transitions: summary.transitions.map(transition => ({
      ...transition,
      conditions: [...transition.conditions, { type: 'quantumCheck', subject: 1 }],
      effects: [
        {
          type: 'interaction',
          binding: { transport: 'x', recognition: 'y', semantics: { name: 'telepathy' } },
          interaction: { class: 'mind-read' },
        },
        { type: 'hologram' },
      ],
    })),
  }
  return raw as BehavioralSummary
}

test('checking/K157 what a later build wrote is skipped, never refused', () => {
  const strange: unknown = { ...unit('library', 'x', null, []), kind: 'hologram' }
  const foreign: unknown = {
    ...unit('library', 'y', null, []),
    identity: {
      ...unit('library', 'y', null, []).identity,
      boundaryBinding: { transport: 'x', recognition: 'y', semantics: { name: 'telepathy' } },
    },
  }
  const report = check([
    fromLater(p()),
    fromLater(unbranched),
    strange as BehavioralSummary,
    foreign as BehavioralSummary,
  ])
  expect(report.pairs).toHaveLength(1)
  expect(report.unmatched.unpairable).toMatchObject([{ reason: 'unknownKind' }])
})

test('checking/K184 routes nobody calls, when asked for', () => {
  const hooks = provider('POST /hooks/:name')
  const run = [provider(route), client(route), hooks]
  const on = { severity: { uncalledRoutes: 'warning' as const } }
  expect(lines(run)).toEqual([])
  expect(lines(run, { config: on })).toEqual(['W uncalledRoutes.rest'])
  expect(
    check(run, { config: { ...on, calledFromOutside: ['POST /hooks/{x*}'] } }).unmatched.providers,
  ).toMatchObject([{ reason: 'calledFromOutside' }])
  expect(lines(run, { config: { ...on, calledFromOutside: ['POST /hooks/{x*}'] } })).toEqual([])
  expect(lines([...run, client('GET ?')], { config: on })).toEqual([])
})

test('checking/K187 a baseline', () => {
  const two = [...oneWarning, provider('GET /b', [{ status: 404 }]), client('GET /b')]
  const gate = { failOn: 'warning' as const }
  const before = check(two)
  const baseline = {
    file: '.suss/baseline.json',
    text: baselineText(
      before.findings.map(({ id, kind }) => ({ id, kind, boundary: null, file: 'x', text: 'y' })),
    ),
  }
  expect(exit(two, { config: gate, baseline })).toBe(0)
  expect(check(two, { config: gate, baseline }).counts).toMatchObject({ warning: 0, baseline: 2 })
  const later = [...oneWarning, provider('GET /c', [{ status: 404 }]), client('GET /c')]
  const report = check(later, { config: gate, baseline, medium: 'host' })
  expect(exitCode(report)).toBe(1)
  expect(report.baseline.gone).toEqual([
    before.findings.find(({ boundaryKey }) => boundaryKey === 'GET /b')?.id,
  ])
  expect(exit(two, { config: gate, baseline, flags: { noBaseline: true } })).toBe(1)
  expect(() => check(two, { baseline: { file: 'b.json', text: '{}' } })).toThrow(/b\.json/)
})

test('checking/K188 a rule by file', () => {
  const run = [p({ file: 'src/legacy/users.ts', id: 'old' }), unbranched]
  const suppressions = {
    file: '.sussignore',
    text: 'version: 1\nrules: [{ kind: unhandledProviderCase, file: "src/legacy/**", reason: old }]',
  }
  expect(check(run, { suppressions }).findings).toMatchObject([
    { suppressed: { reason: 'old', effect: 'mark' } },
  ])
  expect(check(oneWarning, { suppressions }).suppressions.unused).toEqual([1])
})

test('checking/K201 rules about signatures are left to them', () => {
  const suppressions = sussignore(
    'kind: BROKEN_REFERENCE, file: "docs/**", reason: x',
    'kind: signature.removed, field: y, reason: x',
  )
  expect(check(oneWarning, { suppressions }).suppressions.unused).toEqual([])
  expect(() => check(oneWarning, { suppressions: sussignore('kind: BROKEN_REFERENCE, reason: x') })).toThrow(
    /rule 1/,
  )
  expect(
    check(oneWarning, {
      baseline: {
        file: 'b',
        text: baselineText([{ id: 'finding:1', kind: 'x', boundary: null, file: 'f', text: 't' }]),
      },
    }).baseline.gone,
  ).toEqual([])
})

test('checking/K193 an unread outcome of a provider nobody calls', () => {
  const quiet = provider('GET /quiet', [{ status: 200 }], {
    gaps: [{ reason: 'unmatchedReturn', place: at(4) }],
  })
  const report = check([quiet, provider(route), client(route)])
  expect(report.findings).toMatchObject([
    { kind: 'lowConfidence', form: 'gap', severity: 'info', site: { lines: { start: 4 } } },
  ])
  const unnamed = provider('GET /quiet', [{ status: 200 }], { gaps: [{ reason: 'unreadMethod' }] })
  expect(check([unnamed, provider(route), client(route)]).findings).toEqual([])
})

test('what --at keeps', () => {
  const run = [...oneWarning, provider('GET /b', [{ status: 404 }]), client('GET /b')]
  for (const target of ['GET /b', 'src/GET-b.ts', 'src/GET-b.ts:4', 'GET /b']) {
    const report = check(run, { flags: { at: target } })
    expect(report.findings.map(({ boundaryKey }) => boundaryKey)).toEqual(['GET /b'])
    expect(report.pairs).toHaveLength(1)
  }
  const none = check(run, { flags: { at: 'src/nothing.ts' } })
  expect([exitCode(none), none.at]).toEqual([1, { target: 'src/nothing.ts', matched: [] }])
})

test('two files given by name are compared whatever their services are', () => {
  const first = [provider(route, [{ status: 200 }, { status: 404 }], { workspace: 'api' })]
  const second = [client('GET /users/{id}', [{}], { host: 'api.acme.com', workspace: 'web' })]
  const report = checkSummaries({ summaries: [], between: { first, second }, config: {}, medium: 'check' })
  expect(report.pairs).toHaveLength(1)
  expect(report.findings).toMatchObject([{ form: 'status', facts: { status: 404 } }])
})

test('functions pair by package and export path', () => {
  const fn = (kind: 'library' | 'caller', name: string): BehavioralSummary =>
    unit(kind, `${kind} ${name}`, { name: 'function-call', package: 'pkg', exportPath: [name] }, [])
  const report = check([fn('library', 'a'), fn('caller', 'a'), fn('caller', 'b')])
  expect(report.pairs).toMatchObject([{ boundaryKey: 'fn:pkg::a' }])
  expect(report.unmatched.consumers).toMatchObject([{ reason: 'exportUnknown' }])
})

test('a baseline records what counts, and infos only where they fail', () => {
  const run = [...oneWarning, provider('GET /quiet', [{ status: 200 }], { gaps: [{}] })]
  const { findings } = check(run)
  expect(findings).toHaveLength(2)
  expect(baselineEntries(findings, 'error').map(({ kind }) => kind)).toEqual(['unhandledProviderCase'])
  expect(baselineEntries(findings, 'info')).toHaveLength(2)
  const marked = check(run, { suppressions: sussignore(matching) }).findings
  expect(baselineEntries(marked, 'error')).toEqual([])
})
