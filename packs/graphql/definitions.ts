/** Definitions of GraphQL files: SDL, operations, and introspection results as SDL. */
import { createRequire } from 'node:module'
import type { LineRange, Place } from '@suss/core/ir'
import { type ContractFile, type ContractNote, placesIn } from '@suss/core/pack'
import type * as Graphql from 'graphql'

export interface Defined<Node extends Graphql.DefinitionNode = Graphql.DefinitionNode> {
  node: Node
  file: ContractFile
  /** Of a node below it. */
  place(node: Graphql.ASTNode): Place
  range(node: Graphql.ASTNode): LineRange
}

export interface FileDefinitions {
  file: ContractFile
  definitions: Defined[]
  /** It says that a tool wrote it. */
  generated: boolean
  /** Null: it was read to its end. */
  fault: 'sdl' | 'operations' | null
}

const library = (): typeof Graphql => createRequire(import.meta.url)('graphql') as typeof Graphql

export function readDefinitions(file: ContractFile, notes: ContractNote[]): FileDefinitions {
  const { parse } = library()
  const json = /\.json$/.test(file.path)
  const text = json ? introspected(file, notes) : file.text
  if (text === null) return { file, definitions: [], generated: false, fault: null }
  const places = placesIn(file.text)
  const span = ({ loc }: Graphql.ASTNode): { start: number; end: number } =>
    json ? { start: 0, end: 1 } : { start: loc?.start ?? 0, end: loc?.end ?? 1 }
  try {
    const definitions = parse(text, { allowLegacyFragmentVariables: true }).definitions.map(
      (node): Defined => ({
        node,
        file,
        place: at => places.place(span(at).start, span(at).end),
        range: at => places.range(span(at).start, span(at).end),
      }),
    )
    return { file, definitions, generated: isGenerated(text), fault: null }
  } catch (error) {
    const at = error as { message?: string; locations?: readonly { line: number }[] }
    if (!/\S/.test(text.replace(/#.*/g, ''))) return { file, definitions: [], generated: false, fault: null }
    notes.push({ path: file.path, line: at.locations?.[0]?.line ?? 1, detail: at.message ?? String(error) })
    const sdl = /^\s*(?:extend\s+)?(?:type|input|enum|interface|union|scalar|schema|directive)\b/m.test(text)
    return { file, definitions: [], generated: false, fault: sdl ? 'sdl' : 'operations' }
  }
}

/** The comments in front of the first definition. */
const isGenerated = (text: string): boolean =>
  /generated|do not (?:edit|modify)/i.test(/^(?:\s*#.*\n)*/.exec(text)?.[0] ?? '')

/** Null: a JSON file of another sort. */
function introspected(file: ContractFile, notes: ContractNote[]): string | null {
  if (!file.text.includes('"__schema"')) return null
  const { buildClientSchema, printSchema } = library()
  try {
    const json = JSON.parse(file.text) as { data?: unknown }
    return printSchema(buildClientSchema((json.data ?? json) as Graphql.IntrospectionQuery))
  } catch (error) {
    notes.push({ path: file.path, line: 1, detail: error instanceof Error ? error.message : String(error) })
    return null
  }
}
