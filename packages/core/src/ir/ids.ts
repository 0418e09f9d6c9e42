/** The names units and transitions keep when their code moves. */
import { createHash } from 'node:crypto'

export interface TransitionIdParts {
  /** Name of the unit's function. */
  unit: string
  terminalKind: string
  /** The literal status, `dyn:` and the text of a computed one, or `none`. */
  statusKey: string
  /** `+:` or `-:` and the canonical text of each condition, in the order they are tested. */
  conditionTexts: readonly string[]
}

/** Order matters: `a && b` and `b && a` short-circuit differently. */
export function transitionId(parts: TransitionIdParts): string {
  const hash = sha1(parts.conditionTexts.join('\n')).slice(0, 7)
  return `${parts.unit}:${parts.terminalKind}:${parts.statusKey}:${hash}`
}

export interface UnitIdParts {
  workspace?: string | null
  file: string
  exportPath: readonly string[] | null
  name: string
}

/** Without the suffixes that keep two units apart; only the whole run knows those. */
export function unitId(parts: UnitIdParts): string {
  const prefix = parts.workspace ? `${parts.workspace}:` : ''
  const name =
    parts.exportPath !== null && parts.exportPath.length > 0 ? parts.exportPath.join('.') : parts.name
  return `${prefix}${parts.file}::${name}`
}

export const sha1 = (text: string): string => createHash('sha1').update(text, 'utf8').digest('hex')

/** A long text by its start and its hash: equal texts stay equal. */
export const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 8)}~${sha1(text).slice(0, 7)}` : text
