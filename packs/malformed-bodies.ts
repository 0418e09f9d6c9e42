/** What a framework answers to bodies it cannot read, whatever the route does. */
import type { PatternPack } from '@suss/core/pack'

const methods = ['POST', 'PUT', 'PATCH', 'DELETE', '*']

export const malformedBodies: NonNullable<PatternPack['requestValidation']> = [400, 413, 415].map(status => ({
  on: { declaredStatus: status, methods },
  outcomes: [{ status, rule: 'body', thrown: null }],
}))
