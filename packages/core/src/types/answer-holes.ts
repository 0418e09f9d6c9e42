/** Answers a batch of holes with one checker: nodes first, then all types and declarations at once. */
import type { Checker, TreeNode } from './checker.js'
import { answerDeclaration } from './declaration.js'
import { isClass, isFunction, nodeAt, partsOf, shifted } from './find-node.js'
import type { Hole, HoleAnswer, Question } from './port.js'
import type { Shapes } from './shape/shapes.js'

const noAnswer: HoleAnswer = { type: 'none', reason: 'externalValue' }

export function answerHoles<N extends TreeNode<N>, T>(
  checker: Checker<N, T>,
  shapes: Shapes<T>,
  holes: readonly Hole[],
): readonly HoleAnswer[] {
  const nodes = holes.map(hole => nodeOf(checker, hole))
  const types = askFor(holes, nodes, question => question !== 'declaration', checker.typesAt)
  const declarations = askFor(holes, nodes, question => question === 'declaration', checker.declarationsAt)
  return holes.map((hole, at) => {
    const node = nodes[at] ?? null
    if (node === null) return noAnswer
    if (hole.question === 'declaration') return answerDeclaration(checker, node, declarations.get(at) ?? [])
    const type = types.get(at) ?? null
    return type === null ? noAnswer : answerType({ checker, shapes, question: hole.question, node, type })
  })
}

/** One call for all nodes the question is for; answers by index of the hole. */
function askFor<N, A>(
  holes: readonly Hole[],
  nodes: readonly (N | null)[],
  isFor: (question: Question) => boolean,
  ask: (nodes: readonly N[]) => readonly A[],
): ReadonlyMap<number, A> {
  const asked = holes.flatMap(({ question }, at) => {
    const node = nodes[at] ?? null
    return node === null || !isFor(question) ? [] : [{ at, node }]
  })
  if (asked.length === 0) return new Map()
  const answers = ask(asked.map(({ node }) => node))
  return new Map(
    asked.flatMap(({ at }, index) => {
      const answer = answers[index]
      return answer === undefined ? [] : [[at, answer] as const]
    }),
  )
}

/** The node whose type answers; null when there is none. */
function nodeOf<N extends TreeNode<N>, T>({ trees }: Checker<N, T>, hole: Hole): N | null {
  const { file, question } = hole
  const source = trees.source(file)
  if (source === undefined) return null
  const span = shifted(hole.span, -trees.shift(file))
  switch (question) {
    case 'shape':
    case 'literal':
      return nodeAt(trees, source, span, trees.isExpression)
    case 'declaredType':
      return nodeAt(trees, source, span, trees.isTypeNode)
    case 'declaration':
      return nodeAt(trees, source, span, trees.isMemberName)
    case 'props': {
      const component = nodeAt(trees, source, span, at => isFunction(trees, at) || isClass(trees, at))
      if (component === null || isClass(trees, component)) return component
      return partsOf(component, 'parameters')[0] ?? null
    }
    default:
      return question satisfies never
  }
}

interface Asked<N, T> {
  checker: Checker<N, T>
  shapes: Shapes<T>
  question: Exclude<Question, 'declaration'>
  node: N
  type: T
}

function answerType<N extends TreeNode<N>, T>({
  checker,
  shapes,
  question,
  node,
  type,
}: Asked<N, T>): HoleAnswer {
  switch (question) {
    case 'shape':
    case 'declaredType':
      return shapes.answer(type)
    case 'literal': {
      const value = checker.types.literal(type)
      return value === null ? noAnswer : { type: 'literal', value }
    }
    case 'props': {
      if (!isClass(checker.trees, node)) return shapes.answer(type)
      const props = checker.types.properties(type).find(({ name }) => name === 'props')
      return props === undefined ? noAnswer : shapes.answer(props.type())
    }
    default:
      return question satisfies never
  }
}
