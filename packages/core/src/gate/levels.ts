/** Severities in order, and the overrides of suss.json. */
import {
  FindingKindSchema,
  RunFindingKindSchema,
  SussError,
  type FindingKind,
  type Severity,
} from '../ir/index.js'
import { formInfo, isForm } from './table.js'

export type Level = Severity | 'off'
export type FailOn = Severity | 'none'
export type SeverityOverrides = Readonly<Record<string, Level>>

const ranks: Record<Severity, number> = { error: 3, warning: 2, info: 1 }

export const severityRank = (severity: Severity): number => ranks[severity]
export const atLeast = (severity: Severity, level: FailOn): boolean =>
  level !== 'none' && ranks[severity] >= ranks[level]
export const worse = (a: Severity, b: Severity): Severity => (ranks[a] >= ranks[b] ? a : b)
export const lowered = (severity: Severity): Severity => (severity === 'error' ? 'warning' : 'info')

function isKey(key: string): boolean {
  if (RunFindingKindSchema.safeParse(key).success) return true
  const [kind = '', form, ...rest] = key.split('.')
  const known = FindingKindSchema.safeParse(kind)
  return known.success && rest.length === 0 && (form === undefined || isForm(known.data, form))
}

/** Refuses a key that names nothing: a typing error would silently change the gate. */
export function requireOverrides(overrides: SeverityOverrides): void {
  for (const [key, level] of Object.entries(overrides)) {
    if (!isKey(key)) {
      throw new SussError(
        'BAD_CONFIG',
        `severity: "${key}" is no finding kind`,
        'Use a kind, kind.form or run-finding kind.',
      )
    }
    if (!['error', 'warning', 'info', 'off'].includes(level)) {
      throw new SussError(
        'BAD_CONFIG',
        `severity: "${level}" of "${key}" is no level`,
        'Use error, warning, info or off.',
      )
    }
  }
}

/** The override that applies; the longer key wins. */
export const overrideOf = (overrides: SeverityOverrides, kind: string, form?: string): Level | undefined =>
  (form === undefined ? undefined : overrides[`${kind}.${form}`]) ?? overrides[kind]

export const defaultLevel = (kind: FindingKind, form: string): Level => formInfo(kind, form).severity
