/** Documents of clients against the schemas of the services they go to (checking.md 7.1). */
import { graphqlFacts, graphqlResolverBinding, type Severity } from '../../ir/index.js'
import type { GraphqlPairing, SentDocument, Unit } from '../../pair/index.js'
import { type Draft, side } from '../draft.js'
import { nearNames } from '../near-names.js'
import { type DocumentFault, faultsBelow, unknownSpreads } from './document-faults.js'
import { schemaPlace, writtenPlace } from './places.js'

export const checkGraphql = (graphql: GraphqlPairing): Draft[] => [
  ...checkDocuments(graphql),
  ...checkUnknownRoots(graphql),
  ...checkFragments(graphql),
  ...checkAmbiguousFields(graphql),
]

function checkDocuments({ pairs }: GraphqlPairing): Draft[] {
  return pairs.flatMap(({ client, fragments, field, typeName, service, doubtful }) => {
    const { schema, complete } = service
    if (!schema) return []
    const isProven = complete && !doubtful && graphqlFacts(client.summary).routed !== true
    // a resolver is there, so it is the schema that lacks the field
    return faultsBelow(field, typeName, { schema: schema.types, fragments })
      .filter(({ type, typeName: parent, at }) => type !== 'field' || parent !== typeName || at !== field.at)
      .map(fault => draftOf(fault, { client, schema: schema.unit, severity: isProven ? 'error' : 'warning' }))
  })
}

/** Where several requests may go to several services, this is no proof. */
function checkUnknownRoots({ unknownRoots }: GraphqlPairing): Draft[] {
  return unknownRoots.flatMap(({ client, fragments, field, typeName, service: { schema } }) =>
    schema
      ? faultsBelow(field, typeName, { schema: schema.types, fragments })
          .filter(fault => fault.type === 'field' && fault.typeName === typeName)
          .map(fault => draftOf(fault, { client, schema: schema.unit, severity: 'warning' }))
      : [],
  )
}

interface Sides {
  client: Unit
  /** The unit that declares the types. */
  schema: Unit
  severity: Severity
}

function draftOf(fault: DocumentFault, { client, schema, severity }: Sides): Draft {
  const { typeName, field, at } = fault
  const place = writtenPlace(client, at)
  const declared = schemaPlace(schema, typeName, field)
  const about = fault.type === 'field' ? field : fault.argument
  const shared = {
    severity,
    binding: graphqlResolverBinding({ typeName, fieldName: field }, { recognition: 'graphql' }),
    provider: side(schema, [], { place: declared }),
    consumer: side(client, [], { field: about, place }),
  }
  switch (fault.type) {
    case 'field':
      return { ...shared, kind: 'boundaryFieldUnknown', form: 'graphql', boundary: `gql:${typeName}`, facts: { field, ...nearNames(field, fault.known) } }
    case 'argument':
      return { ...shared, kind: 'boundaryFieldUnknown', form: 'graphqlArgument', facts: { field: about } }
    case 'missing':
      return { ...shared, kind: 'boundaryFieldRequired', form: 'graphqlArgument', facts: { place: 'argument', field: about } }
    case 'value':
      return {
        ...shared,
        kind: 'boundaryConstraintViolation',
        form: 'graphqlEnum',
        facts: { place: 'argument', field: about, value: fault.value, expected: [...fault.accepted] },
      }
    default:
      return fault satisfies never
  }
}

/** Fragments that the library adds are not in the text. */
function checkFragments({ documents }: GraphqlPairing): Draft[] {
  const known = documents.map(({ client }) => graphqlFacts(client.summary).fragments)
  if (known.includes('registry')) return []
  const unread = known.includes('unread')
  return documents.flatMap(sent =>
    graphqlFacts(sent.client.summary).unresolvedDocument === undefined ? spreadDrafts(sent, unread) : [],
  )
}

function spreadDrafts({ client, operation, fragments }: SentDocument, unread: boolean): Draft[] {
  const binding = client.summary.identity.boundaryBinding
  return unknownSpreads(operation.selections, fragments).map(({ name, at }): Draft => {
    const place = writtenPlace(client, at)
    const sides = { binding, provider: side(client), consumer: side(client, [], { field: name, place }) }
    return unread
      ? { ...sides, kind: 'lowConfidence', form: 'fragment', facts: { what: `Fragment "${name}"`, reason: 'unreadDocument' } }
      : { ...sides, kind: 'graphqlUnknownFragment', form: 'spread', facts: { field: name } }
  })
}

const checkAmbiguousFields = ({ ambiguous }: GraphqlPairing): Draft[] =>
  ambiguous.map(({ client, typeName, field, services }): Draft => {
    const place = writtenPlace(client, field.at)
    return {
      kind: 'ambiguousProvider',
      form: 'graphql',
      binding: graphqlResolverBinding({ typeName, fieldName: field.name }, { recognition: 'graphql' }),
      provider: side(client),
      consumer: side(client, [], { place }),
      facts: { services },
    }
  })
