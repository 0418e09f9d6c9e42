/** The schema that the SDL of one service declares, definitions and extensions merged (checking.md 7.1). */
import type { GraphqlField, GraphqlInput, GraphqlSchema, GraphqlType, Place } from '@suss/core/ir'
import type { ContractNote } from '@suss/core/pack'
import type * as Graphql from 'graphql'
import type { Defined, FileDefinitions } from './definitions.js'

export type RootName = 'query' | 'mutation' | 'subscription'

export interface DeclaredField {
  typeName: string
  name: string
  node: Graphql.FieldDefinitionNode
  defined: Defined
}

export interface ReadSchema {
  schema: GraphqlSchema
  /** Every definition is known. */
  complete: boolean
  rootFields: DeclaredField[]
  /** The first definition. */
  first: Defined
  /** By JSON pointer in the summary that holds the schema. */
  places: Record<string, Place>
}

/** Directives that change nothing of what a request may say. */
const harmless = new Set(['deprecated', 'specifiedBy', 'oneOf', 'cacheControl', 'tag', 'cost', 'listSize', 'include', 'skip', 'defer', 'stream'])
const federation = new Set(['key', 'external', 'requires', 'provides', 'shareable', 'extends', 'override', 'interfaceObject', 'composeDirective'])
const builtIn = new Set(['ID', 'String', 'Int', 'Float', 'Boolean'])
const defaultRoots: Record<RootName, string> = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }

type TypeNode = Graphql.TypeDefinitionNode | Graphql.TypeExtensionNode
type FieldHolder = Extract<TypeNode, { fields?: readonly Graphql.FieldDefinitionNode[] }>

interface Draft {
  nodes: { node: TypeNode; defined: Defined }[]
  /** It is declared, not only extended. */
  based: boolean
}

/** Null: the files hold no SDL. */
export function readSchema(files: readonly FileDefinitions[], notes: ContractNote[]): ReadSchema | null {
  const all = files.flatMap(({ definitions }) => definitions)
  const types = new Map<string, Draft>()
  const schemas: Defined<Graphql.SchemaDefinitionNode | Graphql.SchemaExtensionNode>[] = []
  const directives = new Set<string>()
  for (const defined of all) {
    const { node } = defined
    if (node.kind === 'SchemaDefinition' || node.kind === 'SchemaExtension') schemas.push({ ...defined, node })
    else if (node.kind === 'DirectiveDefinition') directives.add(node.name.value)
    else if (isType(node)) {
      const draft = types.get(node.name.value) ?? { nodes: [], based: false }
      draft.nodes.push({ node, defined })
      draft.based ||= node.kind.endsWith('Definition')
      types.set(node.name.value, draft)
    }
  }
  const [first] = all.filter(({ node }) => isType(node))
  if (!first) return null
  const used = [...types.values()].flatMap(({ nodes }) => nodes.flatMap(({ node }) => directivesIn(node)))
  const onSchema = schemas.flatMap(({ node }) => node.directives ?? []).map(({ name }) => name.value)
  const isFederated =
    used.some(name => federation.has(name) && !directives.has(name)) ||
    onSchema.includes('link') ||
    [...types].some(([name, { based }]) => !based && !Object.values(rootsOf(schemas)).includes(name))
  const roots = rootsOf(schemas, name => types.has(name))
  const queries = new Set(schemas.flatMap(({ node }) => (node.operationTypes ?? []).filter(({ operation }) => operation === 'query').map(({ type }) => type.name.value)))
  const isSeveral = queries.size > 1 || (queries.size === 1 && !queries.has('Query') && types.has('Query'))
  const isMade = (names: readonly string[]): boolean => names.some(name => !harmless.has(name))
  const transformed = used.filter(name => !harmless.has(name) && !directives.has(name))
  const found: Record<string, GraphqlType> = {}
  const places: Record<string, Place> = {}
  for (const [name, draft] of types) {
    const [base] = draft.nodes
    if (!base) continue
    const isRoot = Object.values(roots).includes(name)
    const isOpen =
      isFederated || (!draft.based && !isRoot) || isMade(draft.nodes.flatMap(({ node }) => own(node.directives))) || (isRoot && (isSeveral || transformed.length > 0))
    const type = typeOf(draft, name, notes)
    found[name] = isOpen && type.kind !== 'scalar' ? { ...type, open: true } : type
    if (!(base.defined.file.derived && base.node.kind === 'ObjectTypeExtension'))
      places[`/metadata/graphql/schema/types/${name}`] = placeIn(base.defined, base.node.name)
    for (const { node, defined } of draft.nodes) {
      // of what is made from code, only the first name stands where it is written
      for (const field of defined.file.derived ? fieldsOf(node).slice(0, node.kind === 'ObjectTypeExtension' ? 1 : 0) : fieldsOf(node))
        places[`/metadata/graphql/schema/types/${name}/fields/${field.name.value}`] ??= placeIn(defined, field.name)
    }
  }
  const undeclared = Object.values(found).flatMap(typesNamed).filter(name => !builtIn.has(name) && !Object.hasOwn(found, name))
  return {
    schema: { roots, types: found, ...(isFederated ? { federated: true } : {}) },
    complete:
      !isFederated &&
      !isSeveral &&
      transformed.length === 0 &&
      undeclared.length === 0 &&
      roots.query !== undefined &&
      files.every(({ generated, fault, file }) => !generated && !file.derived && fault !== 'sdl'),
    rootFields: first.file.derived ? [] : rootFieldsOf(types, roots),
    first,
    places,
  }
}

