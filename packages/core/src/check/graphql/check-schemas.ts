/** Declared root fields against the resolvers of their service, and copies of a schema against it (checking.md 14.4). */
import { byCodeUnit, graphqlFacts, type GraphqlField } from '../../ir/index.js'
import type { GraphqlPairing, GraphqlService, ResolverUnit } from '../../pair/index.js'
import { type Draft, side } from '../draft.js'

export const checkGraphqlSchemas = ({ services }: GraphqlPairing): Draft[] =>
  services.flatMap(service => [...unimplemented(service), ...disagreements(service)])

const keyOf = ({ resolver }: ResolverUnit): string => `${resolver.typeName}.${resolver.fieldName}`

/** Only where the whole map of resolvers is known, and others of the document's fields are in it. */
function unimplemented({ resolvers, documents }: GraphqlService): Draft[] {
  const resolved = new Set(resolvers.map(keyOf))
  const isRead = resolvers.every(({ summary }) => graphqlFacts(summary).resolversRead === true)
  if (!isRead || !documents.some(unit => resolved.has(keyOf(unit)))) return []
  return documents
    .filter(unit => !resolved.has(keyOf(unit)) && !unit.resolver.fieldName.startsWith('_'))
    .map((unit): Draft => ({
      kind: 'contractOperationUnimplemented',
      form: 'graphql',
      binding: unit.summary.identity.boundaryBinding,
      provider: side(unit),
      consumer: side(unit),
      facts: {},
    }))
}

function disagreements({ copies }: GraphqlService): Draft[] {
  const groups = new Map<string, ResolverUnit[]>()
  for (const unit of copies) groups.set(keyOf(unit), [...(groups.get(keyOf(unit)) ?? []), unit])
  return [...groups.values()].flatMap(group => {
    const stated = group.flatMap(unit => {
      const { field } = graphqlFacts(unit.summary)
      return field && !field.open ? [{ unit, field }] : []
    })
    const sources = [...new Set(stated.map(({ unit }) => unit.id))].sort(byCodeUnit)
    const [first] = stated.flatMap(({ unit, field }, i) =>
      stated.slice(i + 1).flatMap(other => differences(field, other.field).map(facts => ({ unit, other: other.unit, facts }))),
    )
    if (!first) return []
    return [
      {
        kind: 'contractDisagreement',
        form: 'graphql',
        binding: first.unit.summary.identity.boundaryBinding,
        provider: side(first.unit),
        consumer: side(first.other),
        facts: { ...first.facts },
        sources,
      } satisfies Draft,
    ]
  })
}

interface Difference {
  what: string
  actual: string
  expected: string
}

function differences(one: GraphqlField, other: GraphqlField): Difference[] {
  const [own, others] = [one.arguments ?? {}, other.arguments ?? {}]
  const names = [...new Set([...Object.keys(own), ...Object.keys(others)])].sort(byCodeUnit)
  return [
    ...(one.type === other.type ? [] : [{ what: 'its type', actual: one.type, expected: other.type }]),
    ...names.flatMap((name): Difference[] => {
      const [actual, expected] = [textOf(own[name]?.type), textOf(others[name]?.type)]
      return actual === expected ? [] : [{ what: `argument "${name}"`, actual, expected }]
    }),
  ]
}

const textOf = (type: string | undefined): string => type ?? 'none'
