/** A unit's name: its function's own or its single binding's, else a label (extraction.md D2). */
import type { SourceModule } from '../program/module.js'
import { type FunctionNode, isCall, keyName, type Node } from '../program/syntax.js'
import type { Expr } from './value.js'

export function boundName(fn: Expr<FunctionNode>): string | null {
  const { node, module } = fn
  if (node.type !== 'ArrowFunctionExpression' && node.id) return node.id.name
  let at = module.parents.get(node)
  for (let depth = 0; at && depth < 3 && (isCall(at) || at.type === 'TSAsExpression' || at.type === 'TSSatisfiesExpression'); depth++) at = module.parents.get(at)
  switch (at?.type) {
    case 'VariableDeclarator': return at.id.type === 'Identifier' ? at.id.name : null
    case 'Property': case 'MethodDefinition': case 'PropertyDefinition': return keyName(at.key, at.computed)
    case 'AssignmentExpression': {
      const { left } = at
      if (left.type === 'Identifier') return left.name
      return left.type === 'MemberExpression' && !left.computed && left.property.type === 'Identifier' ? left.property.name : null
    }
    case 'ExportDefaultDeclaration': return 'default'
    // `onSubmit={async values => …}`
    case 'JSXExpressionContainer': {
      const attribute = module.parents.get(at)
      return attribute?.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier' ? attribute.name.name : null
    }
    default: return null
  }
}

/** The declaration that names the function, itself or through the calls it is given to; null for a property, an argument or nothing. */
export function bindingHolder(module: SourceModule, fn: FunctionNode): Node | null {
  if (fn.type === 'FunctionDeclaration') return fn
  let at = module.parents.get(fn)
  for (let depth = 0; at && depth < 3 && (isCall(at) || at.type === 'TSAsExpression' || at.type === 'TSSatisfiesExpression'); depth++) at = module.parents.get(at)
  return at?.type === 'VariableDeclarator' ? at : null
}
