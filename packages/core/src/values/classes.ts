/** Members of a class by syntax: methods, getters, fields, constructor assignments, parameter properties. */
import { children, type ClassNode, type Expression, type FunctionNode, isFunction, isMember, keyName, memberName, type Node } from '../program/syntax.js'

export type ClassMember =
  | { type: 'method'; node: FunctionNode }
  | { type: 'getter'; node: FunctionNode }
  | { type: 'field'; value: Expression }
  | { type: 'assigned'; values: Expression[] }
  | { type: 'parameter'; node: Node }

export function findClassMember(cls: ClassNode, name: string, isStatic: boolean): ClassMember | null {
  for (const entry of cls.body.body) {
    if (entry.type === 'MethodDefinition' && entry.static === isStatic && keyName(entry.key, entry.computed) === name && isFunction(entry.value)) {
      if (entry.kind === 'get') return { type: 'getter', node: entry.value }
      if (entry.kind === 'method' && entry.value.body) return { type: 'method', node: entry.value }
    }
    if (entry.type === 'PropertyDefinition' && entry.static === isStatic && keyName(entry.key, entry.computed) === name && entry.value)
      return { type: 'field', value: entry.value }
  }
  const constructor = isStatic ? null : constructorOf(cls)
  if (!constructor) return null
  for (const param of constructor.params) {
    if (param.type !== 'TSParameterProperty') continue
    const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter
    if (target.type === 'Identifier' && target.name === name) return { type: 'parameter', node: target }
  }
  const values = thisAssignments(constructor, name)
  return values.length > 0 ? { type: 'assigned', values } : null
}

export function constructorOf(cls: ClassNode): FunctionNode | null {
  for (const entry of cls.body.body) if (entry.type === 'MethodDefinition' && entry.kind === 'constructor' && isFunction(entry.value)) return entry.value
  return null
}

export const superClassOf = (cls: ClassNode): Expression | null => cls.superClass

function thisAssignments(constructor: FunctionNode, name: string): Expression[] {
  const out: Expression[] = []
  const visit = (node: Node): void => {
    if (node.type === 'AssignmentExpression' && isMember(node.left) && node.left.object.type === 'ThisExpression' && memberName(node.left) === name) out.push(node.right)
    for (const child of children(node)) if (child.type !== 'FunctionExpression') visit(child)
  }
  if (constructor.body) visit(constructor.body)
  return out
}
