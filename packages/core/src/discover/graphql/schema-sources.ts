/** The SDL that a server is made from: texts in code, and files that code names. */
import { posix } from 'node:path'
import { type Expression, isCall, isMember, memberName, type Node, strip } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import { literalText, textsOf } from '../../values/text.js'
import { type Expr, siteKey } from '../../values/value.js'
import { itemsOf } from '../../values/written.js'

/** Null: the file itself is the text. */
export interface SchemaSource {
  file: string
  text: string | null
}

export interface SchemaSources {
  sources: SchemaSource[]
  /** There is no more of it. */
  settled: boolean
}

const sdlFile = /\.(?:graphqls?|gql)$/
/** They hand on what they are given. */
const merging = new Set(['gql', 'graphql', 'parse', 'mergeTypeDefs', 'mergeTypes', 'print', 'String'])
/** They read the files they are given. */
const reading = /^(?:readFileSync|readFile|loadFilesSync|loadFiles|loadSchemaSync|loadSchema|loadTypedefsSync|importSchema|fileLoader|loadTypeDefs)$/
const maxDepth = 12

export function schemaSources(values: Values, root: Expr): SchemaSources {
  const seen = new Set<string>()
  return at(root, 0)

  function at(expr: Expr, depth: number): SchemaSources {
    const here = { ...expr, node: strip(expr.node as Expression) }
    const key = siteKey(here)
    if (depth > maxDepth || seen.has(key)) return unsettled
    seen.add(key)
    const { node } = here
    if (node.type === 'AwaitExpression') return at({ ...here, node: node.argument }, depth + 1)
    const items = itemsOf(here, values)
    if (items) return together(items.map(item => at(item, depth + 1)))
    if (node.type === 'TaggedTemplateExpression') return templateAt({ ...here, node: node.quasi }, depth)
    if (node.type === 'TemplateLiteral') return templateAt(here, depth)
    if (isCall(node)) return callAt(here, depth)
    const imported = importedFile(here)
    if (imported) return imported
    const value = values.one(here)
    if (value?.type === 'opaque' || value?.type === 'call') {
      const target = { ...value.expr, node: strip(value.expr.node as Expression) }
      return siteKey(target) === key ? unsettled : at(target, depth + 1)
    }
    if (value?.type === 'array') return at(value.expr, depth + 1)
    const source = values.sourceOf(here)
    if (source && siteKey(source) !== key) return at(source, depth + 1)
    return writtenText(here)
  }

  function callAt(call: Expr, depth: number): SchemaSources {
    const { node } = call
    if (!isCall(node)) return unsettled
    const callee = strip(node.callee as Expression)
    const name = callee.type === 'Identifier' ? callee.name : isMember(callee) ? memberName(callee) : null
    // `readFileSync(…).toString()`, `typeDefs.join('\n')`
    if (isMember(callee) && (name === 'toString' || name === 'join' || name === 'concat') && node.arguments.length <= 1)
      return at({ ...call, node: callee.object }, depth + 1)
    const [first] = node.arguments
    if (name !== null && merging.has(name) && first && first.type !== 'SpreadElement') return at({ ...call, node: first }, depth + 1)
    if (name !== null && reading.test(name)) return filesNamed(call)
    const value = values.one(call)
    if (value?.type === 'array' || (value?.type === 'opaque' && siteKey(value.expr) !== siteKey(call))) return at(value.expr, depth + 1)
    return writtenText(call)
  }

  /** The one SDL file whose path ends in the texts of the call. */
  function filesNamed(call: Expr): SchemaSources {
    const tails = literalsIn(call.node).filter(text => sdlFile.test(text) && !/[*{]/.test(text))
    const found = tails.flatMap(tail => fileNamed(call.module.file, tail) ?? [])
    return { sources: found.map(file => ({ file, text: null })), settled: tails.length > 0 && found.length === tails.length }
  }

  function fileNamed(from: string, tail: string): string | null {
    const beside = posix.join(posix.dirname(from), tail)
    const candidates = [beside, posix.normalize(tail.replace(/^\/+/, ''))].filter(file => !file.startsWith('..'))
    const direct = candidates.find(file => values.program.host.read(file) !== undefined)
    if (direct !== undefined) return direct
    const end = `/${tail.replace(/^(?:\.{0,2}\/)+/, '')}`
    const [only, ...others] = values.program.host.otherFiles().filter(file => `/${file}`.endsWith(end))
    return only !== undefined && others.length === 0 ? only : null
  }

  function importedFile(expr: Expr): SchemaSources | null {
    const binding = values.binding(expr.module, expr.node)
    if (binding?.source.type !== 'import' || !sdlFile.test(binding.source.specifier)) return null
    const file = posix.join(posix.dirname(expr.module.file), binding.source.specifier)
    return values.program.host.read(file) === undefined ? unsettled : { sources: [{ file, text: null }], settled: true }
  }

  /** What is put into a template is text, or SDL of its own. */
  function templateAt(expr: Expr, depth: number): SchemaSources {
    const { node, module } = expr
    if (node.type !== 'TemplateLiteral') return unsettled
    const [quasi] = node.quasis
    if (node.expressions.length === 0 && quasi && quasi.value.cooked === quasi.value.raw)
      return settledText(module.file, inPlace(module.text, quasi.start, quasi.value.raw))
    const texts = node.expressions.map(inner => textPut({ ...expr, node: inner }, depth))
    if (texts.includes(null)) return unsettled
    const whole = node.quasis.map((part, i) => `${part.value.cooked ?? part.value.raw}${texts[i] ?? ''}`).join('')
    return settledText(module.file, `${breaksBefore(module.text, node.start)}${whole}`)
  }

  function textPut(expr: Expr, depth: number): string | null {
    const written = writtenText(expr)
    const found = written.settled ? written : at(expr, depth + 1)
    return found.settled && found.sources.every(({ text }) => text !== null) ? found.sources.map(({ text }) => text).join('\n') : null
  }

  function writtenText(expr: Expr): SchemaSources {
    const [only, ...more] = textsOf(values, expr)
    const text = only && more.length === 0 ? literalText(only) : null
    if (text === null || text.trim() === '') return unsettled
    return sdlFile.test(text) ? filesNamed(expr) : settledText(expr.module.file, `${breaksBefore(expr.module.text, expr.node.start)}${text}`)
  }
}

const unsettled: SchemaSources = { sources: [], settled: false }

const settledText = (file: string, text: string): SchemaSources => ({ sources: [{ file, text }], settled: true })

const together = (parts: readonly SchemaSources[]): SchemaSources => ({
  sources: parts.flatMap(({ sources }) => sources),
  settled: parts.every(({ settled }) => settled),
})

const breaksBefore = (text: string, end: number): string => text.slice(0, end).replace(/[^\n]/g, '')

/** With nothing but blanks in front, so that offsets are those of the file; the template's own mark is one character. */
function inPlace(text: string, start: number, raw: string): string {
  const from = text.startsWith(raw, start) ? start : start + 1
  return `${text.slice(0, from).replace(/[^\n\r]/g, ' ')}${raw}`
}

function literalsIn(node: Node): string[] {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      const one = value as { type?: string; value?: unknown }
      if (one.type === 'Literal' && typeof one.value === 'string') found.push(one.value)
      else for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child)
    }
  }
  visit(node)
  return found
}
