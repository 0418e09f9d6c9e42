/** Members of a class that a library checks by their decorators, those of bases and of mapped classes included (packs.md 5.4). */
import { type ClassNode, type Expression, keyName, type Node, strip } from '../program/syntax.js'
import { superClassOf } from './classes.js'
import { type Decorators, decoratorsOn, isFromModule } from './decorators.js'
import { elementsOf } from './elements.js'
import { originOf } from './origin.js'
import type { Values } from './resolve.js'
import { returnedExpressions } from './returns.js'
import { literalOf } from './text.js'
import type { Expr, Value } from './value.js'

export interface CheckedMember {
  name: string
  /** The class it is written in. */
  cls: Expr<ClassNode>
  node: Node
  /** Its annotation. */
  type: Node | null
  decorators: Decorators
  /** A mapped class makes it optional. */
  optional: boolean
}

export interface CheckedClass {
  members: readonly CheckedMember[]
  /** Some base was not read: there may be more. */
  open: boolean
}

const maxDepth = 8
const none: CheckedClass = { members: [], open: true }

/** Functions that make a class of others; their module names differ, their names do not. */
const mappedModules = ['@nestjs/mapped-types', '@nestjs/swagger', '@nestjs/graphql']

export function checkedMembers(values: Values, cls: Expr<ClassNode>, depth = 0): CheckedClass {
  if (depth > maxDepth) return none
  const own = cls.node.body.body.flatMap((node): CheckedMember[] => {
    if (node.type !== 'PropertyDefinition' || node.static) return []
    const name = keyName(node.key, node.computed)
    return name === null
      ? []
      : [
          {
            name,
            cls,
            node,
            type: node.typeAnnotation?.typeAnnotation ?? null,
            decorators: decoratorsOn(values, { ...cls, node }),
            optional: node.optional === true,
          },
        ]
  })
  const base = superClassOf(cls.node)
  if (!base) return { members: own, open: false }
  const above = membersOfValue(values, values.one({ ...cls, node: base }), depth + 1)
  // decorators of a member the base declares too add to those of the base
  const merged = own.map(m => {
    const known = above.members.find(a => a.name === m.name)
    return known
      ? {
          ...m,
          decorators: { list: [...m.decorators.list, ...known.decorators.list], unread: m.decorators.unread },
        }
      : m
  })
  return {
    members: [...above.members.filter(a => !own.some(m => m.name === a.name)), ...merged],
    open: above.open,
  }
}

function membersOfValue(values: Values, value: Value | null, depth: number): CheckedClass {
  if (value?.type === 'class') return checkedMembers(values, value.expr, depth)
  if (value?.type !== 'call' || depth > maxDepth) return none
  const origin = originOf(value.callee)
  if (!origin || !('module' in origin) || !isFromModule(origin.module, mappedModules)) return none
  const [first, second] = value.expr.node.arguments.map(
    (a): Expr => ({ ...value.expr, node: a.type === 'SpreadElement' ? a.argument : a }),
  )
  const of = (expr: Expr | undefined): CheckedClass =>
    expr ? membersOfValue(values, values.one(expr), depth + 1) : none
  switch (origin.path.at(-1)) {
    case 'PartialType': {
      const all = of(first)
      return { ...all, members: all.members.map(m => ({ ...m, optional: true })) }
    }
    case 'PickType':
    case 'OmitType': {
      const all = of(first)
      const names = second ? (elementsOf(values, second) ?? []).map(e => literalOf(values, e)) : []
      if (names.length === 0 || names.includes(null)) return none
      const isPick = origin.path.at(-1) === 'PickType'
      return { ...all, members: all.members.filter(m => names.includes(m.name) === isPick) }
    }
    case 'IntersectionType': {
      const parts = value.expr.node.arguments.map(a =>
        of({ ...value.expr, node: a.type === 'SpreadElement' ? a.argument : a }),
      )
      return {
        members: [...new Map(parts.flatMap(p => p.members).map(m => [m.name, m])).values()],
        open: parts.some(p => p.open),
      }
    }
    default:
      return none
  }
}

/** Some member has a decorator of these modules. */
export const isChecked = ({ members }: CheckedClass, modules: readonly string[]): boolean =>
  members.some(
    m => m.decorators.unread.length > 0 || m.decorators.list.some(d => isFromModule(d.module, modules)),
  )

/** The class a function type names: `() => User`, `of => [User]`. */
export function classOfTypeFunction(values: Values, expr: Expr): { value: Value; list: boolean } | null {
  const given = values.one(expr)
  if (given?.type !== 'function') return given ? { value: given, list: false } : null
  const [returned] = returnedExpressions(given.expr.node)
  if (!returned) return null
  const node = strip(returned as Expression)
  if (node.type === 'ArrayExpression') {
    const [element] = node.elements
    const inner =
      element && element.type !== 'SpreadElement' ? values.one({ ...given.expr, node: element }) : null
    return inner ? { value: inner, list: true } : null
  }
  const inner = values.one({ ...given.expr, node })
  return inner ? { value: inner, list: false } : null
}
