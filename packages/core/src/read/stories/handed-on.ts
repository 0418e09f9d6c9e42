/** What the functions around a component do with the args of a story. */
import type { SourceModule } from '../../program/module.js'
import { type FunctionNode, isMember, memberName, type Node } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import { exprAt, type Expr } from '../../values/value.js'

/** `none`: the component gets the args and nothing else. */
export type Handling = 'none' | 'adds' | 'unknown'

const worst = (found: readonly Handling[]): Handling =>
  found.includes('unknown') ? 'unknown' : found.includes('adds') ? 'adds' : 'none'

/** A function that shows the component: `args => <Button {...args} />` hands all on. */
export function renderHandling(values: Values, render: Expr, component: FunctionNode): Handling {
  const fn = values.one(render)
  if (fn?.type !== 'function') return 'unknown'
  const { node, module } = fn.expr
  const [param] = node.params
  if (param?.type !== 'Identifier') return 'unknown'
  const uses = usesOf(module, param, param.name)
  const elements = uses.map(use => spreadElement(module, use))
  if (uses.length !== 1) return 'unknown'
  const [element] = elements
  if (!element || !shows(values, module, element, component)) return 'unknown'
  const others = (module.identifiers.get(tagOf(element) ?? '') ?? []).filter(at => isWithin(at, node) && isTag(module, at))
  return element.attributes.length === 1 && others.length === 1 && !hasChildren(module, element) ? 'none' : 'adds'
}

type Opening = Extract<Node, { type: 'JSXOpeningElement' }>

/** The element a use is spread into. */
function spreadElement(module: SourceModule, use: Node): Opening | null {
  const spread = module.parents.get(use)
  const element = spread?.type === 'JSXSpreadAttribute' ? module.parents.get(spread) : undefined
  return element?.type === 'JSXOpeningElement' ? element : null
}

/** What stands between its tags is a prop too. */
function hasChildren(module: SourceModule, element: Opening): boolean {
  const whole = module.parents.get(element)
  return whole?.type === 'JSXElement' && whole.children.some(child => child.type !== 'JSXText' || child.value.trim() !== '')
}

const tagOf = ({ name }: Opening): string | null => (name.type === 'JSXIdentifier' ? name.name : null)

function shows(values: Values, module: SourceModule, element: Opening, component: FunctionNode): boolean {
  const value = values.one(exprAt(module, element.name))
  return value?.type === 'function' && value.expr.node === component
}

function isTag(module: SourceModule, node: Node): boolean {
  const parent = module.parents.get(node)
  return parent?.type === 'JSXOpeningElement' && parent.name === node
}

/** Decorators stand around a story: one that takes no context gives it nothing and takes nothing from it. */
export function decoratorHandling(values: Values, decorators: Expr): Handling {
  const list = values.one(decorators)
  if (list?.type === 'function') return ofDecorator(list.expr)
  if (list?.type !== 'array' || list.expr.node.type !== 'ArrayExpression') return 'unknown'
  return worst(
    list.expr.node.elements.map(element => {
      const one = element && element.type !== 'SpreadElement' ? values.one({ ...list.expr, node: element }) : null
      return one?.type === 'function' ? ofDecorator(one.expr) : 'unknown'
    }),
  )
}

function ofDecorator({ node, module }: Expr<FunctionNode>): Handling {
  const [story, context, ...more] = node.params
  if (more.length > 0 || (story && story.type !== 'Identifier')) return 'unknown'
  if (!takesNoArgs(module, context)) return 'unknown'
  if (!story) return 'none'
  return usesOf(module, story, story.name).every(use => isBareElement(module, use)) ? 'none' : 'adds'
}

/** A context whose args are left alone. */
function takesNoArgs(module: SourceModule, context: FunctionNode['params'][number] | undefined): boolean {
  if (!context) return true
  if (context.type === 'ObjectPattern')
    return context.properties.every(p => p.type === 'Property' && !p.computed && p.key.type === 'Identifier' && p.key.name !== 'args')
  if (context.type !== 'Identifier') return false
  return usesOf(module, context, context.name).every(use => {
    const parent = module.parents.get(use)
    const name = isMember(parent) && parent.object === use ? memberName(parent) : null
    return name !== null && name !== 'args'
  })
}

/** `<Story />`, `Story()`. */
function isBareElement(module: SourceModule, use: Node): boolean {
  const parent = module.parents.get(use)
  if (parent?.type === 'CallExpression') return parent.callee === use && parent.arguments.length === 0
  return parent?.type === 'JSXClosingElement' || (parent?.type === 'JSXOpeningElement' && parent.attributes.length === 0)
}

function usesOf(module: SourceModule, declaration: Node, name: string): Node[] {
  const binding = module.bindingOf.get(declaration)
  return (module.identifiers.get(name) ?? []).filter(
    at => at !== declaration && binding !== undefined && module.bindingOf.get(at) === binding,
  )
}

const isWithin = (inner: Node, outer: Node): boolean => outer.start <= inner.start && inner.end <= outer.end
