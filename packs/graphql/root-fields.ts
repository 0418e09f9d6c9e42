/** The fields that requests begin with: one declared resolver each, and the schema they are part of. */
import { type BehavioralSummary, graphqlResolverBinding, type Input, transitionId } from '@suss/core/ir'
import { type DeclaredField, fieldOf, type ReadSchema } from './schema.js'
import { openGraphqlShapes } from './shapes.js'

const recognition = '@suss/packs/graphql'

export function declaredFields({ schema, rootFields, complete }: ReadSchema): BehavioralSummary[] {
  return rootFields.map(field => declaredField(field, openGraphqlShapes(schema), complete))
}

function declaredField({ typeName, name, node, defined }: DeclaredField, shapes: ReturnType<typeof openGraphqlShapes>, complete: boolean): BehavioralSummary {
  const field = fieldOf(node)
  const unit = `${typeName}.${name}`
  const inputs = Object.entries(field.arguments ?? {}).map(
    ([own, { type }], position): Input => ({ type: 'parameter', name: own, position, role: 'args', shape: shapes.input(type) }),
  )
  const value = shapes.output(field.type)
  const range = defined.range(node)
  const deprecated = deprecationOf(node)
  return {
    schemaVersion: 6,
    kind: 'resolver',
    location: { file: defined.file.path, range, exportName: null },
    identity: { name: unit, exportPath: null, boundaryBinding: graphqlResolverBinding({ typeName, fieldName: name }, { recognition }) },
    inputs,
    transitions: [
      {
        id: transitionId({ unit, terminalKind: 'return', statusKey: 'none', conditionTexts: [] }),
        conditions: [],
        output: { type: 'return', value },
        effects: [],
        location: range,
        isDefault: true,
      },
    ],
    gaps: [],
    confidence: { source: 'derived', level: 'high' },
    ...(Object.keys(shapes.definitions).length > 0 ? { definitions: shapes.definitions } : {}),
    metadata: {
      graphql: {
        field,
        ...(complete ? { sdlComplete: true } : {}),
        ...(defined.file.served ? { served: true } : {}),
        ...(deprecated === null ? {} : { deprecated }),
      },
      places: {
        '': defined.place(node.name),
        ...Object.fromEntries((node.arguments ?? []).map((argument, i) => [`/inputs/${i}`, defined.place(argument.name)])),
      },
    },
  }
}

/** The reason of `@deprecated`; null without it. */
function deprecationOf({ directives = [] }: DeclaredField['node']): string | null {
  const found = directives.find(({ name }) => name.value === 'deprecated')
  if (!found) return null
  const reason = found.arguments?.find(({ name }) => name.value === 'reason')?.value
  return reason?.kind === 'StringValue' ? reason.value : 'No longer supported'
}

/** All types, once, on a unit of its own. */
export function declaredSchema({ schema, complete, first, places }: ReadSchema): BehavioralSummary {
  return {
    schemaVersion: 6,
    kind: 'library',
    location: { file: first.file.path, range: first.range(first.node), exportName: null },
    identity: { name: first.file.served ? 'schema served' : 'schema', exportPath: null, boundaryBinding: null },
    inputs: [],
    transitions: [],
    gaps: [],
    confidence: { source: 'derived', level: complete ? 'high' : 'medium' },
    metadata: {
      graphql: { schema, ...(complete ? { sdlComplete: true } : {}), ...(first.file.served ? { served: true } : {}) },
      places,
    },
  }
}
