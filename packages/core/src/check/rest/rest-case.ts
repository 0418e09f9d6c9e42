/** One REST pair, prepared for its checks. */
import type { BoundaryBinding } from '../../ir/index.js'
import type { UnitIndex } from '../../compose/index.js'
import type { RestPair, RestUnit } from '../../pair/index.js'
import { viewClient, type ClientView } from './client-view.js'
import { viewProvider, type Answer, type ProviderView } from './provider-view.js'

export interface RestCase {
  pair: RestPair
  client: ClientView
  /** The acting providers that declare or produce answers. */
  providers: ProviderView[]
  documents: ProviderView[]
  answers: Answer[]
  /** Statuses that proxies and platforms may add, as listed for this pair. */
  listedGateway: ReadonlySet<number>
}

export interface CaseContext {
  units: UnitIndex
  gatewayStatuses: readonly number[]
}

const declaresAnswers = ({ answers, ranges, hasDefault }: ProviderView): boolean =>
  hasDefault || ranges.length > 0 || answers.some(({ certain }) => certain)

export function prepareCase(pair: RestPair, { units, gatewayStatuses }: CaseContext): RestCase {
  const { http, rest } = pair.client
  const view = (unit: RestUnit): ProviderView => viewProvider(unit, units, http.codec, rest.method)
  const documents = pair.documents.map(view).filter(declaresAnswers)
  const providers = pair.actsBy === 'code' ? pair.acting.map(view) : documents
  const listed = [...gatewayStatuses, ...pair.acting.flatMap(({ http }) => http.gatewayStatuses ?? [])]
  return {
    pair,
    client: viewClient(pair.client),
    providers,
    documents,
    answers: providers.flatMap(({ answers }) => answers),
    listedGateway: new Set(listed),
  }
}

/** The binding of the acting provider names the boundary. */
export const caseBinding = ({ pair }: RestCase): BoundaryBinding | null =>
  (pair.acting[0] ?? pair.client).summary.identity.boundaryBinding

const addedByPlatforms = new Set([408, 413, 414, 415, 417, 421, 429, 431])

export const isGatewayStatus = (status: number, listed: ReadonlySet<number>): boolean =>
  (status >= 300 && status <= 399) ||
  (status >= 500 && status <= 599) ||
  addedByPlatforms.has(status) ||
  listed.has(status)
