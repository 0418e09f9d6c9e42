/** The status a value stands for: a number, a text of three digits, a constant of a package (extraction.md T9, packs.md A3). */
import { statusByName } from './status-names.js'
import type { Value } from './value.js'

export interface StatusConstants {
  module: string
  /** "*": the module's own exports. */
  exports: readonly string[]
  prefix?: string
}

export function statusNumber(value: Value, constants: readonly StatusConstants[]): number | null {
  if (value.type === 'literal') {
    if (typeof value.value === 'number') return value.value
    return typeof value.value === 'string' && /^[1-5]\d\d$/.test(value.value) ? Number(value.value) : null
  }
  if (value.type !== 'external') return null
  const path = value.path.filter(p => p !== 'default')
  const name = path.at(-1)
  if (name === undefined) return null
  for (const constant of constants) {
    if (!isOfModule(value.module, constant.module)) continue
    const holder = path.slice(0, -1).join('.')
    if (
      constant.exports.includes('*')
        ? path.length === 1
        : constant.exports.some(e => e === holder || (e === 'default' && holder === ''))
    )
      return statusByName(name, constant.prefix)
  }
  return null
}

const isOfModule = (module: string, wanted: string): boolean =>
  module === wanted || `node:${wanted}` === module || module.startsWith(`${wanted}/`)
