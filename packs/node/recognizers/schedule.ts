/** Callbacks handed to the runtime's timers and queues. */
import { functionCallBinding } from '@suss/core/ir'
import type { InvocationRecognizer } from '@suss/core/pack'
import { originPath } from './origin-path.js'

/** Whether it takes a delay as its second argument. */
export const schedulers: ReadonlyMap<string, boolean> = new Map([
  ['setTimeout', true],
  ['setInterval', true],
  ['setImmediate', false],
  ['queueMicrotask', false],
  ['process.nextTick', false],
])

export const schedule: InvocationRecognizer = (call, { recognition }) => {
  const via = originPath(call.origin)
  const takesDelay = via === null ? undefined : schedulers.get(via)
  if (via === null || takesDelay === undefined) return null
  return [
    {
      type: 'interaction',
      binding: functionCallBinding({}, { recognition }),
      callee: call.callee,
      interaction: {
        class: 'schedule',
        via,
        hasDelay: takesDelay && call.args.length > 1,
        callbackRef: call.callback(0) ?? { type: 'opaque', reason: 'noCallback' },
      },
    },
  ]
}
