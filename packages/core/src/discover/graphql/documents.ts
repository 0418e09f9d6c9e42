/** What document an expression stands for (extraction.md 8.4). */
import { posix } from 'node:path'
import type { ReasonCode } from '../../ir/index.js'
import type { SourceModule } from '../../program/module.js'
import type { Binding } from '../../program/scopes.js'
import {
  type CallNode,
  children,
  type Expression,
  isCall,
  isMember,
  memberName,
  type Node,
  strip,
} from '../../program/syntax.js'
import { type GraphqlOperationHeader, type GraphqlOutline, graphqlOutline } from '../../semantics/index.js'
import type { Values } from '../../values/resolve.js'
import { literalText, textsOf } from '../../values/text.js'
import { exprAt, type Expr, siteKey, type Value } from '../../values/value.js'
import { entriesOf, itemsOf, literalOf } from '../../values/written.js'

/** A text that stands in a file as it is; null: it is put together. */
export interface WrittenText {
  text: string
  file: string | null
  /** Offset in the file. */
  at: number
  /** The tag `gql` sends it as it is. */
  tagged?: true
}

export interface GraphqlDocument {
  /** Null: only the header is known, or nothing. */
  text: string | null
  /** What the text consists of. */
  written: readonly WrittenText[]
  /** Null: not even the header. */
  operation: GraphqlOperationHeader | null
  /** Why a part is null. */
  reason: ReasonCode | null
}

export interface GraphqlDocuments {
  at(expr: Expr): GraphqlDocument
}

/** Tags and functions that take a document's text; the text itself proves what it is. */
const makers = new Set(['gql', 'graphql', 'parse'])
/** Types whose first argument names the operation. */
const typedDocuments = new Set(['TypedDocumentNode', 'DocumentNode', 'TypedDocumentString'])
const maxHops = 16
const isGraphqlFile = (file: string): boolean => /\.(?:graphqls?|gql)$/.test(file)

const unread = (reason: ReasonCode = 'unreadDocument'): GraphqlDocument => ({
  text: null,
  written: [],
  operation: null,
  reason,
})

const textOf = (parts: readonly WrittenText[]): string => parts.map(({ text }) => text).join('')
const loose = (text: string): WrittenText[] => [{ text, file: null, at: 0 }]

