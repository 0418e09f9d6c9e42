/** Texts and default severities of findings about the run itself. */
import type { RunFinding, Severity } from '../ir/index.js'
import { overrideOf, type SeverityOverrides } from './levels.js'

export interface RunCounts {
  providers: string[]
  consumers: string[]
}

const firstFive = (labels: readonly string[]): string =>
  labels.length === 0 ? 'none' : labels.slice(0, 5).join(', ')

export const nothingPaired = ({ providers, consumers }: RunCounts, severity: Severity): RunFinding => ({
  kind: 'nothingPaired',
  severity,
  description: `Nothing was compared: ${providers.length} providers and ${consumers.length} consumers, no pair.`,
  remedy: `Bring both sides into the run. Providers: ${firstFive(providers)}. Consumers: ${firstFive(consumers)}.`,
})

/** `limit`: "3" or "50%", of `total`. Nothing to say when there are no consumers. */
export function mostlyUnpaired(unpaired: number, total: number, limit: string): RunFinding | null {
  const number = Number.parseFloat(limit)
  const exceeded = limit.endsWith('%') ? total > 0 && (unpaired / total) * 100 > number : unpaired > number
  if (total === 0 || !exceeded) return null
  return {
    kind: 'mostlyUnpaired',
    severity: 'error',
    description: `${unpaired} of ${total} consumers are unpaired; allowed: ${limit}.`,
    remedy: 'Extract the missing side or raise the limit.',
  }
}

export const unreadableInput = (file: string, problem: string, severity: Severity): RunFinding => ({
  kind: 'unreadableInput',
  severity,
  description: `${file}: ${problem}.`,
  remedy: 'Remove it, write it again, or update suss.',
})

/** Overrides of suss.json hold for run findings too. */
export const overrideRun = (run: readonly RunFinding[], overrides: SeverityOverrides): RunFinding[] =>
  run.flatMap(finding => {
    const level = overrideOf(overrides, finding.kind)
    if (level === 'off') return []
    return [level === undefined ? finding : { ...finding, severity: level }]
  })