const isType = (node: Graphql.DefinitionNode): node is TypeNode =>
  /^(?:Object|Interface|Union|Enum|InputObject|Scalar)Type(?:Definition|Extension)$/.test(node.kind)

const placeIn = ({ place, file }: Defined, node: Graphql.ASTNode): Place => ({ ...place(node), file: file.path })

const own = (list: readonly Graphql.ConstDirectiveNode[] | undefined): string[] => (list ?? []).map(({ name }) => name.value)

const fieldsOf = (node: TypeNode): readonly (Graphql.FieldDefinitionNode | Graphql.InputValueDefinitionNode)[] =>
  'fields' in node ? (node.fields ?? []) : []

function directivesIn(node: TypeNode): string[] {
  const values = 'values' in node ? (node.values ?? []) : []
  return [
    ...own(node.directives),
    ...values.flatMap(({ directives }) => own(directives)),
    ...fieldsOf(node).flatMap(field => [
      ...own(field.directives),
      ...('arguments' in field ? (field.arguments ?? []).flatMap(({ directives }) => own(directives)) : []),
    ]),
  ]
}

/** Those that `schema { … }` names, else the types called so that there are. */
function rootsOf(
  schemas: readonly Defined<Graphql.SchemaDefinitionNode | Graphql.SchemaExtensionNode>[],
  has: (name: string) => boolean = () => true,
): GraphqlSchema['roots'] {
  const named = schemas.flatMap(({ node }) => (node.operationTypes ?? []).map(({ operation, type }) => [operation, type.name.value] as const))
  const stated = schemas.some(({ node }) => node.kind === 'SchemaDefinition' && node.operationTypes.length > 0)
  const byName = (Object.entries(defaultRoots) as [RootName, string][]).filter(([, name]) => has(name))
  return Object.fromEntries(stated ? named : [...byName, ...named])
}

function rootFieldsOf(types: ReadonlyMap<string, Draft>, roots: GraphqlSchema['roots']): DeclaredField[] {
  return Object.values(roots).flatMap(typeName =>
    (types.get(typeName)?.nodes ?? []).flatMap(({ node, defined }) =>
      (isHolder(node) ? (node.fields ?? []) : []).map(field => ({ typeName, name: field.name.value, node: field, defined })),
    ),
  )
}

const isHolder = (node: TypeNode): node is FieldHolder => /^(?:Object|Interface)Type/.test(node.kind)