export function openGraphqlDocuments(values: Values): GraphqlDocuments {
  let table: Map<string, WrittenText[][]> | null = null

  function at(expr: Expr): GraphqlDocument {
    const parts = textAt(expr, 0, new Set())
    if (parts !== null && textOf(parts).trim() !== '') return withText(parts)
    const header = jsonHeader(expr) ?? typedHeader(expr)
    return header ? { ...unread(), operation: header, reason: null } : unread()
  }

  function withText(parts: readonly WrittenText[]): GraphqlDocument {
    const text = textOf(parts)
    const outline = graphqlOutline(text)
    const [operation, ...more] = outline?.operations ?? []
    if (!outline || !operation || more.length > 0) return unread()
    const { written, missing } = withFragments(parts, outline)
    const isSentSo = parts.every(({ tagged, text: own }) => tagged === true || own.trim() === '')
    const isOpen = missing === 'several' || (missing === 'unknown' && !isSentSo)
    return { text: textOf(written), written, operation, reason: isOpen ? 'unreadDocument' : null }
  }

  /** Fragments of the project that are spread by their name alone. */
  function withFragments(parts: readonly WrittenText[], { spreads, fragments: own }: GraphqlOutline): { written: WrittenText[]; missing: 'unknown' | 'several' | null } {
    const written = [...parts]
    const known = new Set(own)
    let missing: 'unknown' | 'several' | null = null
    const queue = [...spreads]
    const home = parts.find(({ file }) => file !== null)?.file ?? null
    for (const name of queue) {
      if (known.has(name)) continue
      known.add(name)
      const all = fragments().get(name) ?? []
      const fragment = fragmentFor(all, home)
      if (!fragment) {
        missing = all.length > 0 ? 'several' : (missing ?? 'unknown')
        continue
      }
      written.push(...loose('\n'), ...fragment)
      queue.push(...(graphqlOutline(textOf(fragment))?.spreads ?? []))
    }
    return { written, missing }
  }

  /** The only one of its text in the package, else at all. */
  function fragmentFor(all: readonly WrittenText[][], home: string | null): WrittenText[] | undefined {
    const packageOf = (file: string | null): string | null => (file === null ? null : values.program.host.place(file).workspace)
    const near = all.filter(parts => packageOf(parts.find(({ file }) => file !== null)?.file ?? null) === packageOf(home))
    const [first, ...others] = near.length > 0 ? near : all
    const plain = (parts: WrittenText[]): string => textOf(parts).replace(/[\s,]+/g, ' ').trim()
    return first && others.every(other => plain(other) === plain(first)) ? first : undefined
  }

  function fragments(): Map<string, WrittenText[][]> {
    if (table) return table
    table = new Map()
    const { host, modules } = values.program
    for (const file of host.otherFiles()) {
      const text = isGraphqlFile(file) ? (host.read(file) ?? '') : ''
      if (!text.includes('fragment ')) continue
      for (const part of definitionsOf(text)) note([{ text: part, file, at: text.indexOf(part) }])
    }
    for (const module of modules) {
      if (!module.text.includes('fragment ')) continue
      const visit = (node: Node): void => {
        if (node.type === 'TaggedTemplateExpression' || isCall(node))
          note(madeText(exprAt(module, node), 0, new Set()))
        for (const child of children(node)) visit(child)
      }
      visit(module.program)
    }
    return table
  }

  /** A text of one fragment. */
  function note(parts: WrittenText[] | null): void {
    const outline = parts && graphqlOutline(textOf(parts))
    const [name, ...more] = outline?.operations.length === 0 ? outline.fragments : []
    if (parts && name !== undefined && more.length === 0) table?.set(name, [...(table.get(name) ?? []), parts])
  }

  /** Null: no text for sure. */
  function textAt(expr: Expr, hops: number, seen: Set<string>): WrittenText[] | null {
    const node = strip(expr.node as Expression)
    const here = { ...expr, node }
    const key = siteKey(here)
    if (hops > maxHops || seen.has(key)) return null
    seen.add(key)
    const made = madeText(here, hops, seen)
    if (made !== null) return made
    const file = importedFile(here)
    if (file !== null) return file
    const source = values.sourceOf(here)
    if (source) return textAt(source, hops + 1, seen)
    const value = values.one(here)
    return value ? textOfValue(value, hops + 1, seen) : null
  }

  function textOfValue(value: Value, hops: number, seen: Set<string>): WrittenText[] | null {
    switch (value.type) {
      case 'opaque':
        return madeText(value.expr, hops, seen)
      case 'call':
        return madeText(value.expr, hops, seen)
      case 'literal':
        return typeof value.value === 'string' && graphqlOutline(value.value) ? loose(value.value) : null
      default:
        return null
    }
  }

  /** `` gql`…` ``, `gql("…")`. */
  function madeText(expr: Expr, hops: number, seen: Set<string>): WrittenText[] | null {
    const { node } = expr
    if (node.type === 'TaggedTemplateExpression')
      return isMaker(node.tag) ? taggedText(node.tag, templateText({ ...expr, node: node.quasi }, hops, seen)) : null
    if (!isCall(node) || !isMaker(node.callee)) return null
    const [first] = node.arguments
    if (!first || first.type === 'SpreadElement') return null
    const argument: Expr = { ...expr, node: strip(first) }
    if (argument.node.type === 'TemplateLiteral') return templateText(argument, hops, seen)
    return settledText(argument)
  }

  /** Other tags, as those of generated clients, may add fragments. */
  const taggedText = (tag: Node, parts: WrittenText[] | null): WrittenText[] | null =>
    tag.type === 'Identifier' && tag.name === 'gql' ? (parts?.map(part => ({ ...part, tagged: true })) ?? null) : parts

  function settledText(expr: Expr): WrittenText[] | null {
    const [only, ...more] = textsOf(values, expr)
    const text = only && more.length === 0 ? literalText(only) : null
    return text === null ? null : loose(text)
  }

  /** Texts put in are fragments: their text stands in their place. */
  function templateText(expr: Expr, hops: number, seen: Set<string>): WrittenText[] | null {
    if (expr.node.type !== 'TemplateLiteral') return null
    const { quasis, expressions } = expr.node
    const parts = quasis.map((quasi, i): WrittenText[] | null => {
      const inner = expressions[i]
      const put = inner ? textPut({ ...expr, node: inner }, hops + 1, seen) : []
      return put && [quasiText(expr.module, quasi), ...put]
    })
    return parts.some(part => part === null) ? null : parts.flatMap(part => part ?? [])
  }

  /** With escapes, the value is another text than what is written. */
  function quasiText({ file, text }: SourceModule, { start, value: { raw, cooked } }: { start: number; value: { raw: string; cooked: string | null } }): WrittenText {
    if (cooked !== null && cooked !== raw) return { text: cooked, file: null, at: 0 }
    return { text: raw, file, at: text.startsWith(raw, start) ? start : start + 1 }
  }

  const textPut = (expr: Expr, hops: number, seen: Set<string>): WrittenText[] | null =>
    textAt(expr, hops, new Set(seen)) ?? settledText(expr)

  const isMaker = (callee: Node): boolean => {
    const at = strip(callee as Expression)
    const name = at.type === 'Identifier' ? at.name : isMember(at) ? memberName(at) : null
    return name !== null && makers.has(name)
  }

  /** `import { GetUser } from './user.graphql'`: the file, or the operation of that name in it. */
  function importedFile(expr: Expr): WrittenText[] | null {
    const binding = values.binding(expr.module, expr.node)
    if (binding?.source.type !== 'import' || !isGraphqlFile(binding.source.specifier)) return null
    const { specifier, imported } = binding.source
    const found = values.program.resolve(specifier, expr.module.file)
    const file =
      found.type === 'project'
        ? found.file
        : specifier.startsWith('.')
          ? posix.join(posix.dirname(expr.module.file), specifier)
          : null
    const text = file === null ? undefined : values.program.host.read(file)
    if (text === undefined || file === null) return null
    return imported === 'default' || imported === '*' || graphqlOutline(text)?.operations.length === 1
      ? [{ text, file, at: 0 }]
      : operationNamed(text, file, imported)
  }

  /** One operation of a file with several, and all its fragments. */
  function operationNamed(text: string, file: string, name: string): WrittenText[] | null {
    const parts = definitionsOf(text)
    const chosen = parts.filter(part => {
      const outline = graphqlOutline(part)
      return (
        outline !== null && (outline.operations.length === 0 || outline.operations.some(o => o.name === name))
      )
    })
    return chosen.some(part => graphqlOutline(part)?.operations.length === 1)
      ? chosen.flatMap(part => [{ text: part, file, at: text.indexOf(part) }, ...loose('\n')])
      : null
  }

  /** A document that was parsed before: `{ kind: "Document", definitions: [ … ] }`. */
  function jsonHeader(expr: Expr): GraphqlOperationHeader | null {
    const value = values.one(expr)
    if (value?.type !== 'object') return null
    const document = entriesOf(value.expr, values).entries
    const [kind, definitions] = [document.get('kind'), document.get('definitions')]
    if (!kind || literalOf(kind, values) !== 'Document' || !definitions) return null
    const operations = (itemsOf(definitions, values) ?? []).flatMap(item => {
      const { entries } = entriesOf(item, values)
      const [operation, name] = [entries.get('operation'), entries.get('name')]
      const type = operation ? literalOf(operation, values) : undefined
      if (type !== 'query' && type !== 'mutation' && type !== 'subscription') return []
      const written = name ? entriesOf(name, values).entries.get('value') : undefined
      const text = written ? literalOf(written, values) : undefined
      return [{ type, name: typeof text === 'string' ? text : null } as const]
    })
    const [only, ...more] = operations
    return only && more.length === 0 ? only : null
  }

  /** `TypedDocumentNode<GetUserQuery, …>` of the declaration. */
  function typedHeader(expr: Expr): GraphqlOperationHeader | null {
    const declared = declarationOf(expr)
    const annotation =
      declared && 'typeAnnotation' in declared.binding.node
        ? (declared.binding.node.typeAnnotation as { typeAnnotation: Node } | null)?.typeAnnotation
        : null
    const types = [
      ...(annotation ? [annotation] : []),
      ...(declared?.binding.source.type === 'init' ? assertedTypes(declared.binding.source.value) : []),
      ...assertedTypes(expr.node),
    ]
    return types.map(headerOfType).find(found => found !== null) ?? null
  }

  function declarationOf(expr: Expr): { module: SourceModule; binding: Binding } | null {
    const binding = values.binding(expr.module, strip(expr.node as Expression))
    if (!binding) return null
    if (binding.source.type !== 'import') return { module: expr.module, binding }
    return exportedBinding(expr.module, binding.source.specifier, binding.source.imported, 0)
  }

  function exportedBinding(
    from: SourceModule,
    specifier: string,
    name: string,
    hops: number,
  ): { module: SourceModule; binding: Binding } | null {
    const target = values.program.resolve(specifier, from.file)
    const module = target.type === 'project' ? values.program.module(target.file) : null
    const exported = module?.exports.get(name)
    if (!module || !exported || hops > maxHops || exported.type !== 'local') return null
    const binding = module.top.get(exported.name)
    if (!binding) return null
    return binding.source.type === 'import'
      ? exportedBinding(module, binding.source.specifier, binding.source.imported, hops + 1)
      : { module, binding }
  }

  return { at }
}

