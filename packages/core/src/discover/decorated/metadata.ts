/** What decorators note on a method and its class, as the wrappers around it read it: `Reflector` of Nest. */
import type { DecoratorMetadata } from '../../pack/index.js'
import {
  type CallNode,
  children,
  type ClassNode,
  type FunctionNode,
  isMember,
  memberName,
  type Node,
} from '../../program/syntax.js'
import { type Decorators, decoratorsOn, isFromModule } from '../../values/decorators.js'
import { elementsOf } from '../../values/elements.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { literalOf } from '../../values/text.js'
import { type Expr, siteKey, type Value } from '../../values/value.js'
import { classChain } from './classes.js'

/** Where a wrapper stands: the decorators it can ask for. */
export interface MetadataScope {
  method: Decorators
  cls: Expr<ClassNode>
}

/** A call of the wrapper's function that asks for a note. */
interface Question {
  call: CallNode
  key: string
  places: readonly ('method' | 'class')[]
}

export interface MetadataAnswers {
  calls: ReadonlyMap<Node, Expr | null>
  /** Some question, or what it gives, was not read. */
  open: boolean
}

/** What the calls of the function give under that method. */
export function metadataAnswers(
  values: Values,
  pattern: DecoratorMetadata,
  fn: Expr<FunctionNode>,
  scope: MetadataScope,
): MetadataAnswers {
  const calls = new Map<Node, Expr | null>()
  const { questions, open } = questionsIn(values, pattern, fn)
  let unread = open
  for (const question of questions) {
    const answer = answerOf(values, pattern, question, scope)
    if (answer === 'unread') unread = true
    else calls.set(question.call, answer)
  }
  return { calls, open: unread }
}

/** Stable text of the answers: wrappers with the same ones are one unit. */
export const answersKey = (values: Values, { calls, open }: MetadataAnswers): string =>
  (open ? 'open;' : '') +
  [...calls].map(([call, answer]) => `${call.start}=${answer ? shownAnswer(values, answer) : ''}`).join(';')

/** A literal or a list of literals by value, anything else by its place. */
function shownAnswer(values: Values, answer: Expr): string {
  const literal = (expr: Expr): string | null => {
    const value = values.one(expr)
    return value?.type === 'literal' ? JSON.stringify(value.value ?? null) : null
  }
  const elements = elementsOf(values, answer)?.map(literal)
  const text = elements ? (elements.includes(null) ? null : `[${elements.join()}]`) : literal(answer)
  return text ?? siteKey(answer)
}

function questionsIn(
  values: Values,
  pattern: DecoratorMetadata,
  fn: Expr<FunctionNode>,
): { questions: Question[]; open: boolean } {
  const questions: Question[] = []
  let open = false
  const visit = (node: Node, isOwn: boolean): void => {
    if (node.type === 'CallExpression' && isMember(node.callee)) {
      const name = memberName(node.callee)
      if (name !== null && isReader(values, pattern, { ...fn, node: node.callee.object })) {
        const isKnown = pattern.one.includes(name) || pattern.first.includes(name)
        const [key, where] = node.arguments
        const text = key && key.type !== 'SpreadElement' ? keyOf(values, pattern, { ...fn, node: key }) : null
        const places =
          where && where.type !== 'SpreadElement' ? placesOf(values, pattern, { ...fn, node: where }) : null
        if (isOwn && isKnown && text !== null && places) questions.push({ call: node, key: text, places })
        else open = true
      }
      // a method of its own that asks is not read here
      const callee =
        isOwn && node.callee.object.type === 'ThisExpression'
          ? values.one({ ...fn, node: node.callee })
          : null
      if (callee?.type === 'function') visit(callee.expr.node, false)
    }
    for (const child of children(node)) visit(child, isOwn)
  }
  visit(fn.node, true)
  return { questions, open }
}

/** A value of the reader's class: made by `new`, or a parameter of that type. */
function isReader(values: Values, { reader }: DecoratorMetadata, expr: Expr): boolean {
  const value = values.one(expr)
  if (value?.type === 'call') return isOrigin(value.callee, reader.module, reader.type)
  if (value?.type !== 'param' || !('typeAnnotation' in value.binding.node)) return false
  const annotation = value.binding.node.typeAnnotation
  const type = annotation && 'typeAnnotation' in annotation ? annotation.typeAnnotation : null
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
  const { name } = type.typeName
  return value.module.imports.some(
    i =>
      isFromModule(i.specifier, reader.module) &&
      i.names.some(n => n.local === name && n.imported === reader.type),
  )
}

/** A text, or the decorator that the reader's class made. */
function keyOf(values: Values, { reader }: DecoratorMetadata, expr: Expr): string | null {
  const value = values.one(expr)
  if (value?.type === 'call' && isOrigin(value.callee, reader.module, `${reader.type}.${reader.maker}`))
    return makerKey(values, value.expr)
  const text = literalOf(values, expr)
  return text === null ? null : `"${text}`
}

/** A maker may be told which key to use. */
function makerKey(values: Values, maker: Expr): string {
  const [options] = maker.node.type === 'CallExpression' ? maker.node.arguments : []
  const object: Value | null =
    options && options.type !== 'SpreadElement' ? values.one({ ...maker, node: options }) : null
  const [key] = object?.type === 'object' ? values.member(object, 'key', maker) : []
  return key?.type === 'literal' && typeof key.value === 'string'
    ? `"${key.value}`
    : siteKey({ ...maker, frame: null })
}

function placesOf(values: Values, pattern: DecoratorMetadata, expr: Expr): Question['places'] | null {
  const entries = values.one(expr)?.type === 'array' ? elementsOf(values, expr) : [expr]
  const places = (entries ?? []).map((entry): 'method' | 'class' | null => {
    const value = values.one(entry)
    const name =
      value?.type === 'call' && value.callee.type === 'member' && value.callee.object.type === 'param'
        ? value.callee.property
        : null
    return name === pattern.method ? 'method' : name === pattern.class ? 'class' : null
  })
  return places.length > 0 && places.every(p => p !== null) ? places : null
}

function answerOf(
  values: Values,
  pattern: DecoratorMetadata,
  { key, places }: Question,
  { method, cls }: MetadataScope,
): Expr | null | 'unread' {
  for (const place of places) {
    const lists =
      place === 'method' ? [method] : classChain(values, cls).classes.map(each => decoratorsOn(values, each))
    for (const decorators of lists) {
      if (decorators.unread.length > 0) return 'unread'
      const found = notedIn(values, pattern, decorators, key)
      if (found) return found
    }
  }
  return null
}

function notedIn(
  values: Values,
  { setter, reader }: DecoratorMetadata,
  { list }: Decorators,
  key: string,
): Expr | 'unread' | null {
  for (const { module, name, args, maker } of list) {
    const [first, second] = args
    if (isFromModule(module, setter.module) && name === setter.name) {
      const text = first ? literalOf(values, first) : null
      if (text === null) return 'unread'
      if (`"${text}` === key) return second ?? null
    }
    if (
      maker &&
      isFromModule(module, reader.module) &&
      name === reader.maker &&
      makerKey(values, maker) === key
    )
      return first ?? null
  }
  return null
}
