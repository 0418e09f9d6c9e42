/** Which deployed units of a run run which code (checking.md 7.4). */
import { configFacts, type BehavioralSummary, type ConfigFacts, type Predicate, type SemanticsOf } from '../ir/index.js'
import { runsUnder } from './runs-under.js'
import { roleOf, type Unit } from './unit.js'

export interface Runtime {
  unit: Unit
  semantics: SemanticsOf<'runtime-config'>
  facts: ConfigFacts
}

/** What runs a unit. `surely`: a call of its handler leads there, or it loads the file; else its folder holds the file. */
export type RunBy =
  | { type: 'surely'; runtimes: readonly Runtime[] }
  | { type: 'likely'; runtime: Runtime }
  | { type: 'unclear'; runtimes: readonly Runtime[] }
  | { type: 'unknown' }

/** All that may run it. */
export function mayRun(runBy: RunBy): readonly Runtime[] {
  if (runBy.type === 'unknown') return []
  return runBy.type === 'likely' ? [runBy.runtime] : runBy.runtimes
}

export interface Runtimes {
  all: readonly Runtime[]
  of(unit: Unit): RunBy
  named(name: { deploymentTarget: string | null; instanceName: string | null }, near: Unit): RunBy
}

export function openRuntimes(units: readonly Unit[]): Runtimes {
  const all = units.flatMap(runtimeOf)
  const byId = new Map(units.map(unit => [unit.id, unit]))
  const entries = new Map<Runtime, readonly Unit[]>(all.map(runtime => [runtime, units.filter(unit => isEntry(unit, runtime, all))]))
  const reaching = new Map<Unit, Runtime[]>()
  for (const [runtime, own] of entries) {
    for (const unit of reachedFrom(own, byId, runtime.facts)) reaching.set(unit, [...(reaching.get(unit) ?? []), runtime])
  }

  function of(unit: Unit): RunBy {
    const reached = reaching.get(unit)
    if (reached) return { type: 'surely', runtimes: reached }
    const loading = all.filter(runtime => loads(runtime, unit))
    const isLoaded = unit.summary.kind === 'module-init' && loading.length > 0
    if (isLoaded) return { type: 'surely', runtimes: loading }
    const claiming = all.filter(runtime => claims(runtime, unit))
    const [only, ...others] = claiming
    if (!only) return { type: 'unknown' }
    if (others.length > 0) return { type: 'unclear', runtimes: claiming }
    return entries.get(only)?.length === 0 ? { type: 'surely', runtimes: [only] } : { type: 'likely', runtime: only }
  }

  return {
    all,
    of,
    named(name, near) {
      const wanted = all.filter(({ semantics }) => sameName(semantics, name))
      const [only, ...others] = preferNear(wanted, near.summary)
      if (!only) return { type: 'unknown' }
      return others.length === 0 ? { type: 'surely', runtimes: [only] } : { type: 'unclear', runtimes: wanted }
    },
  }
}

function runtimeOf(unit: Unit): Runtime[] {
  const semantics = unit.summary.identity.boundaryBinding?.semantics
  const facts = configFacts(unit.summary)
  return semantics?.name === 'runtime-config' && roleOf(unit.summary) === 'declaration' && facts ? [{ unit, semantics, facts }] : []
}

const sameName = (
  a: { deploymentTarget: string | null; instanceName: string | null },
  b: { deploymentTarget: string | null; instanceName: string | null },
): boolean => a.instanceName !== null && a.instanceName === b.instanceName && a.deploymentTarget === b.deploymentTarget

/** Two templates may name a function alike. */
function preferNear(runtimes: readonly Runtime[], { location }: BehavioralSummary): readonly Runtime[] {
  const own = runtimes.filter(({ unit }) => unit.summary.location.workspace === location.workspace)
  return own.length > 0 ? own : runtimes
}

/** The deployed unit that a summary names. */
function isEntry({ summary }: Unit, runtime: Runtime, all: readonly Runtime[]): boolean {
  const { deployableUnit } = summary.identity
  if (!deployableUnit || !sameName(deployableUnit, runtime.semantics)) return false
  const [only, ...others] = preferNear(all.filter(({ semantics }) => sameName(deployableUnit, semantics)), summary)
  return only === runtime && others.length === 0
}

/** Units that calls surely lead to, whatever a request is. */
function reachedFrom(entries: readonly Unit[], byId: ReadonlyMap<string, Unit>, facts: ConfigFacts): ReadonlySet<Unit> {
  const reached = new Set(entries)
  for (const unit of reached) {
    for (const { conditions, effects } of unit.summary.transitions)
      for (const effect of effects) {
        const called = calledIds(effect).flatMap(id => byId.get(id) ?? [])
        if (called.length > 0 && runsUnder([...conditions, ...preconditionsOf(effect)], facts, null) === 'yes') for (const one of called) reached.add(one)
      }
  }
  return reached
}

type Effect = BehavioralSummary['transitions'][number]['effects'][number]

const calledIds = (effect: Effect): string[] =>
  effect.type === 'invocation'
    ? [...(effect.summary === undefined ? [] : [effect.summary]), ...Object.values(effect.argsSummary ?? {})]
    : []

const preconditionsOf = (effect: Effect): readonly Predicate[] => ('preconditions' in effect ? (effect.preconditions ?? []) : [])

/** The scope holds the very file. */
const loads = (runtime: Runtime, unit: Unit): boolean => scopesIn(runtime, unit).some(path => path === unit.summary.location.file)

const claims = (runtime: Runtime, unit: Unit): boolean => scopesIn(runtime, unit).some(path => isBelow(unit.summary.location.file, path))

/** The paths of its scope that lie in the unit's package. */
function scopesIn({ unit: { summary: declared }, facts }: Runtime, { summary }: Unit): string[] {
  return (facts.codeScope ?? []).flatMap(path => {
    const colon = path.indexOf(':')
    const workspace = colon < 0 ? declared.location.workspace : path.slice(0, colon)
    return workspace === summary.location.workspace ? [path.slice(colon + 1)] : []
  })
}

function isBelow(file: string, folder: string): boolean {
  const prefix = folder.replace(/^\.\//, '').replace(/\/+$/, '')
  return prefix === '' || prefix === '.' || file === prefix || file.startsWith(`${prefix}/`)
}
