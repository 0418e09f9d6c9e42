/** Pairs reads of the environment with the runtimes that run them (checking.md 7.4). */
import type { EffectOf, InteractionOf, Transition } from '../ir/index.js'
import { crossingsOf } from './interactions.js'
import { openRuntimes, type RunBy, type Runtime, type Runtimes } from './runtimes.js'
import type { Unit } from './unit.js'

export interface ConfigRead {
  unit: Unit
  transition: Transition
  effect: EffectOf<'interaction'>
  read: InteractionOf<'config-read'>
  runBy: RunBy
}

export interface ConfigPairing {
  runtimes: Runtimes
  reads: ConfigRead[]
  pairs: { runtime: Runtime; unit: Unit }[]
}

export function pairConfig(units: readonly Unit[]): ConfigPairing {
  const runtimes = openRuntimes(units)
  if (runtimes.all.length === 0) return { runtimes, reads: [], pairs: [] }
  const reads = units.flatMap(unit => readsOf(unit, runtimes))
  const pairs = new Map<string, { runtime: Runtime; unit: Unit }>()
  for (const { unit, read, runBy } of reads) {
    if (read.name === null) continue
    for (const runtime of judging(runBy)) pairs.set(`${runtime.unit.id}\n${unit.id}`, { runtime, unit })
  }
  return { runtimes, reads, pairs: [...pairs.values()] }
}

/** The runtimes a read is held against. */
export function judging(runBy: RunBy): readonly Runtime[] {
  switch (runBy.type) {
    case 'surely': return runBy.runtimes
    case 'likely': return [runBy.runtime]
    case 'unclear': case 'unknown': return []
    default: return runBy satisfies never
  }
}

const readsOf = (unit: Unit, runtimes: Runtimes): ConfigRead[] =>
  crossingsOf(unit, 'config-read', 'runtime-config').map(({ transition, effect, semantics, interaction }) => ({
    unit,
    transition,
    effect,
    read: interaction,
    runBy: semantics.instanceName === null ? runtimes.of(unit) : runtimes.named(semantics, unit),
  }))
