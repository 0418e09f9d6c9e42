/** Interprets `jsxElementRoute`: nested route elements and arrays of route objects (extraction.md 8.1). */
import { type ReasonCode, restBinding } from '../ir/index.js'
import type { Gate } from '../index/gates.js'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import { type Expression, isFunction, type Node, strip } from '../program/syntax.js'
import { boundName } from '../values/names.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { type Expr, exprAt, type Value } from '../values/value.js'
import { joinPaths, pathTexts } from './binding/provider-path.js'
import { handlerAmong } from './handlers.js'
import { openRouteParts, type RouteParts } from './routes/route-parts.js'
import type { DiscoveredUnit } from './unit.js'

type RoutePattern = DiscoveryPattern & { match: { type: 'jsxElementRoute' } }

export const isRoutePattern = (pattern: DiscoveryPattern): pattern is RoutePattern =>
  pattern.match.type === 'jsxElementRoute'

/** One route with its parents: `path` is null when some part of it is no text. */
interface Route {
  parts: RouteParts
  path: string | null
  /** Function around the outermost route: what its own route says comes in front. */
  owner: Node | null
}

const maxDepth = 32

export function discoverElementRoutes(input: {
  values: Values
  pack: PatternPack
  pattern: RoutePattern
  gate: Gate
}): DiscoveredUnit[] {
  const { values, pack, pattern } = input
  const { match } = pattern
  const modules = [match.importModule].flat()
  const isFrom = (value: Value, name: string): boolean => modules.some(m => isOrigin(value, m, name))
  const isRouter = (value: Value): boolean =>
    match.routers
      ? match.routers.some(name => isFrom(value, name))
      : value.type === 'external' && modules.includes(value.module)
  const parts = openRouteParts(values, match, isFrom)
  const routes = values.program.modules
    .filter(m => input.gate(m.file))
    .flatMap(module => {
      const elements = (module.identifiers.get(match.routeElement) ?? []).flatMap(name => {
        const element = elementNamed(name, module.parents)
        return element && !insideRoute(element, module.parents) && parts.isRoute(exprAt(module, element))
          ? [exprAt(module, element)]
          : []
      })
      const lists = module.calls.flatMap(call => {
        const [first] = call.arguments
        if (!first || first.type === 'SpreadElement') return []
        return values.resolve(exprAt(module, call.callee)).some(isRouter)
          ? parts.listed(exprAt(module, first))
          : []
      })
      return [...elements, ...lists].flatMap(at => walk(at, '', ownerOf(at), 0))
    })
  return routes.flatMap(route => mountedPaths(route, routes, 0).flatMap(path => unitsOf(route, path)))

  function walk(at: Expr, above: string | null, owner: Node | null, depth: number): Route[] {
    const found = depth > maxDepth ? null : parts.read(at)
    if (!found) return []
    const own = found.path === null ? '' : (pathTexts(values, found.path)[0] ?? null)
    const path =
      above === null || own === null ? null : own === '' ? above : joinPaths(above.replace(/\/\*$/, ''), own)
    return [
      { parts: found, path, owner },
      ...found.children.flatMap(child => walk(child, path, owner, depth + 1)),
    ]
  }

  /** A list of routes inside a component that is itself behind a route stands below that route's path. */
  function mountedPaths(route: Route, all: readonly Route[], depth: number): (string | null)[] {
    if (route.path === null) return [null]
    const parents =
      route.owner && depth < 4
        ? all.filter(
            other => other.path?.endsWith('*') && other.parts.component?.function?.node === route.owner,
          )
        : []
    if (parents.length === 0) return [route.path === '' ? '/' : route.path]
    const paths = parents.flatMap(parent => mountedPaths(parent, all, depth + 1))
    return [
      ...new Set(
        paths.map(above =>
          above === null ? null : joinPaths(above.replace(/\/?\*$/, ''), route.path ?? ''),
        ),
      ),
    ]
  }

  function unitsOf({ parts: { component, functions, place } }: Route, path: string | null): DiscoveredUnit[] {
    const binding = (method: string) =>
      restBinding(
        { method, path: path === null ? null : translated(path) },
        { recognition: `@suss/packs/${pack.name}`, transport: 'in-process' },
      )
    const unread: DiscoveredUnit['unread'] =
      path === null ? [{ field: 'path', reason: 'unreadPath', detail: '' }] : []
    const common = {
      nameKind: 'binding' as const,
      pack,
      registration: place,
      unread,
      wrapper: null,
      continuations: [],
      wrappers: [],
      client: null,
      metadata: {},
    }
    const label = (method: string): string => `${method} ${path ?? 'null'}`
    const out: DiscoveredUnit[] = []
    if (component) {
      const fn = component.function
      const name = fn ? boundName(fn) : component.name
      out.push({
        ...common,
        kind: pattern.kind,
        name: name ?? label('GET'),
        nameKind: name === null ? 'label' : 'binding',
        body: fn,
        bodyReason: fn ? null : component.reason,
        binding: binding('GET'),
        terminals: pattern.terminals ?? pack.terminals,
        inputMapping: pattern.inputMapping ?? pack.inputMapping,
      })
    }
    for (const { name: attribute, value } of functions) {
      const given = match.functions?.[attribute]
      const answer = handlerAmong(values, value)
      if (!given || (answer.type === 'none' && value.every(v => v.type === 'literal'))) continue
      const body = answer.type === 'one' ? answer.handler.body : null
      const reason: ReasonCode | null = answer.type === 'one' ? null : answer.reason
      const name = body ? boundName(body) : null
      out.push({
        ...common,
        kind: given.kind,
        name: name ?? label(given.method),
        nameKind: name === null ? 'label' : 'binding',
        body,
        bodyReason: reason,
        binding: binding(given.method),
        terminals: pack.terminals,
        inputMapping: pack.inputMapping,
      })
    }
    return out
  }
}

/** A splat as pairing writes it. */
const translated = (path: string): string => path.replace(/(^|\/)\*$/, '$1{x*}')

function elementNamed(name: Node, parents: ReadonlyMap<Node, Node>): Node | null {
  let at = parents.get(name)
  if (at?.type === 'JSXMemberExpression') at = parents.get(at)
  const element = at?.type === 'JSXOpeningElement' ? parents.get(at) : undefined
  return element?.type === 'JSXElement' ? element : null
}

/** Nested in another element of the same name: read with that one. */
function insideRoute(element: Node, parents: ReadonlyMap<Node, Node>): boolean {
  const own = tagOf(element)
  for (
    let at = parents.get(element);
    at && !isFunction(at) && at.type !== 'JSXAttribute';
    at = parents.get(at)
  )
    if (tagOf(at) === own && own !== null) return true
  return false
}

function tagOf(node: Node): string | null {
  if (node.type !== 'JSXElement') return null
  const { name } = node.openingElement
  return name.type === 'JSXIdentifier'
    ? name.name
    : name.type === 'JSXMemberExpression'
      ? name.property.name
      : null
}

function ownerOf({ module, node }: Expr): Node | null {
  let owner: Node | null = null
  for (let at: Node | undefined = strip(node as Expression); at; at = module.parents.get(at))
    if (isFunction(at)) owner ??= at
  return owner
}
