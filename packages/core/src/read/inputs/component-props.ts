/** Interprets `componentProps`: the props a component takes, by the names it binds (packs.md react). */
import type { Input } from '../../ir/index.js'
import type { InputMappingPattern } from '../../pack/index.js'
import type { SourceModule } from '../../program/module.js'
import type { Values } from '../../values/resolve.js'
import { isCall, isClass, type FunctionNode, keyName, type Node } from '../../program/syntax.js'
import type { DiscoveredUnit } from '../../discover/unit.js'
import { propNames } from './prop-names.js'
import { membersOf, type TypeNode, type WrittenMember } from './type-syntax.js'

type Mapping = Extract<InputMappingPattern, { type: 'componentProps' }>

export function componentProps(
  mapping: Mapping,
  fn: FunctionNode,
  module: SourceModule,
  values: Values,
): Input[] {
  const type = propsType(fn, module, mapping.paramPosition)
  const members = type ? membersOf(values, type) : null
  const position = mapping.paramPosition
  const whole = mapping.wholeParamRole ?? 'props'
  if (classOf(fn, module))
    return [
      { type: 'parameter', name: whole, position, role: whole, shape: null, ...typeFacts(type, members) },
    ]
  const param = fn.params[position]
  const target = param?.type === 'AssignmentPattern' ? param.left : param
  if (!target) return []
  if (target.type === 'ObjectPattern')
    return target.properties.flatMap((p): Input[] => {
      if (p.type === 'RestElement')
        return p.argument.type === 'Identifier'
          ? [{ type: 'parameter', name: p.argument.name, position, role: whole, shape: null }]
          : []
      const name = keyName(p.key, p.computed)
      if (name === null) return []
      const member = members?.get(name)
      return [
        {
          type: 'parameter',
          name,
          position,
          role: name,
          shape: member?.shape ?? null,
          ...(member ? { metadata: { propType: member.text } } : {}),
        },
      ]
    })
  return target.type === 'Identifier'
    ? [
        {
          type: 'parameter',
          name: target.name,
          position,
          role: whole,
          shape: null,
          ...typeFacts(type, members),
        },
      ]
    : []
}

/** Type texts of the props a unit's type names; null when it names none. */
export function propTypes(
  fn: FunctionNode,
  module: SourceModule,
  values: Values,
  position: number,
): Record<string, string> | null {
  const type = propsType(fn, module, position)
  const members = type ? membersOf(values, type) : null
  return members && members.size > 0
    ? Object.fromEntries([...members].map(([name, { text }]) => [name, text]))
    : null
}

/** Every prop the unit takes; null when some may not be known. */
export function allProps(fn: FunctionNode, module: SourceModule, values: Values, position: number): string[] | null {
  const type = propsType(fn, module, position)
  return type === null && classOf(fn, module) ? null : propNames(values, fn, module, type)
}

const typeFacts = (
  type: TypeNode | null,
  members: ReadonlyMap<string, WrittenMember> | null,
): { metadata?: Record<string, unknown> } =>
  type && !members ? { metadata: { propType: type.module.text.slice(type.node.start, type.node.end) } } : {}

/** The annotation of the parameter, the argument of `FC<P>`, or of the class it extends. */
function propsType(fn: FunctionNode, module: SourceModule, position: number): TypeNode | null {
  const cls = classOf(fn, module)
  if (cls && isClass(cls)) {
    const [argument] = cls.superTypeArguments?.params ?? []
    return argument ? { module, node: argument } : null
  }
  const param = fn.params[position]
  const target = param?.type === 'AssignmentPattern' ? param.left : param
  const annotation = target && 'typeAnnotation' in target ? target.typeAnnotation : null
  if (annotation && 'typeAnnotation' in annotation) return { module, node: annotation.typeAnnotation }
  let holder = module.parents.get(fn)
  const calls: Node[] = []
  for (; holder && isCall(holder); holder = module.parents.get(holder)) calls.push(holder)
  // forwardRef<Element, Props>
  const given = calls
    .flatMap(call =>
      'typeArguments' in call && call.typeArguments ? call.typeArguments.params.slice(-1) : [],
    )
    .at(0)
  if (given) return { module, node: given }
  const declared = holder?.type === 'VariableDeclarator' ? holder.id.typeAnnotation?.typeAnnotation : null
  const [argument] = declared?.type === 'TSTypeReference' ? (declared.typeArguments?.params ?? []) : []
  return argument ? { module, node: argument } : null
}

function classOf(fn: FunctionNode, module: SourceModule): Node | null {
  const method = module.parents.get(fn)
  const cls =
    method?.type === 'MethodDefinition' || method?.type === 'PropertyDefinition'
      ? module.parents.get(module.parents.get(method) ?? method)
      : undefined
  return cls && isClass(cls) ? cls : null
}

/** A component whose props are a member of its class. */
export const isClassComponent = ({ inputMapping, body }: DiscoveredUnit, owner: FunctionNode): boolean =>
  inputMapping.type === 'componentProps' && body !== null && classOf(owner, body.module) !== null
