/** Environment variables that are read and not set, set and not read (section 7.4). */
import { byCodeUnit, type Place, type Severity } from '../ir/index.js'
import { judging, mayRun, runsUnder, type ConfigPairing, type ConfigRead, type Runtime, type Unit } from '../pair/index.js'
import { worse } from '../gate/index.js'
import { side, type Draft } from './draft.js'
import { nearNames } from './near-names.js'
import { placeAt } from './place-at.js'

export function checkRuntimeConfig(config: ConfigPairing): Draft[] {
  if (config.runtimes.all.length === 0) return []
  return [...unknownVariables(config), ...unusedVariables(config), ...unknownScopes(config)]
}

/** The build puts it in, whatever a template says. */
const builtIn: ReadonlySet<string> = new Set(['NODE_ENV'])

interface Missing {
  runtime: Runtime
  name: string
  severity: Severity
  /** Those of that severity. */
  reads: ConfigRead[]
}

/** One per unit, name and severity, whatever runtimes run it. */
function unknownVariables({ reads }: ConfigPairing): Draft[] {
  const missing = new Map<string, Missing>()
  for (const one of reads) {
    const { name } = one.read
    if (name === null) continue
    for (const runtime of judging(one.runBy)) {
      if (isSet(runtime, name)) continue
      const key = [one.unit.id, name, runtime.unit.id].join('\n')
      const known = missing.get(key)
      const severity = severityOf(one, name, runtime)
      if (known?.severity === severity) known.reads.push(one)
      else if (!known || worse(severity, known.severity) === severity) missing.set(key, { runtime, name, severity, reads: [one] })
    }
  }
  const groups = new Map<string, Missing[]>()
  for (const [key, one] of missing) {
    const group = `${key.slice(0, key.lastIndexOf('\n'))}\n${one.severity}`
    groups.set(group, [...(groups.get(group) ?? []), one])
  }
  return [...groups.values()].flatMap(unsetDraft)
}

function unsetDraft(group: readonly Missing[]): Draft[] {
  const [first, ...others] = group.toSorted((a, b) => byCodeUnit(a.runtime.unit.id, b.runtime.unit.id))
  const own = group.flatMap(({ reads }) => reads)
  const [one] = own
  if (!first || !one) return []
  const { name, severity, runtime } = first
  const places = placesOf(own)
  return [{
    kind: 'boundaryFieldUnknown',
    form: 'config',
    severity,
    binding: runtime.unit.summary.identity.boundaryBinding,
    provider: side(runtime.unit),
    consumer: side(one.unit, own.map(({ transition }) => transition.id), { field: name, place: one.effect.place }),
    facts: {
      field: name,
      ...(others.length > 0 ? { others: others.map(other => other.runtime.semantics.instanceName ?? '?') } : {}),
      ...nearNames(name, Object.keys(runtime.facts.variables)),
    },
    ...(others.length > 0 ? { sources: [first, ...others].map(({ runtime: { unit } }) => unit.id) } : {}),
    ...(places.length > 1 ? { places } : {}),
  }]
}

/** It surely runs there and cannot go on without; it has a default, or perhaps does not run; nothing shows that it is missed, or it does not run there. */
function severityOf({ transition, effect, read, runBy }: ConfigRead, name: string, { facts }: Runtime): Severity {
  const runs = runsUnder([...transition.conditions, ...(effect.preconditions ?? [])], facts, name)
  if (read.optional === true || runs === 'no') return nearNames(name, Object.keys(facts.variables)).rename ? 'warning' : 'info'
  return runBy.type === 'surely' && runs === 'yes' && !read.defaulted ? 'error' : 'warning'
}

const isSet = ({ facts }: Runtime, name: string): boolean =>
  !facts.complete || builtIn.has(name) || Object.hasOwn(facts.variables, name) || facts.platform.includes(name)

const placesOf = (reads: readonly ConfigRead[]): Place[] => [
  ...new Map(reads.flatMap(({ effect: { place } }) => (place ? [[JSON.stringify(place), place] as const] : []))).values(),
]

function unusedVariables({ runtimes, reads }: ConfigPairing): Draft[] {
  const documents = new Set(runtimes.all.map(({ unit }) => documentOf(unit)))
  return [...documents].map(document => runtimes.all.filter(({ unit }) => documentOf(unit) === document)).flatMap(own => {
    const setting = own.filter(({ facts }) => Object.keys(facts.variables).length > 0)
    const [first] = setting
    if (!first) return []
    if (reads.length === 0) return [unjudged(first)]
    const judged = new Map(setting.map(runtime => [runtime, readsOf(runtime, reads)]))
    return [...new Set(setting.flatMap(({ facts }) => Object.keys(facts.variables)))].sort(byCodeUnit).flatMap(name => unusedIn(name, judged))
  })
}

