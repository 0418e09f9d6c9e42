/** Routes by their segments, so that a request is compared with few of them. */
import type { Segment } from '../semantics/index.js'
import type { Route } from './rest-world.js'

interface Node {
  literals: Map<string, Node>
  /** Holes and mixed segments: one branch for all, told apart by the exact comparison. */
  holes: Node | null
  routes: Route[]
}

export interface RouteIndex {
  all: readonly Route[]
  root: Node
  /** Routes of no fixed length. */
  open: readonly Route[]
}

const emptyNode = (): Node => ({ literals: new Map(), holes: null, routes: [] })

const isOpen = (path: readonly Segment[]): boolean => path.some(({ type }) => type === 'variable')

export function indexRoutes(routes: readonly Route[]): RouteIndex {
  const root = emptyNode()
  const open: Route[] = []
  for (const route of routes) {
    if (route.paths.some(({ segments }) => isOpen(segments))) open.push(route)
    for (const { segments } of route.paths) if (!isOpen(segments)) insert(root, segments, route)
  }
  return { all: routes, root, open }
}

function insert(root: Node, path: readonly Segment[], route: Route): void {
  const leaf = path.reduce((node, segment) => {
    if (segment.type !== 'literal') {
      node.holes ??= emptyNode()
      return node.holes
    }
    const next = node.literals.get(segment.text) ?? emptyNode()
    node.literals.set(segment.text, next)
    return next
  }, root)
  leaf.routes.push(route)
}

/** Every route that may contain or meet the path; the caller compares exactly. */
export function candidateRoutes(index: RouteIndex, path: readonly Segment[]): readonly Route[] {
  if (isOpen(path)) return index.all
  const leaves = path.reduce<Node[]>(
    (nodes, segment) => nodes.flatMap(node => nextNodes(node, segment)),
    [index.root],
  )
  return [...new Set([...leaves.flatMap(({ routes }) => routes), ...index.open])]
}

function nextNodes({ literals, holes }: Node, segment: Segment): Node[] {
  const named = segment.type === 'literal' ? literals.get(segment.text) : undefined
  const literal = segment.type === 'literal' ? (named ? [named] : []) : [...literals.values()]
  return holes ? [...literal, holes] : literal
}
