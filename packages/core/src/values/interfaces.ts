/** Where a method call on an interface or an abstract class leads: the classes of the run that implement it (extraction.md C4). */
import type { SourceModule } from '../program/module.js'
import { type ClassNode, type FunctionNode, keyName, type Node } from '../program/syntax.js'
import { superClassOf } from './classes.js'
import type { Values } from './resolve.js'
import { exprAt, type Expr, type Value } from './value.js'

export interface Interfaces {
  /** Methods the call may land on; null when the receiver is no interface or abstract class of the project that declares it. */
  implementationsOf(callee: Value): readonly Expr<FunctionNode>[] | null
}

type InterfaceNode = Extract<Node, { type: 'TSInterfaceDeclaration' }>
interface Declared<N extends Node> {
  module: SourceModule
  node: N
}

const maxDepth = 4

export function openInterfaces(values: Values): Interfaces {
  let classes: readonly Declared<ClassNode>[] | null = null
  const allClasses = (): readonly Declared<ClassNode>[] => (classes ??= values.program.all().flatMap(module => module.classes.map(node => ({ module, node }))))

  function implementationsOf(callee: Value): readonly Expr<FunctionNode>[] | null {
    if (callee.type !== 'member') return null
    const { object, property } = callee
    const found = object.type === 'param' ? ofInterface(object, property) : object.type === 'instance' ? ofAbstract(object.cls, property) : null
    return found?.flatMap(cls => methodsOf(cls, property)) ?? null
  }

  function ofInterface({ binding, module }: Value & { type: 'param' }, property: string): Declared<ClassNode>[] | null {
    const node = binding.source.type === 'param' && binding.source.path.length === 0 ? binding.source.node : null
    const annotation = node && 'typeAnnotation' in node ? node.typeAnnotation : null
    const type = annotation && 'typeAnnotation' in annotation ? annotation.typeAnnotation : null
    if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return null
    const declared = interfaceNamed(module, type.typeName.name)
    if (!declared || !declares(declared, property)) return null
    return allClasses().filter(cls => cls.node.implements?.some(i => i.expression.type === 'Identifier' && reaches(cls.module, i.expression.name, declared.node)))
  }

  function ofAbstract(cls: Expr<ClassNode>, property: string): Declared<ClassNode>[] | null {
    const isDeclared = cls.node.body.body.some(m => m.type === 'TSAbstractMethodDefinition' && keyName(m.key, m.computed) === property)
    return isDeclared ? allClasses().filter(sub => isBelow(sub, cls.node)) : null
  }

  function isBelow({ module, node }: Declared<ClassNode>, base: ClassNode, depth = 0): boolean {
    const up = depth < maxDepth ? superClassOf(node) : null
    return up !== null && values.resolve(exprAt(module, up)).some(v => v.type === 'class' && (v.expr.node === base || isBelow(v.expr, base, depth + 1)))
  }

  const methodsOf = ({ module, node }: Declared<ClassNode>, property: string): Expr<FunctionNode>[] => {
    const cls = exprAt(module, node)
    return values.member({ type: 'instance', cls, site: null }, property, cls).flatMap(v => (v.type === 'function' && v.expr.node.body ? [v.expr] : []))
  }

  /** The name stands for the interface or for one that extends it. */
  function reaches(module: SourceModule, name: string, wanted: InterfaceNode, depth = 0): boolean {
    const found = interfaceNamed(module, name)
    if (!found || depth > maxDepth) return false
    return found.node === wanted || (found.node.extends ?? []).some(e => e.expression.type === 'Identifier' && reaches(found.module, e.expression.name, wanted, depth + 1))
  }

  function declares(declared: Declared<InterfaceNode>, property: string, depth = 0): boolean {
    const { module, node } = declared
    if (node.body.body.some(m => (m.type === 'TSMethodSignature' || m.type === 'TSPropertySignature') && keyName(m.key, m.computed) === property)) return true
    return depth < maxDepth && (node.extends ?? []).some(e => {
      const up = e.expression.type === 'Identifier' ? interfaceNamed(module, e.expression.name) : null
      return up !== null && declares(up, property, depth + 1)
    })
  }

  /** An interface of the module, or the one it imports by this name; imports of types count. */
  function interfaceNamed(module: SourceModule, name: string, depth = 0): Declared<InterfaceNode> | null {
    for (const statement of module.program.body) {
      const node = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration' ? statement.declaration : statement
      if (node?.type === 'TSInterfaceDeclaration' && node.id.name === name) return { module, node }
    }
    if (depth > maxDepth) return null
    for (const { specifier, names } of module.imports) {
      const imported = names.find(n => n.local === name)
      const target = imported ? values.program.resolve(specifier, module.file) : null
      const other = target?.type === 'project' ? values.program.module(target.file) : null
      if (imported && other) return exportedInterface(other, imported.imported, depth + 1)
    }
    return null
  }

  function exportedInterface(module: SourceModule, name: string, depth: number): Declared<InterfaceNode> | null {
    const own = interfaceNamed(module, name, depth)
    if (own || depth > maxDepth) return own
    const target = module.exports.get(name)
    const from = target?.type === 'reexport' ? [{ specifier: target.specifier, name: target.imported }] : module.stars.map(specifier => ({ specifier, name }))
    for (const { specifier, name: wanted } of from) {
      const next = values.program.resolve(specifier, module.file)
      const other = next.type === 'project' ? values.program.module(next.file) : null
      const found = other ? exportedInterface(other, wanted, depth + 1) : null
      if (found) return found
    }
    return null
  }

  return { implementationsOf }
}
