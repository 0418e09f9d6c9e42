/** Units that end without a pair, each with one reason; `gate` states the same words as part of the report. */

export type UnpairedReason =
  | 'noBoundary'
  | 'unknownKind'
  | 'neverPairs'
  | 'nameUnread'
  | 'externalHost'
  | 'noProviderInRun'
  | 'serviceNotRead'
  | 'baseUnread'
  | 'proxyUnread'
  | 'methodNotServed'
  | 'pathNotServed'
  | 'onlyLiteralRoutes'
  | 'ambiguousProvider'
  | 'exportUnknown'
  | 'noResolver'
  | 'documentUnread'
  | 'channelUnanswered'
  | 'noConsumerInRun'
  | 'notCalled'
  | 'calledFromOutside'

export interface Unmatched {
  summary: string
  boundaryKey: string | null
  reason: UnpairedReason
  field?: string
  served?: string[]
  nearest?: string[]
  hostLine?: string
}
