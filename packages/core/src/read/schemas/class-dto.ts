/** Classes whose members are checked by decorators, as what a body or a query must be (packs.md 5.4). */
import type { Constraint, Param, TypeShape } from '../../ir/index.js'
import { checkedMembers, type CheckedMember, classOfTypeFunction } from '../../values/checked-classes.js'
import { findDecorator, isFromModule } from '../../values/decorators.js'
import { elementsOf } from '../../values/elements.js'
import type { Values } from '../../values/resolve.js'
import { exprAt, type Expr, type Value } from '../../values/value.js'
import { entriesOf } from '../../values/written.js'
import type { ClassNode } from '../../program/syntax.js'
import { unionOf } from '../shapes.js'
import { annotatedShape, enumShape } from './annotations.js'

const validators = ['class-validator']
const transformers = ['class-transformer']
const maxDepth = 6
const unknown: TypeShape = { type: 'unknown' }
const missing: TypeShape = { type: 'undefined' }

/** What passes the check: a member nothing is said of may hold anything or be missing. */
export function acceptedClass(
  values: Values,
  cls: Expr<ClassNode>,
  depth = 0,
): { shape: TypeShape; fields: Record<string, Param> } {
  const { members, open } = checkedMembers(values, cls)
  const fields: Record<string, Param> = {}
  const isRenamed = members.some(member => findDecorator(member.decorators, transformers, ['Expose', 'Exclude']))
  for (const member of members) {
    const stated = member.decorators.list.filter(d => isFromModule(d.module, validators))
    const isOptional =
      member.optional && !hasQuestionMark(member)
        ? true
        : member.decorators.unread.length > 0 ||
          hasDefault(member) ||
          isRenamed ||
          stated.some(d => optionals.has(d.name) || isGrouped(values, d)) ||
          stated.every(d => lenient.has(d.name))
    const shape = acceptedShape(values, member, depth)
    const constraint = constraintOf(values, member)
    fields[member.name] = { required: !isOptional, shape, ...(constraint ? { constraint } : {}) }
  }
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, { required, shape }]) => [
      name,
      required ? (shape ?? unknown) : unionOf([shape ?? unknown, { type: 'null' }, missing]),
    ]),
  )
  return {
    shape: { type: 'record', properties, ...(open || isRenamed ? { spreads: [{ sourceText: 'base class' }] } : {}) },
    fields,
  }
}

/** They may pass over a member that is missing. */
const lenient: ReadonlySet<string> = new Set(['Allow', 'registerDecorator', 'Validate', 'ValidateBy'])
const optionals: ReadonlySet<string> = new Set(['IsOptional', 'ValidateIf', 'ValidatePromise'])
/** A made instance has it before it is checked: `page: number = 1`. */
const hasDefault = ({ node }: CheckedMember): boolean => node.type === 'PropertyDefinition' && node.value !== null
/** Checked for some only: `@IsString({ groups: ['update'] })`. */
const isGrouped = (values: Values, { args }: { args: readonly Expr[] }): boolean =>
  args.some(argument => {
    const value = values.one(argument)
    return value?.type === 'object' && value.expr.node.type === 'ObjectExpression' && entriesOf(value.expr, values).entries.has('groups')
  })
/** `name?: string` alone does not make the check pass over it; a mapped class does. */
const hasQuestionMark = ({ node }: CheckedMember): boolean => 'optional' in node && node.optional === true

const texts: ReadonlySet<string> = new Set([
  'IsString',
  'IsEmail',
  'IsUUID',
  'IsUrl',
  'IsURL',
  'IsDateString',
  'IsISO8601',
  'Matches',
  'Length',
  'MinLength',
  'MaxLength',
  'IsAlpha',
  'IsAlphanumeric',
  'IsNumberString',
  'IsJWT',
  'IsMongoId',
  'IsPhoneNumber',
  'IsMobilePhone',
  'IsHexColor',
  'IsIP',
  'IsLowercase',
  'IsUppercase',
  'IsBase64',
  'IsJSON',
  'IsStrongPassword',
  'IsBooleanString',
  'IsAscii',
  'Contains',
  'IsFQDN',
  'IsTimeZone',
  'IsCreditCard',
])
const numbers: ReadonlySet<string> = new Set([
  'IsNumber',
  'IsPositive',
  'IsNegative',
  'Min',
  'Max',
  'IsDivisibleBy',
])
const integers: ReadonlySet<string> = new Set(['IsInt'])

function acceptedShape(values: Values, member: CheckedMember, depth: number): TypeShape {
  const { list } = member.decorators
  if (member.decorators.unread.length > 0) return unknown
  // a conversion before the check lets other texts through
  if (list.some(d => d.name === 'Transform' && isFromModule(d.module, transformers))) return unknown
  const stated = list.filter(d => isFromModule(d.module, validators))
  if (stated.some(d => isGrouped(values, d))) return unknown
  const typed = findDecorator(member.decorators, transformers, ['Type'])
  const nested = typed?.args[0] ? classOfTypeFunction(values, typed.args[0]) : null
  if (typed && nested?.value.type !== 'class') return unknown
  const each = stated.some(d => d.args.some(a => isEach(values, a)))
  const item = itemShape(values, member, nested?.value ?? null, depth)
  return each || stated.some(d => d.name === 'IsArray' || d.name === 'ArrayNotEmpty')
    ? { type: 'array', items: each || nested ? item : unknown }
    : item
}

