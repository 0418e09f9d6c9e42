/** The node of a checker's tree at a span measured in another parser's tree. */
import type { Span } from '../ir/index.js'
import type { Kind, TreeNode, Trees } from './checker.js'

export const shifted = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by })

/** The outermost node with exactly that span that passes the test; null when there is none. */
export function nodeAt<N extends TreeNode<N>>(
  trees: Trees<N>,
  source: N,
  span: Span,
  test: (node: N) => boolean,
): N | null {
  const visit = (node: N): N | null => {
    if (node.getEnd() < span.end || node.getFullStart() > span.start) return null
    if (hasSpan(trees, node, span) && test(node)) return node
    return node.forEachChild(child => visit(child) ?? undefined) ?? null
  }
  return visit(source)
}

/** `export` and `default` belong to the declaration here and to a node around it there. */
function hasSpan<N extends TreeNode<N>>(trees: Trees<N>, node: N, span: Span): boolean {
  if (node.getEnd() !== span.end) return false
  return node.getStart() === span.start || startOf(trees, node) === span.start
}

export const spanOf = <N extends TreeNode<N>>(trees: Trees<N>, node: N): Span => ({
  start: startOf(trees, node),
  end: node.getEnd(),
})

function startOf<N extends TreeNode<N>>(trees: Trees<N>, node: N): number {
  const start = node.getStart()
  const outer = partsOf(node, 'modifiers').filter(part =>
    isOf(trees, part, 'ExportKeyword', 'DefaultKeyword'),
  )
  const last = outer.at(-1)
  return last === undefined ? start : last.getEnd() + gapAfter(trees, last)
}

/** Distance to the first token after a node. */
function gapAfter<N extends TreeNode<N>>(trees: Trees<N>, node: N): number {
  const after = trees.textAt(node, node.getEnd(), node.getEnd() + 1_000)
  const [gap = ''] = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(after) ?? []
  return gap.length
}

export const isOf = <N extends TreeNode<N>>(trees: Trees<N>, node: N, ...kinds: readonly Kind[]): boolean =>
  kinds.some(kind => trees.kinds[kind] === node.kind)

const functionKinds = [
  'ArrowFunction',
  'CallSignature',
  'ConstructSignature',
  'Constructor',
  'ConstructorType',
  'FunctionDeclaration',
  'FunctionExpression',
  'FunctionType',
  'GetAccessor',
  'MethodDeclaration',
  'MethodSignature',
  'SetAccessor',
] as const

export const isFunction = <N extends TreeNode<N>>(trees: Trees<N>, node: N): boolean =>
  isOf(trees, node, ...functionKinds)

export const isClass = <N extends TreeNode<N>>(trees: Trees<N>, node: N): boolean =>
  isOf(trees, node, 'ClassDeclaration', 'ClassExpression')

export const parentOf = <N extends TreeNode<N>>(node: N): N | null => node.parent ?? null

/** Members only some kinds have; both versions call them the same. */
interface Parts<N> {
  body?: N
  expression?: N
  initializer?: N
  name?: N & { readonly text?: string }
  modifiers?: readonly N[]
  parameters?: readonly N[]
}

export function partOf<N extends TreeNode<N>, K extends 'body' | 'expression' | 'initializer' | 'name'>(
  node: N,
  part: K,
): NonNullable<Parts<N>[K]> | null {
  return (node as N & Parts<N>)[part] ?? null
}

export const partsOf = <N extends TreeNode<N>>(node: N, part: 'modifiers' | 'parameters'): readonly N[] =>
  (node as N & Parts<N>)[part] ?? []
