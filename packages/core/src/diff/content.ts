/** The part of a value that says what the code does: everything but where it stands. */
import { canonicalJson, isRecord } from '../ir/index.js'

/** Equal for two values that differ in places, lines, corroboration or empty optional fields only. */
export const contentOf = (value: unknown): string => canonicalJson(withoutPlaces(value))

function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(item => !isPlace(item)).map(withoutPlaces)
  if (!isRecord(value)) return value
  const kept = Object.entries(value)
    .filter(([key, member]) => !isPosition(key, member))
    .map(([key, member]) => [key, withoutPlaces(member)] as const)
    .filter(([, member]) => !isEmpty(member))
  return Object.fromEntries(kept)
}

/** Judged by form as well as by key: a field of user data may be called `location`. */
function isPosition(key: string, member: unknown): boolean {
  if (isPlace(member)) return true
  if (key === 'location' || key === 'span') return isRange(member)
  return key === 'corroboration' && isRecord(member) && typeof member['runs'] === 'number'
}

const isRange = (value: unknown): boolean =>
  isRecord(value) && typeof value['start'] === 'number' && typeof value['end'] === 'number'

const isPlace = (value: unknown): boolean =>
  isRecord(value) &&
  isRange(value) &&
  typeof value['line'] === 'number' &&
  typeof value['column'] === 'number'

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}