const documentOf = ({ summary: { location } }: Unit): string => `${location.workspace ?? ''}:${location.file}`

/** Null: nothing of the run belongs to it, or a name worked out at run time may be any. */
function readsOf(runtime: Runtime, reads: readonly ConfigRead[]): ReadonlySet<string> | null {
  const own = reads.filter(({ runBy }) => runBy.type === 'unknown' || mayRun(runBy).includes(runtime))
  if (own.every(({ runBy }) => runBy.type === 'unknown') || own.some(readsAnyName)) return null
  return new Set(own.flatMap(({ read }) => read.name ?? []))
}

/** A helper's reads are those of its callers. */
function readsAnyName({ unit: { summary }, transition, effect, read }: ConfigRead): boolean {
  if (read.name !== null) return false
  const pointer = `/transitions/${summary.transitions.indexOf(transition)}/effects/${transition.effects.indexOf(effect)}/interaction/name`
  const unread = summary.metadata?.['unread']
  const reasons = Array.isArray(unread) ? unread.flatMap(entry => (entry?.at === pointer ? [entry.reason] : [])) : []
  return !reasons.includes('parameterUnbound')
}

function unusedIn(name: string, judged: ReadonlyMap<Runtime, ReadonlySet<string> | null>): Draft[] {
  const setting = [...judged].filter(([{ facts }]) => Object.hasOwn(facts.variables, name))
  const isGlobal = ([{ facts }]: (typeof setting)[number]): boolean => facts.variables[name]?.declaredAt === 'globals'
  const isUnused = ([{ facts }, read]: (typeof setting)[number]): boolean =>
    read !== null && !read.has(name) && !facts.platform.includes(name) && !(facts.libraries ?? []).some(library => covers(library, name))
  const shared = setting.filter(isGlobal)
  const own = setting.filter(entry => !isGlobal(entry) && isUnused(entry))
  return [...(shared.length > 0 && shared.every(isUnused) ? shared.slice(0, 1) : []), ...own].map(([runtime]) => unused(runtime, name))
}

const covers = (library: string, name: string): boolean =>
  library.endsWith('*') ? name.startsWith(library.slice(0, -1)) : name === library

const unused = ({ unit }: Runtime, name: string): Draft => ({
  kind: 'boundaryFieldUnused',
  form: 'config',
  binding: unit.summary.identity.boundaryBinding,
  provider: side(unit, [], { field: name, place: placeAt(unit, `/metadata/config/variables/${name}`) }),
  consumer: side(unit),
  facts: { field: name },
})

const unjudged = ({ unit }: Runtime): Draft => ({
  kind: 'boundaryFieldUnused',
  form: 'unjudged',
  binding: unit.summary.identity.boundaryBinding,
  provider: side(unit),
  consumer: side(unit),
  facts: {},
})

function unknownScopes({ runtimes, reads }: ConfigPairing): Draft[] {
  const named = new Set(reads.flatMap(({ runBy }) => (runBy.type === 'surely' ? runBy.runtimes : [])))
  const scopeless = runtimes.all.filter(runtime => runtime.facts.codeScope === undefined && !named.has(runtime))
  const files = new Map(
    reads.flatMap(({ unit, read, effect, runBy }) =>
      runBy.type === 'unclear' && read.name !== null ? [[documentOf(unit), { unit, effect, runtimes: runBy.runtimes }] as const] : [],
    ),
  )
  return [
    ...scopeless.map(({ unit }): Draft => ({
      kind: 'runtimeScopeUnknown',
      form: 'runtime',
      binding: unit.summary.identity.boundaryBinding,
      provider: side(unit),
      consumer: side(unit),
      facts: {},
    })),
    ...[...files.values()].map(({ unit, effect, runtimes: claiming }): Draft => ({
      kind: 'runtimeScopeUnknown',
      form: 'file',
      binding: effect.binding,
      provider: side(unit, [], { place: effect.place }),
      consumer: side(unit),
      facts: { file: unit.summary.location.file, runtimes: claiming.map(({ semantics }) => semantics.instanceName ?? '?').sort(byCodeUnit) },
    })),
  ]
}
