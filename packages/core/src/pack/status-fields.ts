/** Where a thrown value carries the status it is answered with. */
import type { TerminalPattern } from './terminals/terminal-pattern.js'

/** The members a status given to a constructor has on the value: those the framework reads. */
export function statusFields(
  patterns: readonly TerminalPattern[],
  status: number | null,
): Record<string, number> {
  if (status === null) return {}
  const names = patterns.flatMap(({ extraction: { statusCode } }) =>
    statusCode?.from === 'thrownProperty' ? statusCode.names : [],
  )
  return Object.fromEntries(names.map(name => [name, status]))
}