function typeOf({ nodes }: Draft, name: string, notes: ContractNote[]): GraphqlType {
  const [base] = nodes
  const other = nodes.find(({ node }) => kindOf(node) !== (base && kindOf(base.node)) || isOtherInput(node, base?.node))
  if (other) {
    notes.push({ path: other.defined.file.path, line: other.defined.range(other.node).start, detail: `${name} is declared otherwise elsewhere` })
    return { kind: 'scalar' }
  }
  switch (base?.node.kind) {
    case 'ObjectTypeDefinition':
    case 'ObjectTypeExtension':
    case 'InterfaceTypeDefinition':
    case 'InterfaceTypeExtension':
      return {
        kind: base.node.kind.startsWith('Object') ? 'object' : 'interface',
        fields: fieldTable(nodes, name, notes),
        ...interfacesOf(nodes.map(({ node }) => node)),
      }
    case 'InputObjectTypeDefinition':
    case 'InputObjectTypeExtension':
      return { kind: 'input', fields: inputTable(nodes.flatMap(({ node }) => fieldsOf(node) as Graphql.InputValueDefinitionNode[])) }
    case 'EnumTypeDefinition':
    case 'EnumTypeExtension':
      return { kind: 'enum', values: distinct(nodes.flatMap(({ node }) => ('values' in node ? (node.values ?? []) : [])).map(value => value.name.value)) }
    case 'UnionTypeDefinition':
    case 'UnionTypeExtension':
      return { kind: 'union', members: distinct(nodes.flatMap(({ node }) => ('types' in node ? (node.types ?? []) : [])).map(type => type.name.value)) }
    default:
      return { kind: 'scalar' }
  }
}

const kindOf = ({ kind }: TypeNode): string => kind.replace(/(?:Definition|Extension)$/, '')

/** Two definitions of one input: what must be given is not known. */
const isOtherInput = (node: TypeNode, base: TypeNode | undefined): boolean =>
  node.kind === 'InputObjectTypeDefinition' &&
  base?.kind === 'InputObjectTypeDefinition' &&
  JSON.stringify(inputTable(node.fields ?? [])) !== JSON.stringify(inputTable(base.fields ?? []))

function interfacesOf(nodes: readonly TypeNode[]): { interfaces?: string[] } {
  const names = distinct(nodes.flatMap(node => (isHolder(node) ? (node.interfaces ?? []) : [])).map(({ name }) => name.value))
  return names.length > 0 ? { interfaces: names } : {}
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)]

function fieldTable(nodes: Draft['nodes'], type: string, notes: ContractNote[]): Record<string, GraphqlField> {
  const table: Record<string, GraphqlField> = {}
  for (const { node, defined } of nodes) {
    for (const each of isHolder(node) ? (node.fields ?? []) : []) {
      const name = each.name.value
      const field = fieldOf(each)
      const before = Object.hasOwn(table, name) ? table[name] : undefined
      if (before && JSON.stringify({ ...before, disputed: undefined }) !== JSON.stringify({ ...field, disputed: undefined })) {
        notes.push({ path: defined.file.path, line: defined.range(each).start, detail: `${type}.${name} is declared otherwise elsewhere` })
        table[name] = { ...before, disputed: true }
      } else table[name] = before ?? field
    }
  }
  return table
}

export function fieldOf({ type, arguments: list = [], directives }: Graphql.FieldDefinitionNode): GraphqlField {
  return {
    type: typeText(type),
    ...(list.length > 0 ? { arguments: inputTable(list) } : {}),
    // what implements a directive may change arguments
    ...(own(directives).some(name => !harmless.has(name)) ? { open: true } : {}),
  }
}

const inputTable = (list: readonly Graphql.InputValueDefinitionNode[]): Record<string, GraphqlInput> =>
  Object.fromEntries(
    list.map(({ name, type, defaultValue }) => [name.value, { type: typeText(type), ...(defaultValue ? { hasDefault: true } : {}) }]),
  )

export function typeText(type: Graphql.TypeNode): string {
  if (type.kind === 'NonNullType') return `${typeText(type.type)}!`
  return type.kind === 'ListType' ? `[${typeText(type.type)}]` : type.name.value
}

/** Names of the types it refers to. */
function typesNamed(type: GraphqlType): string[] {
  switch (type.kind) {
    case 'union':
      return [...type.members]
    case 'input':
      return Object.values(type.fields).map(({ type: of }) => plain(of))
    case 'object':
    case 'interface':
      return Object.values(type.fields).flatMap(field => [
        plain(field.type),
        ...Object.values(field.arguments ?? {}).map(({ type: of }) => plain(of)),
      ])
    default:
      return []
  }
}

const plain = (type: string): string => type.replace(/[[\]!]/g, '')
