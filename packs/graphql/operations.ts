/** Operations of `*.graphql` files: one client each, fragments of the project put in. */
import { type BehavioralSummary, graphqlOperationBinding, type GraphqlSchema, type Input, type WrittenPart } from '@suss/core/ir'
import type { ContractNote } from '@suss/core/pack'
import type * as Graphql from 'graphql'
import type { Defined, FileDefinitions } from './definitions.js'
import { typeText } from './schema.js'
import { openGraphqlShapes } from './shapes.js'

type Fragment = Defined<Graphql.FragmentDefinitionNode>

/** By the file an operation stands in, as SDL of its package is only known there. */
export type SchemaOf = (file: string) => GraphqlSchema | null

export function readOperations(files: readonly FileDefinitions[], schemaOf: SchemaOf, notes: ContractNote[]): BehavioralSummary[] {
  const fragments = openFragments(files)
  const counts = new Map<string, number>()
  return files.flatMap(({ definitions }) =>
    definitions.flatMap(defined => {
      const { node } = defined
      if (node.kind !== 'OperationDefinition') return []
      const name = node.name?.value ?? `${node.operation} (no name)`
      const key = `${defined.file.path} ${name}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return [operationOf({ ...defined, node }, count === 1 ? name : `${name} #${count}`, { fragments, schemaOf, notes })]
    }),
  )
}

interface Context {
  fragments: Fragments
  schemaOf: SchemaOf
  notes: ContractNote[]
}

function operationOf(defined: Defined<Graphql.OperationDefinitionNode>, name: string, { fragments, schemaOf, notes }: Context): BehavioralSummary {
  const { node, file } = defined
  const used = fragments.usedBy(defined)
  const { document, written } = textOf([defined, ...used.found])
  for (const spread of used.missing) notes.push({ path: file.path, line: defined.range(spread).start, detail: `fragment ${spread.name.value} is declared nowhere` })
  const shapes = openGraphqlShapes(schemaOf(file.path) ?? { roots: {}, types: {} })
  const operationName = node.name?.value
  const inputs = (node.variableDefinitions ?? []).map(
    ({ variable, type }, position): Input => ({ type: 'parameter', name: variable.name.value, position, role: 'variables', shape: shapes.input(typeText(type)) }),
  )
  return {
    schemaVersion: 6,
    kind: 'client',
    location: { file: file.path, range: defined.range(node), exportName: null },
    identity: {
      name,
      exportPath: null,
      boundaryBinding: graphqlOperationBinding(
        { ...(operationName === undefined ? {} : { operationName }), operationType: node.operation },
        { recognition: '@suss/packs/graphql' },
      ),
    },
    inputs,
    transitions: [],
    gaps: [],
    confidence: { source: 'derived', level: used.missing.length > 0 ? 'medium' : 'high' },
    ...(Object.keys(shapes.definitions).length > 0 ? { definitions: shapes.definitions } : {}),
    metadata: {
      graphql: {
        document,
        written,
        ...(used.missing.length > 0 ? { unresolvedDocument: 'unreadDocument' } : {}),
        call: defined.place(node.name ?? node),
      },
      places: { '': defined.place(node.name ?? node) },
    },
  }
}

/** The texts one after the other, with where each is written. */
function textOf(parts: readonly Defined[]): { document: string; written: WrittenPart[] } {
  let document = ''
  const written: WrittenPart[] = []
  const [home] = parts
  for (const { node, file, place } of parts) {
    const { start = 0, end = 0 } = node.loc ?? {}
    const text = file.text.slice(start, end)
    const at = place(node)
    written.push({ start: document.length, end: document.length + text.length, place: file.path === home?.file.path ? at : { ...at, file: file.path } })
    document += `${text}\n`
  }
  return { document, written }
}

interface Fragments {
  usedBy(defined: Defined): { found: Fragment[]; missing: Graphql.FragmentSpreadNode[] }
}

/** A fragment of the file itself, else the only one of that name in its package, else the only one at all. */
function openFragments(files: readonly FileDefinitions[]): Fragments {
  const byName = new Map<string, Fragment[]>()
  for (const defined of files.flatMap(({ definitions }) => definitions)) {
    const { node } = defined
    if (node.kind === 'FragmentDefinition') byName.set(node.name.value, [...(byName.get(node.name.value) ?? []), { ...defined, node }])
  }

  function fragmentFor(name: string, { file }: Defined): Fragment | undefined {
    const all = byName.get(name) ?? []
    const own = all.find(one => one.file.path === file.path)
    const near = all.filter(one => one.file.workspace === file.workspace)
    return own ?? onlyOne(near.length > 0 ? near : all)
  }

  return {
    usedBy(defined) {
      const found = new Map<string, Fragment>()
      const missing: Graphql.FragmentSpreadNode[] = []
      const queue = spreadsIn(defined.node)
      for (const spread of queue) {
        const name = spread.name.value
        if (found.has(name)) continue
        const fragment = fragmentFor(name, defined)
        if (fragment) {
          found.set(name, fragment)
          queue.push(...spreadsIn(fragment.node))
        } else if (!missing.some(one => one.name.value === name)) missing.push(spread)
      }
      return { found: [...found.values()], missing }
    },
  }
}

/** Undefined: they are of several texts. */
function onlyOne([first, ...others]: readonly Fragment[]): Fragment | undefined {
  const textAt = ({ file, node: { loc } }: Fragment): string => file.text.slice(loc?.start, loc?.end)
  return first && others.every(other => textAt(other) === textAt(first)) ? first : undefined
}

function spreadsIn(node: Graphql.DefinitionNode): Graphql.FragmentSpreadNode[] {
  const found: Graphql.FragmentSpreadNode[] = []
  const visit = ({ selections }: Graphql.SelectionSetNode): void => {
    for (const one of selections) {
      if (one.kind === 'FragmentSpread') found.push(one)
      else if (one.selectionSet) visit(one.selectionSet)
    }
  }
  if ('selectionSet' in node) visit(node.selectionSet)
  return found
}
