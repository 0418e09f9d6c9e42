/** The whole check: from summaries to the report. */
import { byCodeUnit, type RunFinding, type Severity } from '../ir/index.js'
import {
  applyBaseline,
  applyRules,
  countFindings,
  isFailing,
  isSignatureRule,
  mostlyUnpaired,
  nothingPaired,
  overrideRun,
  parseBaseline,
  parseRules,
  requireOverrides,
  unreadableInput,
  type CheckReport,
  type ReportedFinding,
  type ReportedPair,
  type Rule,
} from '../gate/index.js'
import { busesAgree, staysInProcess, roleOf, type Pairing, type Unit, type Unmatched } from '../pair/index.js'
import { blankHoles, boundaryKey, boundaryLabel, channelForm, identityKey, normalizePath } from '../semantics/index.js'
import type { CheckFlags, CheckInput } from './check-input.js'
import { compareFindings, finishFindings } from './finish/finish-findings.js'
import { narrowTo, sinceOf, unitsAt } from './report-scope.js'
import { runChecks, type Checked } from './run-checks.js'

export function checkSummaries(input: CheckInput): CheckReport {
  const { config, flags = {} } = input
  const overrides = config.severity ?? {}
  requireOverrides(overrides)
  const rules =
    input.suppressions && flags.noSuppressions !== true
      ? parseRules(input.suppressions.text, input.suppressions.file)
      : []
  const accepted =
    input.baseline && flags.noBaseline !== true ? parseBaseline(input.baseline.text, input.baseline.file) : []

  const checked = runChecks(input)
  const finished = finishFindings(checked.drafts, overrides)
  const ruled = applyRules(finished.findings, rules, normalizeBoundary)
  const findings = applyBaseline(ruled.findings, new Set(accepted)).sort(compareFindings)
  const pairs = reportedPairs(checked.pairing)
  const run = overrideRun(runFindings(input, checked, pairs.length), overrides)
  return assemble(input, {
    checked,
    findings,
    pairs,
    run,
    off: finished.off,
    rules,
    used: ruled.used,
    accepted,
  })
}

interface Parts {
  checked: Checked
  findings: ReportedFinding[]
  pairs: ReportedPair[]
  run: RunFinding[]
  off: number
  rules: Rule[]
  used: ReadonlySet<number>
  accepted: string[]
}

function assemble(
  input: CheckInput,
  { checked, findings, pairs, run, off, rules, used, accepted }: Parts,
): CheckReport {
  const { config, flags = {}, suppressions, baseline } = input
  const { pairing } = checked
  const full = flags.at === undefined && flags.since === undefined
  const ids = new Set(findings.map(({ id }) => id))
  const unused = full ? rules.flatMap((rule, i) => (used.has(i) || isSignatureRule(rule) ? [] : [i + 1])) : []
  const gone = full ? accepted.filter(id => !ids.has(id) && !id.startsWith('finding:')).sort(byCodeUnit) : []
  const scoped = scopeReport({ findings, pairs, unmatched: sortedUnmatched(pairing) }, pairing.units, flags)
  const known = new Set(flags.since?.findings.map(({ id }) => id) ?? [])
  const shown = scoped.findings.filter(({ id }) => !known.has(id))
  const failed =
    isFailing({ findings: shown, run, failOn: flags.failOn ?? config.failOn ?? 'error', known }) ||
    (flags.failOnUnusedSuppressions === true && unused.length + gone.length > 0) ||
    scoped.at?.matched.length === 0
  return {
    format: 'suss-check',
    version: 1,
    failed,
    counts: countFindings(shown, run, off, scoped.pairs.length),
    findings: shown,
    run,
    pairs: scoped.pairs,
    unmatched: scoped.unmatched,
    runtimeNamed: runtimeNamed(pairing),
    collisions: pairing.rest.collisions,
    gaps: pairing.units
      .filter(({ summary }) => summary.gaps.length > 0)
      .map(({ id, summary }) => ({ summary: id, count: summary.gaps.length })),
    skipped: [...(input.skipped ?? [])].sort((a, b) => byCodeUnit(a.file, b.file)),
    suppressions: { file: suppressions?.file ?? null, unused },
    baseline: { file: baseline?.file ?? null, gone },
    ...(flags.since ? { since: sinceOf(findings, flags.since.findings) } : {}),
    ...(scoped.at ? { at: scoped.at } : {}),
  }
}

type Scoped = Pick<CheckReport, 'findings' | 'pairs' | 'unmatched' | 'at'>

function scopeReport(content: Scoped, units: readonly Unit[], { at }: CheckFlags): Scoped {
  if (at === undefined) return content
  const keys = new Map(units.map(({ id, summary }) => [id, boundaryKey(summary.identity.boundaryBinding)]))
  const ids = unitsAt(at, units, normalizeBoundary, keys)
  return {
    ...narrowTo(content, ids, normalizeBoundary(at)),
    at: { target: at, matched: [...ids].sort(byCodeUnit) },
  }
}

/** `get /users/:id` as rules and targets may write it. */
export function normalizeBoundary(boundary: string): string {
  const [, method, path] = /^([A-Za-z]+|\*)\s+(\/\S*)$/.exec(boundary.trim()) ?? []
  return method === undefined || path === undefined
    ? boundary
    : blankHoles(`${method.toUpperCase()} ${normalizePath(path)}`)
}