function assertedTypes(node: Node): Node[] {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return [node.typeAnnotation, ...assertedTypes(node.expression)]
  return node.type === 'NewExpression' && node.typeArguments && node.callee.type === 'Identifier'
    ? newTypes(node)
    : []
}

const newTypes = (node: CallNode): Node[] =>
  node.typeArguments?.params.slice(0, 1).map(param => param as Node) ?? []

function headerOfType(type: Node): GraphqlOperationHeader | null {
  if (type.type !== 'TSTypeReference') return null
  const name = lastName(type.typeName)
  const [first] = type.typeArguments?.params ?? []
  if (name !== null && typedDocuments.has(name))
    return first?.type === 'TSTypeReference' ? operationOf(lastName(first.typeName)) : null
  return operationOf(name)
}

function lastName(name: Node): string | null {
  if (name.type === 'Identifier') return name.name
  return name.type === 'TSQualifiedName' ? name.right.name : null
}

function operationOf(name: string | null): GraphqlOperationHeader | null {
  const [, operation, type] = /^(\w+)(Query|Mutation|Subscription)$/.exec(name ?? '') ?? []
  return operation === undefined || type === undefined
    ? null
    : { type: type.toLowerCase() as GraphqlOperationHeader['type'], name: operation }
}

/** Each definition of a document, by its top-level braces. */
function definitionsOf(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
    const part = text.slice(start, end + 1)
    if (!graphqlOutline(part)) continue
    parts.push(part.trim())
    start = end + 1
  }
  return parts
}
