/** Calls of other functions by their name. */
import { unitInvocationBinding } from '@suss/core/ir'
import type { InvocationRecognizer } from '@suss/core/pack'

const module = '@aws-sdk/client-lambda'

export const unitInvoke: InvocationRecognizer = (call, { recognition }) => {
  const { origin } = call
  if (!call.isNew || origin === null || 'global' in origin || origin.module !== module || origin.path.join('.') !== 'InvokeCommand') return null
  return [
    {
      type: 'interaction',
      binding: unitInvocationBinding({ deploymentTarget: 'lambda', instanceName: call.name(0, 'FunctionName') }, { recognition }),
      callee: call.callee,
      interaction: { class: 'unit-invoke' },
    },
  ]
}