function reportedPairs({ rest, byKey, graphql, storage, config, invocations, buses, stories }: Pairing): ReportedPair[] {
  const ofRest = rest.pairs.flatMap(({ client, acting, assumedBase }) =>
    acting.map(
      (provider): ReportedPair => ({
        boundaryKey: boundaryKey(provider.summary.identity.boundaryBinding),
        provider: provider.id,
        consumer: client.id,
        ...(assumedBase === undefined ? {} : { assumedBase }),
      }),
    ),
  )
  const pairOf = (provider: Unit, consumer: Unit): ReportedPair => ({
    boundaryKey: boundaryKey(provider.summary.identity.boundaryBinding),
    provider: provider.id,
    consumer: consumer.id,
  })
  const ofKeys = byKey.map(({ provider, consumer }) => pairOf(provider, consumer))
  const ofChannels = [...buses.sends, ...buses.handlers].flatMap(({ unit, bus }) =>
    buses.channels.filter(channel => busesAgree(channel.bus, bus)).map(channel => pairOf(channel.unit, unit)),
  )
  const ofEffects = distinctPairs([
    ...graphql.pairs.flatMap(({ client, providers }) => providers.map(provider => pairOf(provider, client))),
    ...storage.pairs.map(({ declaration, unit }) => pairOf(declaration, unit)),
    ...config.pairs.map(({ runtime, unit }) => pairOf(runtime.unit, unit)),
    ...invocations.pairs.map(({ target, unit }) => pairOf(target, unit)),
    ...buses.pairs.map(({ send, handler }) => pairOf(handler.unit, send.unit)),
    ...ofChannels,
  ])
  const ofStories = stories.flatMap(({ component, stories: shown }) => shown.map(({ unit }) => pairOf(component, unit)))
  return [...ofRest, ...ofKeys, ...ofEffects, ...ofStories].sort(
    (a, b) =>
      byCodeUnit(a.boundaryKey ?? '\uffff', b.boundaryKey ?? '\uffff') ||
      byCodeUnit(a.provider, b.provider) ||
      byCodeUnit(a.consumer, b.consumer),
  )
}

const distinctPairs = (pairs: readonly ReportedPair[]): ReportedPair[] => [
  ...new Map(pairs.map(pair => [`${pair.boundaryKey}\n${pair.provider}\n${pair.consumer}`, pair])).values(),
]

/** What is sent or handled under a name that only a run of the program knows. */
function runtimeNamed({ buses }: Pairing): CheckReport['runtimeNamed'] {
  const named = [...buses.sends, ...buses.handlers].filter(({ bus }) => channelForm(bus) === 'reference')
  const rows = named.map(({ unit, bus }): Unmatched => ({
    summary: unit.id,
    boundaryKey: identityKey({ semantics: bus }),
    reason: 'nameUnread',
    field: 'channel',
  }))
  return [...new Map(rows.map(one => [`${one.summary}\n${one.boundaryKey}`, one])).values()].sort(
    (a, b) => byCodeUnit(a.summary, b.summary) || byCodeUnit(a.boundaryKey ?? '', b.boundaryKey ?? ''),
  )
}

function sortedUnmatched({
  unmatched: { providers, consumers, unpairable },
}: Pairing): CheckReport['unmatched'] {
  const sorted = <Row extends { summary: string }>(rows: readonly Row[]): Row[] =>
    rows.toSorted((a, b) => byCodeUnit(a.summary, b.summary))
  return { providers: sorted(providers), consumers: sorted(consumers), unpairable: sorted(unpairable) }
}

function runFindings(input: CheckInput, checked: Checked, pairs: number): RunFinding[] {
  const { flags = {}, run = [], skipped = [] } = input
  const unread = skipped.map(({ file, problem }) =>
    unreadableInput(file, problem, flags.failOnUnreadable === true ? 'error' : 'warning'),
  )
  const nothing =
    flags.allowEmpty === true || pairs > 0 || checked.comparedContracts
      ? null
      : nothingFinding(input, checked.pairing)
  const mostly =
    flags.failOnUnpaired === undefined ? null : unpairedFinding(checked.pairing, pairs, flags.failOnUnpaired)
  return [...run, ...unread, ...(nothing ? [nothing] : []), ...(mostly ? [mostly] : [])]
}

function nothingFinding({ medium }: CheckInput, { units }: Pairing): RunFinding | null {
  const labels = (role: string): string[] =>
    units
      .filter(({ summary }) => {
        const binding = summary.identity.boundaryBinding
        return binding !== null && !staysInProcess(binding) && roleOf(summary) === role
      })
      .map(({ summary }) => boundaryLabel(summary.identity.boundaryBinding))
      .sort(byCodeUnit)
  const counts = { providers: labels('provider'), consumers: labels('consumer') }
  const sides = [counts.providers, counts.consumers].filter(list => list.length > 0).length
  if (medium === 'host' && sides === 0) return null
  const severity: Severity = medium === 'check' ? 'error' : sides === 2 ? 'warning' : 'info'
  return nothingPaired(counts, severity)
}

/** Consumers that had something to pair with. */
const excused = new Set(['noBoundary', 'unknownKind', 'neverPairs', 'externalHost', 'noProviderInRun'])

function unpairedFinding({ unmatched, units }: Pairing, pairs: number, limit: string): RunFinding | null {
  const consumers = new Set(units.filter(({ summary }) => roleOf(summary) === 'consumer').map(({ id }) => id))
  const rows = [
    ...unmatched.consumers,
    ...unmatched.unpairable.filter(({ summary }) => consumers.has(summary)),
  ]
  const unpaired = rows.filter(({ reason }) => !excused.has(reason)).length
  return mostlyUnpaired(unpaired, unpaired + pairs, limit)
}
