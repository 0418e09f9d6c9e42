/** Functions written into a timer call are units the runtime runs later. */
import type { SubUnitContext, SubUnits } from '@suss/core/pack'
import { originPath } from './recognizers/origin-path.js'
import { schedulers } from './recognizers/schedule.js'

export const timers: SubUnits = (parent, context) => {
  // the adapter hands the context this type names
  const { calls } = context as SubUnitContext
  return calls()
    .flatMap(call => {
      const via = originPath(call.origin)
      const func = via !== null && schedulers.has(via) ? call.callback(0) : null
      return func === null ? [] : [{ func, via }]
    })
    .map(({ func, via }, index) => ({
      func,
      name: `${parent.name}.${via}#${index + 1}`,
      nameKind: 'label',
      kind: 'scheduled-callback',
    }))
}
