/** The node of TypeScript's tree at a span measured in another parser's tree. */
import type ts from 'typescript'
import type { Span } from '../ir/index.js'
import type { TypeScript } from './typescript.js'

/** The outermost node with exactly that span that passes the test; null when there is none. */
export function nodeAt<N extends ts.Node>(
  typescript: TypeScript,
  source: ts.SourceFile,
  span: Span,
  test: (node: ts.Node) => node is N,
): N | null {
  const visit = (node: ts.Node): N | null => {
    if (node.getEnd() < span.end || node.getFullStart() > span.start) return null
    if (hasSpan(typescript, source, node, span) && test(node)) return node
    return typescript.forEachChild(node, visit) ?? null
  }
  return visit(source)
}

/** `export` and `default` belong to the declaration here and to a node around it there. */
function hasSpan(typescript: TypeScript, source: ts.SourceFile, node: ts.Node, span: Span): boolean {
  if (node.getEnd() !== span.end) return false
  return node.getStart(source) === span.start || startOf(typescript, source, node) === span.start
}

export const spanOf = (typescript: TypeScript, node: ts.Node): Span => ({
  start: startOf(typescript, node.getSourceFile(), node),
  end: node.getEnd(),
})

function startOf(typescript: TypeScript, source: ts.SourceFile, node: ts.Node): number {
  const start = node.getStart(source)
  if (!typescript.canHaveModifiers(node)) return start
  const modifiers = typescript.getModifiers(node) ?? []
  const outer = modifiers.filter(
    ({ kind }) =>
      kind === typescript.SyntaxKind.ExportKeyword || kind === typescript.SyntaxKind.DefaultKeyword,
  )
  const last = outer.at(-1)
  return last === undefined ? start : start + textAfter(source, start, last.getEnd())
}

/** Distance from `start` to the first token after `from`. */
function textAfter(source: ts.SourceFile, start: number, from: number): number {
  const gap = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(source.text.slice(from, from + 1_000))
  return from + (gap?.[0].length ?? 0) - start
}
