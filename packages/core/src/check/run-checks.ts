/** Composition, pairing and all checks of a run, in the order of section 3. */
import { byCodeUnit, canonicalJson, type BehavioralSummary } from '../ir/index.js'
import { composeWrappers, type UnitIndex } from '../compose/index.js'
import {
  candidateRoutes,
  idOf,
  isDocument,
  pairBetween,
  pairSummaries,
  roleOf,
  staysInProcess,
  toRestUnit,
  type Pairing,
  type RestWorld,
  type Route,
} from '../pair/index.js'
import { checkAmbiguousProviders } from './ambiguous-provider.js'
import type { CheckInput } from './check-input.js'
import { checkContractDisagreement } from './contract-disagreement.js'
import { checkUnimplementedOperations } from './contract-operation-unimplemented.js'
import { checkRestCase } from './check-rest.js'
import type { Draft } from './draft.js'
import { checkGaps } from './low-confidence.js'
import { checkAgainstDocument, checkOwnContract, isSameRoute } from './provider-contract-violation.js'
import { checkGraphql } from './graphql/check-graphql.js'
import { checkGraphqlSchemas } from './graphql/check-schemas.js'
import { checkUnknownPaths } from './rest-method-on-unknown-path.js'
import { prepareCase } from './rest/rest-case.js'
import { checkAmbiguousSends, checkBusOrphans } from './message-bus-producer-orphan.js'
import { checkChannels, checkRepeats } from './message-bus-unused.js'
import { checkRuntimeConfig } from './runtime-config.js'
import { checkPackageExports } from './package-export-unknown.js'
import { checkScenarioCoverage } from './scenario-coverage-gap.js'
import { checkAmbiguousStores, checkUnknownColumns } from './unknown-column.js'
import { checkSelectors } from './selector-mismatch.js'
import { checkUnusedColumns } from './unused-column.js'
import { checkInvocations } from './unit-invocation.js'
import { checkMetrics } from './metric-shape.js'
import { checkUncalledRoutes } from './uncalled-routes.js'
import { checkMessageFields } from './unknown-message-field.js'
import { checkUnknownProps } from './unknown-prop.js'

export interface Checked {
  pairing: Pairing
  drafts: Draft[]
  /** A handler was compared with a document or with the contract in its own code. */
  comparedContracts: boolean
}

/** The order of the input never shows. */
export const inOrder = (summaries: readonly BehavioralSummary[]): BehavioralSummary[] =>
  summaries.toSorted((a, b) => byCodeUnit(idOf(a), idOf(b)) || byCodeUnit(canonicalJson(a), canonicalJson(b)))

export function runChecks({ summaries, between, config, run = [] }: CheckInput): Checked {
  const all = between ? [...between.first, ...between.second] : summaries
  const composed = new Map(composeWrappers(all).map((summary, i) => [all[i], summary]))
  const of = (list: readonly BehavioralSummary[]): BehavioralSummary[] =>
    inOrder(list.map(summary => composed.get(summary) ?? summary))
  const pairing = between
    ? pairBetween(of(between.first), of(between.second))
    : pairSummaries({
        summaries: of(summaries),
        hosts: config.hosts,
        calledFromOutside: config.calledFromOutside,
        unreadProjects: run
          .filter(({ kind }) => kind === 'readFailed' || kind === 'packNeedsConfig')
          .map(({ description }) => description),
      })
  const units: UnitIndex = new Map(pairing.units.map(({ id, summary }) => [id, summary]))
  const gatewayStatuses = config.gatewayStatuses ?? []
  const contracts = checkContracts(pairing, units)
  return {
    pairing,
    comparedContracts: contracts.compared,
    drafts: [
      ...pairing.rest.pairs.flatMap(pair => checkRestCase(prepareCase(pair, { units, gatewayStatuses }))),
      ...checkUnknownPaths(pairing.rest),
      ...checkAmbiguousProviders(pairing.rest),
      ...contracts.drafts,
      ...checkUncalledRoutes(pairing),
      ...checkGraphql(pairing.graphql),
      ...checkGraphqlSchemas(pairing.graphql),
      ...checkPackageExports(pairing),
      ...checkUnknownColumns(pairing),
      ...checkAmbiguousStores(pairing),
      ...checkUnusedColumns(pairing),
      ...checkSelectors(pairing),
      ...checkRuntimeConfig(pairing.config),
      ...checkInvocations(pairing),
      ...checkMetrics(pairing.units),
      ...checkBusOrphans(pairing.buses),
      ...checkAmbiguousSends(pairing.buses),
      ...checkChannels(pairing.buses),
      ...checkRepeats(pairing.buses, pairing.units),
      ...checkMessageFields(pairing.buses),
      ...checkUnknownProps(pairing),
      ...checkScenarioCoverage(pairing),
      ...checkGaps(
        pairing.units.filter(
          ({ summary }) => roleOf(summary) === 'provider' && !isDocument(summary) && !isOwnBusiness(summary),
        ),
      ),
    ],
  }
}

/** Nothing outside its program can be wrong about it: a component, a page, an event handler. */
function isOwnBusiness({ kind, identity: { boundaryBinding } }: BehavioralSummary): boolean {
  return boundaryBinding ? staysInProcess(boundaryBinding) : kind === 'handler'
}

interface ContractChecks {
  drafts: Draft[]
  compared: boolean
}

function checkContracts({ units: all, rest: { world } }: Pairing, units: UnitIndex): ContractChecks {
  const handlers = all
    .filter(({ summary }) => roleOf(summary) === 'provider' && !isDocument(summary))
    .flatMap(unit => toRestUnit(unit) ?? [])
  const matches = documentMatches(world)
  const stated = handlers.some(
    ({ http }) => http.declaredContract !== undefined && http.declaredContract.provenance !== 'derived',
  )
  return {
    compared: matches.length > 0 || stated,
    drafts: [
      ...handlers.flatMap(unit => checkOwnContract(unit, units)),
      ...matches.flatMap(([handler, document]) => checkAgainstDocument(handler.unit, document.unit, units)),
      ...checkUnimplementedOperations(world),
      ...checkContractDisagreement(world, units),
    ],
  }
}

function documentMatches({ routes, index }: RestWorld): [Route, Route][] {
  return routes
    .filter(({ document }) => document)
    .flatMap(document => {
      const near = new Set(document.paths.flatMap(({ segments }) => candidateRoutes(index, segments)))
      return [...near]
        .filter(handler => !handler.document && handler.service === document.service)
        .filter(handler => isSameRoute(handler, document))
        .map((handler): [Route, Route] => [handler, document])
    })
}
