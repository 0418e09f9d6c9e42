/** Alerts that compare a histogram with one number (section 7.5). */
import { isRecord } from '../ir/index.js'
import type { Unit } from '../pair/index.js'
import { boundaryKey } from '../semantics/index.js'
import { side, type Draft } from './draft.js'

const factsOf = ({ summary: { metadata } }: Unit): Record<string, unknown> => {
  const facts = metadata?.['metric']
  return isRecord(facts) ? facts : {}
}

export function checkMetrics(units: readonly Unit[]): Draft[] {
  const metrics = units.filter(({ summary }) => summary.identity.boundaryBinding?.semantics.name === 'metric')
  const keyOf = ({ summary }: Unit): string | null => boundaryKey(summary.identity.boundaryBinding)
  return metrics
    .filter(unit => factsOf(unit)['comparesWith'] === 'number' && factsOf(unit)['reducer'] === undefined)
    .flatMap(alert => {
      const declared = metrics.filter(unit => keyOf(alert) !== null && keyOf(unit) === keyOf(alert) && factsOf(unit)['comparesWith'] === undefined)
      // of several writers each has to say so
      const [first] = declared
      if (!first || !declared.every(unit => factsOf(unit)['form'] === 'histogram')) return []
      return [{
        kind: 'boundaryShapeMismatch',
        form: 'metric',
        aspect: 'read',
        binding: first.summary.identity.boundaryBinding,
        provider: side(first),
        consumer: side(alert),
        facts: {},
      } satisfies Draft]
    })
}
