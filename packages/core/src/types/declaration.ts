/** What a member name resolves to: a place in the project, or the package that declares it. */
import type { DeclarationPlace } from '../ir/index.js'
import type { Checker, Declaration, TreeNode } from './checker.js'
import { isClass, isFunction, isOf, parentOf, partOf, shifted, spanOf } from './find-node.js'
import type { HoleAnswer } from './port.js'

export function answerDeclaration<N extends TreeNode<N>, T>(
  checker: Checker<N, T>,
  name: N,
  declarations: readonly Declaration<N>[],
): HoleAnswer {
  const declaration = implementation(checker, declarations) ?? declarations[0]
  if (declaration === undefined) return { type: 'none', reason: 'externalValue' }
  const file = checker.files.projectPath(declaration.file)
  const node = file === null ? null : declaration.node()
  if (file === null || node === null)
    return { type: 'declaration', place: null, module: checker.files.packageOf(declaration.file) }
  const span = spanOf(checker.trees, functionOf(checker, node))
  const place: DeclarationPlace = { file, span: shifted(span, checker.trees.shift(file)) }
  const receiver = receiverClass(checker, name, node)
  return {
    type: 'declaration',
    place: receiver === null ? place : { ...place, receiverClass: receiver },
    module: null,
  }
}

/** Of several declarations the one with a body; overloads, interfaces and libraries have none. */
function implementation<N extends TreeNode<N>, T>(
  { files }: Checker<N, T>,
  declarations: readonly Declaration<N>[],
): Declaration<N> | undefined {
  if (declarations.length < 2) return undefined
  return declarations.find(declaration => {
    if (files.projectPath(declaration.file) === null) return false
    const node = declaration.node()
    return node !== null && partOf(node, 'body') !== null
  })
}

/** A name bound to a function stands for the function. */
function functionOf<N extends TreeNode<N>, T>({ trees }: Checker<N, T>, declaration: N): N {
  if (!isOf(trees, declaration, 'VariableDeclaration', 'PropertyDeclaration', 'PropertyAssignment')) {
    return declaration
  }
  const value = partOf(declaration, 'initializer')
  return value !== null && isFunction(trees, value) ? value : declaration
}

/** The class of the receiver, where it inherits the method from another. */
function receiverClass<N extends TreeNode<N>, T>(
  checker: Checker<N, T>,
  name: N,
  declaration: N,
): { file: string; name: string } | null {
  const { trees, files } = checker
  const access = parentOf(name)
  const owner = parentOf(declaration)
  if (access === null || !isOf(trees, access, 'PropertyAccessExpression')) return null
  if (owner === null || !isClass(trees, owner)) return null
  const receiver = partOf(access, 'expression')
  const [type] = receiver === null ? [] : checker.typesAt([receiver])
  const found = type ? checker.valueDeclaration(type) : null
  const file = found === null ? null : files.projectPath(found.file)
  const node = file === null ? null : found?.node()
  if (file === null || !node || node === owner || !isClass(trees, node)) return null
  const text = partOf(node, 'name')?.text
  return text === undefined ? null : { file, name: text }
}
