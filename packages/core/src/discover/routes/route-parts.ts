/** What one route says: an element with attributes, or an object with the same properties. */
import type { ReasonCode } from '../../ir/index.js'
import type { JsxElementRoute } from '../../pack/index.js'
import {
  children,
  type Expression,
  type FunctionNode,
  isFunction,
  isMember,
  memberName,
  type Node,
  strip,
} from '../../program/syntax.js'
import { enterWith } from '../../values/frames.js'
import { boundName } from '../../values/names.js'
import { returnedExpressions } from '../../values/returns.js'
import type { Values } from '../../values/resolve.js'
import { type Expr, exprAt, type Value } from '../../values/value.js'
import { propertyOf } from '../exports.js'

export interface RouteParts {
  place: Expr
  /** Null: an index or a layout. */
  path: Expr | null
  component: { function: Expr<FunctionNode> | null; name: string | null; reason: ReasonCode | null } | null
  functions: { name: string; value: readonly Value[] }[]
  children: Expr[]
}

export interface RouteReader {
  isRoute(element: Expr): boolean
  read(route: Expr): RouteParts | null
  /** Route objects of an array, spreads followed. */
  listed(list: Expr): Expr[]
}

const maxSpreads = 6

export function openRouteParts(
  values: Values,
  match: JsxElementRoute,
  isFrom: (value: Value, name: string) => boolean,
): RouteReader {
  const functionNames = Object.keys(match.functions ?? {})

  const isRoute = ({ module, node, frame }: Expr): boolean =>
    node.type === 'JSXElement' &&
    values.resolve({ module, node: node.openingElement.name, frame }).some(v => isFrom(v, match.routeElement))

  function read(route: Expr): RouteParts | null {
    const node = strip(route.node as Expression)
    if (node.type === 'JSXElement')
      return isRoute({ ...route, node }) ? fromElement({ ...route, node }) : null
    const value = values.one(route)
    return value?.type === 'object' ? fromObject(value) : null
  }

  function fromElement(element: Expr): RouteParts | null {
    if (element.node.type !== 'JSXElement') return null
    const attributes = element.node.openingElement.attributes
    const given = (name: string | undefined): Expr | null => {
      const found =
        name === undefined
          ? undefined
          : attributes.find(
              a => a.type === 'JSXAttribute' && a.name.type === 'JSXIdentifier' && a.name.name === name,
            )
      if (found?.type !== 'JSXAttribute' || !found.value) return null
      return {
        ...element,
        node:
          found.value.type === 'JSXExpressionContainer'
            ? strip(found.value.expression as Expression)
            : found.value,
      }
    }
    return {
      place: { ...element, node: element.node.openingElement },
      ...partsOf(given),
      children: element.node.children.flatMap(child => elementsIn({ ...element, node: child })),
    }
  }

  function fromObject(object: Value & { type: 'object' }): RouteParts {
    const given = (name: string | undefined): Expr | null =>
      name === undefined ? null : propertyOf(values, object, name)
    const nested = given(match.childrenAttribute ?? 'children')
    return { place: object.expr, ...partsOf(given), children: nested ? listed(nested) : [] }
  }

  function partsOf(
    given: (name: string | undefined) => Expr | null,
  ): Pick<RouteParts, 'path' | 'component' | 'functions'> {
    const path = given(match.pathAttribute)
    const lazy = given(match.lazyAttribute)
    const loaded = lazy ? loadedParts(lazy) : null
    const own = (name: string): readonly Value[] | null => {
      const at = given(name)
      return at ? values.resolve(at) : (loaded?.(name) ?? null)
    }
    return {
      path,
      component: componentOf(
        given(match.elementAttribute),
        match.componentAttribute === undefined ? null : own(match.componentAttribute),
        lazy !== null,
      ),
      functions: functionNames.flatMap(name => {
        const value = own(name)
        return value ? [{ name, value }] : []
      }),
    }
  }

  /** What the loaded module, or the object made of it, has under a name. */
  function loadedParts(lazy: Expr): (name: string) => readonly Value[] | null {
    const loader = values.one(lazy)
    const found =
      loader?.type === 'function'
        ? returnedExpressions(loader.expr.node).flatMap(e =>
            e ? loadedValues({ ...loader.expr, node: e }) : [],
          )
        : []
    return name => {
      const out = found.flatMap(v =>
        v.type === 'namespace' || v.type === 'object' ? values.member(v, name, lazy) : [],
      )
      return out.length > 0 && !out.every(isAbsent) ? out : null
    }
  }

  /** `import("./x")`, also through `.then(m => ({ … }))`. */
  function loadedValues(at: Expr): readonly Value[] {
    const node = strip(at.node as Expression)
    if (node.type !== 'CallExpression' || !isMember(node.callee) || memberName(node.callee) !== 'then')
      return values.resolve({ ...at, node })
    const [argument] = node.arguments
    const change =
      argument && argument.type !== 'SpreadElement' ? values.one({ ...at, node: argument }) : null
    const [module] = loadedValues({ ...at, node: node.callee.object })
    if (change?.type !== 'function' || !module) return []
    return values.results(change, enterWith(change, [{ type: 'value', value: module }], { ...at, node }))
  }

  function componentOf(
    element: Expr | null,
    component: readonly Value[] | null,
    isLazy: boolean,
  ): RouteParts['component'] {
    if (component) return componentValue(component, null)
    if (element) {
      const shown = values.one(element)
      const node = strip(element.node as Expression)
      const at =
        node.type === 'JSXElement' ? { ...element, node } : shown?.type === 'opaque' ? shown.expr : element
      return at.node.type === 'JSXElement'
        ? rendered(at)
        : { function: null, name: null, reason: 'unsettledHandler' }
    }
    return isLazy ? { function: null, name: null, reason: 'unsettledHandler' } : null
  }

  /** What stands around one element and nothing else is its frame: guards, providers. */
  function rendered(element: Expr): RouteParts['component'] {
    if (element.node.type !== 'JSXElement') return null
    const inner = element.node.children.filter(c => !(c.type === 'JSXText' && c.value.trim() === ''))
    const [only] = inner
    if (inner.length === 1 && only?.type === 'JSXElement' && !isHost(only))
      return rendered({ ...element, node: only })
    const { name } = element.node.openingElement
    const text = element.module.text.slice(name.start, name.end)
    if (name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name))
      return { function: null, name: text, reason: 'unsettledHandler' }
    return componentValue(values.resolve({ ...element, node: name }), text)
  }

  /** Components of the router itself are nothing of the project's. */
  function componentValue(found: readonly Value[], name: string | null): RouteParts['component'] {
    const [only] = found
    if (
      found.length === 1 &&
      only?.type === 'external' &&
      isFrom(only, only.path.filter(p => p !== 'default').join('.'))
    )
      return null
    const fn = found.length === 1 && only?.type === 'function' ? only.expr : null
    const method = found.length === 1 && only?.type === 'class' ? renderOf(only.expr) : null
    const body = fn ?? method
    return {
      function: body,
      name: body ? boundName(body) : name,
      reason: body ? null : found.length > 1 ? 'multipleSources' : 'unsettledHandler',
    }
  }

  const renderOf = (cls: Expr): Expr<FunctionNode> | null => {
    const found = values.member({ type: 'instance', cls: cls as never, site: null }, 'render', cls)
    const [only] = found
    return only?.type === 'function' ? only.expr : null
  }

  function elementsIn(child: Expr): Expr[] {
    if (child.node.type === 'JSXElement' && isRoute(child)) return [child]
    if (isFunction(child.node)) return []
    return children(child.node).flatMap(node =>
      node.type === 'JSXOpeningElement' ? [] : elementsIn({ ...child, node }),
    )
  }

  function listed(list: Expr, depth = 0): Expr[] {
    const value = values.one(list)
    if (value?.type !== 'array' || value.expr.node.type !== 'ArrayExpression' || depth > maxSpreads) return []
    return value.expr.node.elements.flatMap(element => {
      if (!element) return []
      if (element.type === 'SpreadElement')
        return listed({ ...value.expr, node: element.argument }, depth + 1)
      return [exprAt(value.expr.module, element, value.expr.frame)]
    })
  }

  return { isRoute, read, listed }
}

/** Nothing of the name is exported, or it is what a call of nothing gives: `loader?.(x)`. */
const isAbsent = (value: Value): boolean => {
  switch (value.type) {
    case 'literal':
      return value.value === undefined
    case 'opaque':
      return value.reason === 'ambientValue'
    case 'call':
      return isAbsent(value.callee)
    default:
      return false
  }
}

const isHost = (node: Node): boolean =>
  node.type === 'JSXElement' &&
  node.openingElement.name.type === 'JSXIdentifier' &&
  /^[a-z]/.test(node.openingElement.name.name)
