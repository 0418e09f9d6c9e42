/** The syntax tree as the rest of core sees it: oxc's TS-ESTree types and the few questions asked of a node everywhere. */
import type {
  ArrowFunctionExpression, CallExpression, Class, Expression, Function as EsFunction, MemberExpression,
  NewExpression, Node, Program, PropertyKey, Statement,
} from 'oxc-parser'
import { visitorKeys } from 'oxc-parser'

export type {
  Argument as ArgumentNode, ArrayExpression, ArrowFunctionExpression, AssignmentExpression, BindingPattern, CallExpression,
  CatchClause, Class, Expression, ForInStatement, ForOfStatement, IfStatement, ImportDeclaration, JSXAttribute, LabeledStatement,
  LogicalExpression, MemberExpression, NewExpression, Node, ObjectExpression, ObjectProperty, ParamPattern, Program,
  Statement, SwitchStatement, TemplateLiteral, TryStatement, TSType, VariableDeclarator,
} from 'oxc-parser'

export type FunctionNode = EsFunction | ArrowFunctionExpression
export type CallNode = CallExpression | NewExpression
export type ClassNode = Class
export interface Span {
  start: number
  end: number
}

/** Child nodes in source order, types included. */
export function children(node: Node): Node[] {
  const out: Node[] = []
  const bag = node as unknown as Record<string, unknown>
  for (const key of visitorKeys[node.type] ?? []) {
    const child = bag[key]
    if (Array.isArray(child)) for (const item of child) if (isNode(item)) out.push(item)
    if (isNode(child)) out.push(child)
  }
  return out
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function isFunction(node: Node | null | undefined): node is FunctionNode {
  return node !== null && node !== undefined
    && (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration')
}

export function isClass(node: Node | null | undefined): node is ClassNode {
  return node !== null && node !== undefined && (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')
}

export function isCall(node: Node | null | undefined): node is CallNode {
  return node !== null && node !== undefined && (node.type === 'CallExpression' || node.type === 'NewExpression')
}

export function isMember(node: Node | null | undefined): node is MemberExpression {
  return node !== null && node !== undefined && node.type === 'MemberExpression'
}

/** A type-only node: never a value. */
export function isTypeNode(node: Node): boolean {
  return node.type.startsWith('TS') && !valueWrappers.has(node.type)
}

const valueWrappers = new Set([
  'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion', 'TSInstantiationExpression',
  'TSEnumDeclaration', 'TSEnumBody', 'TSEnumMember', 'TSParameterProperty', 'TSExportAssignment', 'TSModuleDeclaration',
  'TSModuleBlock', 'TSImportEqualsDeclaration', 'TSExternalModuleReference',
])

/** The expression without surrounding `await`, parentheses, `as`, `satisfies`, `!`, `void`. */
export function strip(node: Expression): Expression {
  let at: Node = node
  for (;;) {
    switch (at.type) {
      case 'AwaitExpression':
        at = at.argument
        break
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
      case 'ChainExpression':
        at = at.expression
        break
      case 'UnaryExpression':
        if (at.operator !== 'void') return at
        at = at.argument
        break
      default:
        return at as Expression
    }
  }
}

/** The property a member expression names, when the source writes it: `o.x`, `o["x"]`, `o[0]`. */
export function memberName(node: MemberExpression): string | null {
  if (!node.computed) return node.property.type === 'PrivateIdentifier' ? `#${node.property.name}` : node.property.name
  const key = strip(node.property)
  return key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number') ? String(key.value) : null
}

/** The name a property key writes out; null for a computed one. */
export function keyName(key: PropertyKey, computed: boolean): string | null {
  if (!computed && key.type === 'Identifier') return key.name
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')) return String(key.value)
  if (computed && key.type === 'TemplateLiteral' && key.expressions.length === 0) return key.quasis[0]?.value.cooked ?? null
  return null
}

/** Statements of a function body; an expression body has none. */
export function bodyStatements(fn: FunctionNode): readonly Statement[] {
  return fn.body?.type === 'BlockStatement' ? (fn.body.body as Statement[]) : []
}

export type { Program as ProgramNode }
