/** Inputs by the pack's mapping (extraction.md I1). */
import type { Input, TypeShape } from '../../ir/index.js'
import type { InputMappingPattern } from '../../pack/index.js'
import { componentProps } from './component-props.js'
import { closureInputs, hookInputs } from './hook-inputs.js'
import type { DiscoveredUnit } from '../../discover/unit.js'
import type { SourceModule } from '../../program/module.js'
import { type FunctionNode, isFunction, keyName, type Node } from '../../program/syntax.js'
import { classAround } from '../../values/receivers.js'
import type { Values } from '../../values/resolve.js'
import type { Places } from '../places.js'
import { annotatedShape } from '../schemas/annotations.js'
import { declaredClass } from '../schemas/class-dto.js'
import type { Shapes } from '../shapes.js'
import { decoratedInput, type DecoratedRole, decoratedRoles } from './decorated-params.js'
import { readInjections } from './injections.js'

interface InputContext {
  values: Values
  /** Parameter decorators of the run whose call is what a container passes in. */
  suppliers: readonly { module: string; name: string }[]
  shapes: Shapes
  places: Places
}

type Reader<Type extends InputMappingPattern['type']> = (mapping: Extract<InputMappingPattern, { type: Type }>, fn: FunctionNode, context: InputContext, unit: DiscoveredUnit) => Input[]
type Readers = { [Type in InputMappingPattern['type']]?: Reader<Type> }

/** Interpreters of this build; a pack that names another mapping is refused when it is loaded. */
export const inputReaders: Readers = {
  positionalParams, allPositional, objectParam, decoratedParams,
  componentProps: (mapping, fn, { values }, unit) => componentProps(mapping, fn, unit.body?.module ?? unit.registration.module, values),
}

export function readInputs(unit: DiscoveredUnit, owner: FunctionNode | null, context: InputContext): Input[] {
  if (!owner || !isFunction(owner)) return []
  const reader = inputReaders[unit.inputMapping.type] as Reader<InputMappingPattern['type']> | undefined
  const parameters = reader ? reader(unit.inputMapping as never, owner, context, unit) : []
  if (!unit.body) return parameters
  const body = { ...unit.body, node: owner }
  const own = [...parameters, ...readInjections(context.values, body, unit.receiver ?? classAround(body), context.suppliers)]
  const hooks = unit.pack?.hookInputs
  if (!hooks || unit.client) return own
  return [...own, ...(unit.parent ? closureInputs(body) : hookInputs(hooks, body, context.values))]
}

/** Roles of a decorated unit's parameters; none for another mapping. */
export const rolesOf = (unit: DiscoveredUnit, values: Values): DecoratedRole[] =>
  (unit.inputMapping.type === 'decoratedParams' && unit.body && isFunction(unit.body.node) ? decoratedRoles(values, unit.body.module, unit.body.node, unit.inputMapping) : [])

function decoratedParams(mapping: Extract<InputMappingPattern, { type: 'decoratedParams' }>, fn: FunctionNode, { values }: InputContext, unit: DiscoveredUnit): Input[] {
  const { body } = unit
  if (!body) return []
  return decoratedRoles(values, body.module, fn, mapping).flatMap((found): Input[] => {
    const param = fn.params[found.index]
    return param ? [decoratedInput(nameOf(param, found.index), found, annotationOf(values, body.module, param))] : []
  })
}

const parameter = (position: number, name: string, role: string | null, shape: TypeShape | null): Input => ({ type: 'parameter', name, position, role, shape })

function nameOf(param: Node | undefined, index: number): string {
  const target = param?.type === 'TSParameterProperty' ? param.parameter : param?.type === 'RestElement' ? param.argument : param
  const bound = target?.type === 'AssignmentPattern' ? target.left : target
  return bound?.type === 'Identifier' ? bound.name : unnamed(index)
}

const unnamed = (index: number): string => `arg${index}`

function positionalParams(mapping: Extract<InputMappingPattern, { type: 'positionalParams' }>, fn: FunctionNode, _context: InputContext, unit: DiscoveredUnit): Input[] {
  // a mapping that names the error says where everything stands
  const shift = mapping.params.some(p => p.role === 'error') ? null : unit.wrapper?.throwParam
  const inputs = mapping.params.flatMap((p): Input[] => {
    const position = shift !== null && shift !== undefined && shift <= p.position ? p.position + 1 : p.position
    const param = fn.params[position]
    return param ? [parameter(position, nameOf(param, position), p.role, null)] : []
  })
  const thrown = shift !== null && shift !== undefined ? fn.params[shift] : undefined
  return thrown && shift !== null && shift !== undefined ? [parameter(shift, nameOf(thrown, shift), 'error', null), ...inputs] : inputs
}

function allPositional({ defaultRole }: Extract<InputMappingPattern, { type: 'allPositional' }>, fn: FunctionNode): Input[] {
  return fn.params.flatMap((param, index): Input[] => {
    const names = patternNames(param)
    if (names) return names.map(name => parameter(index, name, name, null))
    const name = nameOf(param, index)
    return [parameter(index, name, name === unnamed(index) ? (defaultRole ?? name) : name, null)]
  })
}

function objectParam(mapping: Extract<InputMappingPattern, { type: 'objectParam' }>, fn: FunctionNode): Input[] {
  const position = mapping.paramPosition ?? 0
  const param = fn.params[position]
  if (!param) return []
  const names = patternNames(param)
  if (names) return names.map(name => parameter(position, name, Object.hasOwn(mapping.knownProperties, name) ? (mapping.knownProperties[name] ?? null) : name, null))
  return [parameter(position, nameOf(param, position), mapping.wholeParamRole ?? 'request', null)]
}

/** The shape its annotation states; null where it says nothing. */
function annotationOf(values: Values, module: SourceModule, param: Node): TypeShape | null {
  const inner = param.type === 'TSParameterProperty' ? param.parameter : param
  const target = inner.type === 'AssignmentPattern' ? inner.left : inner
  const annotation = 'typeAnnotation' in target && target.typeAnnotation && 'typeAnnotation' in target.typeAnnotation ? target.typeAnnotation.typeAnnotation : null
  if (!annotation) return null
  const shape = annotatedShape(values, module, annotation)
  if (shape.type !== 'unknown') return shape
  const cls = target.type === 'Identifier' ? values.one({ module, node: target, frame: null }) : null
  const declared = cls?.type === 'instance' ? declaredClass(values, { type: 'class', expr: cls.cls }) : null
  return declared && declared.type !== 'unknown' ? declared : null
}

/** Names a destructured parameter takes out; null for one taken whole. */
function patternNames(param: Node): string[] | null {
  const target = param.type === 'AssignmentPattern' ? param.left : param
  if (target.type !== 'ObjectPattern') return null
  return target.properties.flatMap(p => {
    if (p.type === 'RestElement') return p.argument.type === 'Identifier' ? [p.argument.name] : []
    const name = keyName(p.key, p.computed)
    return name === null ? [] : [name]
  })
}
