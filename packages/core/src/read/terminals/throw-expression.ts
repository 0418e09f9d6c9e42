/** Interprets `throwExpression`: a throw, with the status the framework sends for it. */
import type { TerminalPattern } from '../../pack/index.js'
import type { ThrownValue } from '../thrown.js'
import { constructorStatus } from './extract.js'

type Pattern = TerminalPattern & { match: { type: 'throwExpression' } }

export const isThrowPattern = (pattern: TerminalPattern): pattern is Pattern => pattern.match.type === 'throwExpression'

export const matchThrow = (pattern: Pattern, sourceText: string): boolean =>
  pattern.match.constructorPattern === undefined || sourceText.includes(pattern.match.constructorPattern)

/** The status sent when nothing catches it; null when the pack cannot say. */
export function thrownStatus(patterns: readonly Pattern[], thrown: ThrownValue): number | null {
  for (const pattern of patterns) {
    const source = pattern.extraction.statusCode
    if (source?.from === 'thrownProperty') {
      const name = source.names.find(n => thrown.fields[n] !== undefined)
      const value = name === undefined ? undefined : thrown.fields[name]
      if (value !== undefined) return value
    }
    if (source?.from === 'constructor' && thrown.type !== null) {
      const code = constructorStatus(source.codes, thrown.type)
      if (code !== null) return code
    }
  }
  return patterns.find(p => p.producesResponse && p.extraction.defaultStatusCode !== undefined)?.extraction.defaultStatusCode ?? null
}