function itemShape(values: Values, member: CheckedMember, nested: Value | null, depth: number): TypeShape {
  const stated = member.decorators.list.filter(d => isFromModule(d.module, validators))
  const names = stated.map(d => d.name)
  if (nested?.type === 'class' && names.includes('ValidateNested'))
    return depth < maxDepth ? acceptedClass(values, nested.expr, depth + 1).shape : unknown
  for (const { name, args } of stated) {
    const [first] = args
    if (name === 'IsEnum' && first) {
      const value = values.one(first)
      if (value?.type === 'enum' && value.expr.node.type === 'TSEnumDeclaration')
        return enumShape(values, value.expr.module, value.expr.node)
      return unknown
    }
    if (name === 'IsIn' && first) return literalsOf(values, first)
    if (name === 'Equals' && first) return literalsOf(values, first)
  }
  if (names.some(n => texts.has(n))) return { type: 'text' }
  if (names.some(n => integers.has(n))) return { type: 'integer' }
  if (names.some(n => numbers.has(n))) return { type: 'number' }
  if (names.includes('IsBoolean')) return { type: 'boolean' }
  return unknown
}

function literalsOf(values: Values, expr: Expr): TypeShape {
  const shapes = (elementsOf(values, expr) ?? [expr]).map((e): TypeShape => {
    const value = values.one(e)
    return value?.type === 'literal' &&
      (typeof value.value === 'string' || typeof value.value === 'number' || typeof value.value === 'boolean')
      ? { type: 'literal', value: value.value }
      : unknown
  })
  return shapes.length > 0 && shapes.every(s => s.type === 'literal') ? unionOf(shapes) : unknown
}

/** `{ each: true }`. */
function isEach(values: Values, argument: Expr): boolean {
  const value = values.one(argument)
  const object = value?.type === 'object' ? values.member(value, 'each', argument) : []
  return object.some(v => v.type === 'literal' && v.value === true)
}

const bounds: Readonly<Record<string, keyof Constraint>> = {
  Min: 'minimum',
  Max: 'maximum',
  MinLength: 'minLength',
  MaxLength: 'maxLength',
  ArrayMinSize: 'minItems',
  ArrayMaxSize: 'maxItems',
}

function constraintOf(values: Values, member: CheckedMember): Constraint | null {
  const out: Record<string, number> = {}
  for (const { module, name, args } of member.decorators.list) {
    if (!isFromModule(module, validators)) continue
    const numbers = args.map(a => {
      const value = values.one(a)
      return value?.type === 'literal' && typeof value.value === 'number' ? value.value : null
    })
    const bound = bounds[name]
    const [first, second] = numbers
    if (bound && first !== null && first !== undefined) out[bound] = first
    if (name === 'Length' && first !== null && first !== undefined) {
      out['minLength'] = first
      if (second !== null && second !== undefined) out['maxLength'] = second
    }
  }
  return Object.keys(out).length > 0 ? out : null
}

/** The members a class declares, as the shape of what is sent. */
export function declaredClass(values: Values, value: Value | null, depth = 0): TypeShape {
  if (value?.type === 'global') return primitives[value.path.join('.')] ?? unknown
  if (value?.type !== 'class' || depth > maxDepth) return unknown
  const { members, open } = checkedMembers(values, value.expr)
  if (members.length === 0) return unknown
  const described = members.some(m => statesOf(m).length > 0)
  const properties: Record<string, TypeShape> = {}
  for (const member of members) {
    const shape = memberShape(values, member, depth)
    const isSure =
      !member.optional && isAlwaysSent(values, member) && (!described || statesOf(member).length > 0)
    properties[member.name] = isSure ? shape : unionOf([shape, missing])
  }
  return { type: 'record', properties, ...(open ? { spreads: [{ sourceText: 'base class' }] } : {}) }
}

const describers = ['@nestjs/swagger', '@nestjs/graphql']
const describing: ReadonlySet<string> = new Set([
  'ApiProperty',
  'ApiPropertyOptional',
  'ApiResponseProperty',
  'Field',
])

/** Decorators that list the member in the document; without any in the class, a compiler plugin lists all. */
const statesOf = ({ decorators }: CheckedMember) =>
  decorators.list.filter(d => isFromModule(d.module, describers) && describing.has(d.name))

/** Neither described as optional nor left out of what is sent. */
function isAlwaysSent(values: Values, member: CheckedMember): boolean {
  const { list, unread } = member.decorators
  if (unread.length > 0 || list.some(d => leftOut.has(d.name))) return false
  return !statesOf(member).some(({ name, args }) => {
    const [options] = args
    const value = options ? values.one(options) : null
    const required = value?.type === 'object' && options ? values.member(value, 'required', options) : []
    return name === 'ApiPropertyOptional' || required.some(v => v.type === 'literal' && v.value === false)
  })
}

const leftOut: ReadonlySet<string> = new Set(['Exclude', 'Expose', 'ApiHideProperty', 'HideField'])

const primitives: Readonly<Record<string, TypeShape>> = {
  String: { type: 'text' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
}

function memberShape(values: Values, { cls, type }: CheckedMember, depth: number): TypeShape {
  if (!type) return unknown
  const inner = type.type === 'TSArrayType' ? type.elementType : type
  const shape = annotatedShape(values, cls.module, inner)
  const own =
    shape.type === 'unknown' && inner.type === 'TSTypeReference' && inner.typeName.type === 'Identifier'
      ? classNamed(values, cls, inner.typeName.name)
      : null
  const item = own ? declaredClass(values, own, depth + 1) : shape
  return type.type === 'TSArrayType' ? { type: 'array', items: item } : item
}

/** The class a name of that file stands for, imports included. */
function classNamed(values: Values, { module }: Expr, name: string): Value | null {
  const binding = module.top.get(name)
  return binding ? (values.one(exprAt(module, binding.node)) ?? null) : null
}
