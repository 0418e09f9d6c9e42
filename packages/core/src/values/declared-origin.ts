/** Where a value comes from when no expression says it: a class that extends a library's, a parameter of a library's type, what a library hands its callback (extraction.md 6.6). */
import { type ClassNode, type Expression, isCall, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import type { SourceModule } from '../program/module.js'
import { superClassOf } from './classes.js'
import { originOf, type ValueOrigin } from './origin.js'
import type { Values } from './resolve.js'
import { exprAt, type Expr, type Value } from './value.js'

/** A library calls the function it is given with the value the method stands on: `client.$transaction(tx => …)`. */
export interface CallbackReceiver {
  module: string
  method: string
  argument: number
  parameter: number
}

const maxDepth = 8

export function declaredOrigin(values: Values, receivers: readonly CallbackReceiver[], value: Value, depth = 0): ValueOrigin {
  const plain = originOf(value)
  if (plain || depth > maxDepth) return plain
  switch (value.type) {
    case 'member': {
      const declared = value.object.type === 'instance' ? declaredMember(value.object.cls, value.property) : null
      if (declared) return typeOrigin(values, declared.type, declared.module)
      const object = declaredOrigin(values, receivers, value.object, depth + 1)
      if (!object) return null
      return 'global' in object ? { global: [...object.global, value.property] } : { module: object.module, path: [...object.path, value.property] }
    }
    case 'call': return declaredOrigin(values, receivers, value.callee, depth + 1)
    case 'instance': {
      const base = superClassOf(value.cls.node)
      const found = base ? values.one({ ...value.cls, node: base }) : null
      if (found?.type === 'class') return declaredOrigin(values, receivers, { type: 'instance', cls: found.expr, site: null }, depth + 1)
      return found ? declaredOrigin(values, receivers, found, depth + 1) : null
    }
    case 'param': return ofParameter(value)
    default: return null
  }

  function ofParameter({ binding, module }: Value & { type: 'param' }): ValueOrigin {
    const { source } = binding
    if (source.type !== 'param' || source.path.length > 0) return null
    const annotation = 'typeAnnotation' in binding.node ? binding.node.typeAnnotation : null
    const type = annotation && 'typeAnnotation' in annotation ? annotation.typeAnnotation : null
    return (type ? typeOrigin(values, type, module) : null) ?? handedOver(source.fn, source.index, module)
  }

  function handedOver(fn: Node, parameter: number, module: SourceModule): ValueOrigin {
    const call = module.parents.get(fn)
    if (!call || !isCall(call)) return null
    const callee = strip(call.callee as Expression)
    if (!isMember(callee)) return null
    const found = receivers.find(r => r.method === memberName(callee) && r.parameter === parameter && call.arguments[r.argument] === fn)
    const object = found ? values.one(exprAt(module, callee.object)) : null
    const origin = object ? declaredOrigin(values, receivers, object, depth + 1) : null
    return origin && 'module' in origin && origin.module === found?.module ? origin : null
  }
}

/** `@Inject() private client: ClientProxy`: a member that nothing is assigned to has its type only. */
function declaredMember(cls: Expr<ClassNode>, name: string): { type: Node; module: SourceModule } | null {
  const found = cls.node.body.body.find(m => m.type === 'PropertyDefinition' && !m.static && m.value === null && keyName(m.key, m.computed) === name)
  const annotation = found?.type === 'PropertyDefinition' ? found.typeAnnotation : null
  return annotation ? { type: annotation.typeAnnotation, module: cls.module } : null
}

function typeNames(name: Node): string[] {
  if (name.type === 'Identifier') return [name.name]
  return name.type === 'TSQualifiedName' ? [...typeNames(name.left), ...typeNames(name.right)] : []
}

/** `PrismaClient`, `Prisma.TransactionClient`, by the import that names them. */
export function typeOrigin(values: Values, type: Node, module: SourceModule): ValueOrigin {
  if (type.type !== 'TSTypeReference') return null
  const names = typeNames(type.typeName)
  const [first, ...rest] = names
  for (const record of module.imports) {
    const name = record.names.find(n => n.local === first)
    if (!name) continue
    const target = values.program.resolve(record.specifier, module.file)
    const isRelative = record.specifier.startsWith('.')
    // libraries need not be installed
    if (target.type !== 'package' && (target.type !== 'missing' || isRelative)) return null
    return { module: isRelative && target.type === 'package' ? target.name : record.specifier, path: [...(name.imported === '*' || name.imported === 'default' ? [] : [name.imported]), ...rest] }
  }
  return null
}
