/** What a client sends against what its provider accepts (section 13). */
import type { KindAndForm, Facts } from '../../gate/index.js'
import type { Severity } from '../../ir/index.js'
import { side, type Draft } from '../draft.js'
import { caseBinding, type RestCase } from '../rest/rest-case.js'
import type { ProviderView } from '../rest/provider-view.js'
import { shapeName } from '../shape/shape-name.js'
import { bodyClaims } from './body.js'
import { claimKey, type Claim } from './claims.js'
import { credentialClaims } from './credentials.js'
import { parameterClaims } from './parameters.js'

/** A claim that one of the acting providers does not support is none. */
export function checkRequest(restCase: RestCase): Draft[] {
  const judged = restCase.providers.map(provider => ({ provider, claims: claimsAgainst(restCase, provider) }))
  return judged.flatMap(({ provider, claims }) =>
    claims
      .filter(claim => judged.every(other => other.claims.some(one => claimKey(one) === claimKey(claim))))
      .map(claim => draftOf(restCase, provider, claim)),
  )
}

function claimsAgainst({ client: { unit: client } }: RestCase, provider: ProviderView): Claim[] {
  const { accepts } = provider.unit.http
  const { request } = client.http
  return [
    ...(accepts ? [...bodyClaims(client, provider.unit, accepts), ...parameterClaims(client, provider.unit, accepts)] : []),
    ...(request ? credentialClaims(request, provider, accepts) : []),
  ]
}

const placeNames = { body: 'body field', query: 'query parameter', header: 'header', path: 'path parameter' }

function draftOf(restCase: RestCase, provider: ProviderView, claim: Claim): Draft {
  const make = (finding: KindAndForm, facts: Facts, extra: { place?: string; field?: string; transitions?: string[]; severity?: Severity } = {}): Draft => {
    const place = extra.place === undefined ? undefined : restCase.client.unit.http.request?.places?.[extra.place]
    return {
      ...finding,
      ...(finding.kind === 'lowConfidence' ? {} : { aspect: 'send', severity: extra.severity ?? severityOf(restCase, provider, claim) }),
      binding: caseBinding(restCase),
      provider: side(provider.unit, extra.transitions),
      consumer: side(restCase.client.unit, [], {
        ...(extra.field === undefined ? {} : { field: extra.field }),
        ...(place ? { place } : {}),
      }),
      facts,
    }
  }
  switch (claim.type) {
    case 'missing': {
      const { place, field } = claim
      return make({ kind: 'boundaryFieldRequired', form: place }, { place: placeNames[place], field }, { field })
    }
    case 'value': {
      const { place, field, value, expected } = claim
      return make(
        { kind: 'boundaryConstraintViolation', form: 'request' },
        { place: placeNames[place], field, value, expected },
        { field, place: placeKey(place, field) },
      )
    }
    case 'kind': {
      const { field, actual, expected } = claim
      return make(
        { kind: 'boundaryShapeMismatch', form: 'request' },
        { field, actual: shapeName(actual), expected: shapeName(expected) },
        { field, place: placeKey('body', field) },
      )
    }
    case 'surplus': {
      const { place, field, verb } = claim
      return make({ kind: 'boundaryFieldUnknown', form: 'request' }, { field, verb }, { field, place: placeKey(place, field) })
    }
    case 'auth':
      return make({ kind: 'authPolicyMismatch', form: 'missing' }, { schemes: claim.schemes }, { transitions: claim.transitions })
    case 'unread':
      return make({ kind: 'lowConfidence', form: 'request' }, { what: 'The request body', reason: 'unreadRequest' })
    default:
      return claim satisfies never
  }
}

/** Places are kept by the first name of a body. */
const placeKey = (place: string, field: string): string =>
  `${place}.${place === 'body' ? (field.split('.')[0] ?? '') : place === 'header' ? field.toLowerCase() : field}`

function severityOf({ client }: RestCase, { unit }: ProviderView, claim: Claim): Severity {
  if (claim.type === 'surplus' && claim.verb === 'drops') return 'warning'
  const byCode = claim.type === 'auth' && claim.transitions.length > 0
  if (!byCode && unit.http.accepts?.enforced !== true) return 'warning'
  const named = claim.type === 'auth' && client.paths.some(path => path.named.some(({ status }) => status === 401 || status === claim.rejects))
  return named ? 'warning' : 'error'
}
