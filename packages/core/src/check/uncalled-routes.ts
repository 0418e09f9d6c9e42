/** Routes of a called service that no call reaches (section 5.9); off unless asked for. */
import { pathMeets, restPaths } from '../semantics/index.js'
import {
  codeService,
  isDocument,
  toRestUnit,
  type Pairing,
  type RestUnit,
  type Unmatched,
} from '../pair/index.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'

/** A client of these reasons may well call the route. */
const mayReach = new Set(['nameUnread', 'baseUnread', 'proxyUnread', 'ambiguousProvider'])

export function checkUncalledRoutes({ units, rest, unmatched }: Pairing): Draft[] {
  const called = new Set(rest.pairs.map(({ service }) => service))
  const clients = new Map(units.map(unit => [unit.id, unit]))
  const isRestClient = ({ summary }: Unmatched): boolean => {
    const unit = clients.get(summary)
    return unit?.summary.kind === 'client' && toRestUnit(unit) !== null
  }
  const lost = [...unmatched.consumers, ...unmatched.unpairable].filter(isRestClient)
  if (lost.some(({ reason }) => mayReach.has(reason))) return []
  const literal = lost
    .filter(({ reason }) => reason === 'onlyLiteralRoutes')
    .flatMap(({ summary }) => toRest(clients.get(summary)) ?? [])
  return unmatched.providers
    .filter(({ reason }) => reason === 'notCalled')
    .flatMap((row): Draft[] => {
      const unit = toRest(clients.get(row.summary))
      const isJudged =
        unit?.summary.kind === 'handler' &&
        !isDocument(unit.summary) &&
        unit.rest.method !== 'OPTIONS' &&
        called.has(codeService(unit)) &&
        !literal.some(client => meets(unit, client))
      if (!unit || !isJudged) return []
      return [
        {
          kind: 'uncalledRoutes',
          form: 'rest',
          binding: unit.summary.identity.boundaryBinding,
          provider: side(unit),
          consumer: side(unit),
          facts: {},
        },
      ]
    })
}

const toRest = (unit: Pairing['units'][number] | undefined): RestUnit | null =>
  unit ? toRestUnit(unit) : null

const meets = (route: RestUnit, client: RestUnit): boolean =>
  restPaths(route.rest.path ?? '/').some(own =>
    restPaths(client.rest.path ?? '/').some(other => pathMeets(own, other)),
  )
