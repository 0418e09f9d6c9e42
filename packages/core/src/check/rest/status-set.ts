/** Sets of statuses from 100 to 599, one bit each. */
import type { ComparisonOp } from '../../ir/index.js'

export type StatusSet = bigint

const first = 100
const last = 599
const none = BigInt(0)
const one = BigInt(1)

export const allStatuses: StatusSet = (one << BigInt(last - first + 1)) - one
export const noStatuses: StatusSet = none

export const statusSet = (min: number, max: number): StatusSet => {
  const [low, high] = [Math.max(min, first), Math.min(max, last)]
  return low > high ? noStatuses : ((one << BigInt(high - low + 1)) - one) << BigInt(low - first)
}

export const holds = (set: StatusSet, status: number): boolean =>
  status >= first && status <= last && (set & (one << BigInt(status - first))) !== none

export const complement = (set: StatusSet): StatusSet => allStatuses & ~set

export const success = statusSet(200, 299)
export const failure = complement(success)

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299

export function comparedSet(op: ComparisonOp, value: number): StatusSet {
  switch (op) {
    case 'eq':
      return statusSet(value, value)
    case 'neq':
      return complement(statusSet(value, value))
    case 'lt':
      return statusSet(first, value - 1)
    case 'lte':
      return statusSet(first, value)
    case 'gt':
      return statusSet(value + 1, last)
    case 'gte':
      return statusSet(value, last)
    default:
      return op satisfies never
  }
}
