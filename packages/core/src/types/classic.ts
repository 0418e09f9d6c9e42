/** The oracle in this process: TypeScript 6, or the program a host already has. */
import type ts from 'typescript'
import { declarationAt } from './declaration.js'
import { nodeAt } from './find-node.js'
import type { Hole, HoleAnswer, TypeOracle } from './port.js'
import { openSession, type Session, type SessionOptions } from './session.js'
import { createShapes, type Shapes } from './shape/shapes.js'

interface Open {
  session: Session
  shapes: Shapes
}

/** Nothing is loaded before the first question. */
export function createClassic(options: SessionOptions): TypeOracle {
  let open: Open | null | undefined
  const opened = (): Open | null => {
    if (open === undefined) {
      const session = openSession(options)
      open = session === null ? null : { session, shapes: createShapes(session) }
    }
    return open
  }
  return {
    name: 'classic',
    ask: holes => {
      const ready = holes.length === 0 ? null : opened()
      return holes.map(hole => (ready === null ? { type: 'none', reason: 'typesOff' } : answer(ready, hole)))
    },
    close: () => {
      open = undefined
    },
  }
}

const noAnswer: HoleAnswer = { type: 'none', reason: 'externalValue' }

function answer({ session, shapes }: Open, hole: Hole): HoleAnswer {
  const { ts: typescript, checker, files } = session
  const source = files.source(hole.file)
  if (source === undefined) return noAnswer
  const find = <N extends ts.Node>(test: (node: ts.Node) => node is N): N | null =>
    nodeAt(typescript, source, hole.span, test)
  switch (hole.question) {
    case 'shape': {
      const node = find(typescript.isExpression)
      return node === null ? noAnswer : shapes.answer(checker.getTypeAtLocation(node))
    }
    case 'declaredType': {
      const node = find(typescript.isTypeNode)
      return node === null ? noAnswer : shapes.answer(checker.getTypeFromTypeNode(node))
    }
    case 'literal': {
      const node = find(typescript.isExpression)
      const value = node === null ? null : literalOf(checker.getTypeAtLocation(node), typescript)
      return value === null ? noAnswer : { type: 'literal', value }
    }
    case 'declaration': {
      const node = find(typescript.isMemberName)
      return node === null ? noAnswer : declarationAt(session, node)
    }
    case 'props': {
      const node = find(
        (at): at is ts.SignatureDeclaration | ts.ClassLikeDeclaration =>
          typescript.isFunctionLike(at) || typescript.isClassLike(at),
      )
      const type = node === null ? null : propsType(session, node)
      return type === null ? noAnswer : shapes.answer(type)
    }
    default:
      return hole.question satisfies never
  }
}

function literalOf(type: ts.Type, typescript: typeof ts): string | number | boolean | null {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if ((type.flags & typescript.TypeFlags.BooleanLiteral) === 0) return null
  return (type as ts.Type & { intrinsicName: string }).intrinsicName === 'true'
}

/** Of a function its first parameter, of a class its `props`; null for a component without any. */
function propsType(
  { ts: typescript, checker }: Session,
  node: ts.SignatureDeclaration | ts.ClassLikeDeclaration,
): ts.Type | null {
  if (typescript.isClassLike(node)) {
    const props = checker.getTypeAtLocation(node).getProperty('props')
    return props === undefined ? null : checker.getTypeOfSymbolAtLocation(props, node)
  }
  const [parameter] = node.parameters
  return parameter === undefined ? null : checker.getTypeAtLocation(parameter)
}
