/** Members a container passes into the class of a method, where the body reads them (extraction.md I3, X5). */
import type { Input } from '../../ir/index.js'
import {
  children,
  type ClassNode,
  type FunctionNode,
  isClass,
  isMember,
  memberName,
  type Node,
} from '../../program/syntax.js'
import { constructorOf, superClassOf } from '../../values/classes.js'
import { decoratorsOn } from '../../values/decorators.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'

type Suppliers = readonly { module: string; name: string }[]

const maxLevels = 16

export function readInjections(
  values: Values,
  fn: Expr<FunctionNode>,
  cls: Expr<ClassNode> | null,
  suppliers: Suppliers,
): Input[] {
  const read = membersRead(fn.node)
  if (read.length === 0 || !cls) return []
  const supplied = suppliedMembers(values, cls, suppliers)
  return read.flatMap(name => supplied.get(name) ?? [])
}

function membersRead(fn: FunctionNode): string[] {
  const out = new Set<string>()
  const visit = (node: Node): void => {
    if (
      isClass(node) ||
      ((node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration') && node !== fn)
    )
      return
    const name = isMember(node) && node.object.type === 'ThisExpression' ? memberName(node) : null
    if (name !== null) out.add(name)
    for (const child of children(node)) visit(child)
  }
  visit(fn)
  return [...out]
}

function suppliedMembers(values: Values, start: Expr<ClassNode>, suppliers: Suppliers): Map<string, Input> {
  const out = new Map<string, Input>()
  let at: Expr<ClassNode> | null = start
  const isManaged = start.node.decorators.length > 0
  for (let level = 0; at && level < maxLevels; level++) {
    const cls: Expr<ClassNode> = at
    const add = (name: string, decorated: Node, typed: Node): void => {
      const mechanism =
        supplierOf({ ...cls, node: decorated }) ??
        (isManaged && isProjectClass({ ...cls, node: typed }) ? 'constructor' : null)
      if (mechanism !== null && !out.has(name))
        out.set(name, { type: 'injection', name, mechanism, shape: null })
    }
    for (const param of constructorOf(cls.node)?.params ?? []) {
      const inner = param.type === 'TSParameterProperty' ? param.parameter : param
      const target = inner.type === 'AssignmentPattern' ? inner.left : inner
      if (target.type !== 'Identifier') continue
      const name = param.type === 'TSParameterProperty' ? target.name : assignedTo(cls.node, target.name)
      if (name !== null) add(name, param, target)
    }
    for (const entry of cls.node.body.body) {
      if (
        entry.type !== 'PropertyDefinition' ||
        entry.decorators.length === 0 ||
        entry.key.type !== 'Identifier'
      )
        continue
      const mechanism = supplierOf({ ...cls, node: entry })
      if (mechanism !== null && !out.has(entry.key.name))
        out.set(entry.key.name, { type: 'injection', name: entry.key.name, mechanism, shape: null })
    }
    const base = superClassOf(cls.node)
    const value = base ? values.one({ ...cls, node: base }) : null
    at = value?.type === 'class' ? value.expr : null
  }
  return out

  function supplierOf(param: Expr): string | null {
    const found = decoratorsOn(values, param).list.find(d =>
      suppliers.some(
        s =>
          s.name === d.name &&
          (d.module === s.module ||
            isOrigin({ type: 'external', module: d.module, path: [d.name] }, s.module, s.name)),
      ),
    )
    return found?.name ?? null
  }

  function isProjectClass(param: Expr): boolean {
    const value = values.one({ ...param, frame: null })
    return value?.type === 'instance'
  }
}

/** The member a constructor keeps its parameter in: `this.repo = repo`. */
function assignedTo(cls: ClassNode, parameter: string): string | null {
  const body = constructorOf(cls)?.body
  let found: string | null = null
  const visit = (node: Node): void => {
    if (
      node.type === 'AssignmentExpression' &&
      isMember(node.left) &&
      node.left.object.type === 'ThisExpression' &&
      node.right.type === 'Identifier' &&
      node.right.name === parameter
    )
      found = memberName(node.left)
    for (const child of children(node)) visit(child)
  }
  if (body) visit(body)
  return found
}
