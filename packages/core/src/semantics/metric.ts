/** A metric that code writes and alerts read: `metric:<system> <type>`. */
import type { SemanticsOf } from '../ir/index.js'
import type { Protocol } from './protocol.js'

const key = ({ metricSystem, metricType }: SemanticsOf<'metric'>): string | null =>
  metricType === null ? null : `metric:${metricSystem} ${metricType}`

export const metric: Protocol<'metric'> = {
  identityKey: key,
  bucket: key,
  agrees: (provider, consumer) => key(provider) !== null && key(provider) === key(consumer),
  unreadField: ({ metricType }) => (metricType === null ? 'metricType' : null),
}
