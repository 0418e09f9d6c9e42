/** The frames a registration runs in: loop turns over literal arrays, and calls of the function around it (extraction.md X1, X2). */
import { type CallNode, type Expression, type FunctionNode, isCall, isFunction, isMember, memberName, type Node, strip } from '../program/syntax.js'
import type { CallerIndex } from '../values/callers.js'
import { enterWith } from '../values/frames.js'
import type { Values } from '../values/resolve.js'
import { type Argument, exprAt, type Expr, type Frame } from '../values/value.js'

const maxLevels = 8
const maxContexts = 128
const loopMethods = new Set(['forEach', 'map'])

export interface Contexts {
  /** The call under every frame it runs in; itself when nothing around it binds anything. `needsCallers` decides whether the functions around it are entered from their callers. */
  of(call: Expr<CallNode>, needsCallers: boolean): readonly Expr<CallNode>[]
  /** The loop around the call whose list does not settle; null when every loop settles. */
  unsettledLoop(call: Expr<CallNode>): Expr | null
}

/** The functions gone through on the way out, and whether the way was left because it turned back or grew too long. */
interface Walk {
  met: Set<Node>
  cut: boolean
}

/** Frames found from a level: those of a way that was not cut hold nearer in too, on any way that has met none of its functions. */
interface Entered extends Readonly<Walk> {
  frames: readonly Frame[]
  level: number
}

export function openContexts(values: Values, callers: CallerIndex): Contexts {
  const entered = new Map<FunctionNode, Entered[]>()
  let walk: Walk = { met: new Set(), cut: false }

  function framesAt(expr: Expr, level: number, needsCallers: boolean, seen: ReadonlySet<Node>): readonly (Frame | null)[] {
    const { module } = expr
    for (let inner = expr.node, at = module.parents.get(inner); at; inner = at, at = module.parents.get(at)) {
      // what stands in the list runs before the first turn
      if (at.type === 'ForOfStatement' && at.body === inner) {
        const statement = at
        return framesAt({ ...expr, node: at }, level, needsCallers, seen).flatMap(frame => turns(exprAt(module, statement.right, frame), statement, frame))
      }
      if (!isFunction(at)) continue
      const fn = at
      const outer = framesAt({ ...expr, node: fn }, level, needsCallers, seen)
      const list = loopedList(module, fn)
      if (list) return outer.flatMap(frame => turns(exprAt(module, list, frame), fn, frame))
      if (!needsCallers) return outer
      if (level >= maxLevels || seen.has(fn)) {
        walk.cut = true
        return outer
      }
      const frames = entriesOf(module, fn, level, seen)
      return frames.length > 0 ? frames : outer
    }
    return [null]
  }

  /** One frame per element of a list that settles on literals; the outer frame itself otherwise. */
  function turns(list: Expr, owner: Node, frame: Frame | null): (Frame | null)[] {
    const elements = elementsOf(list)
    if (!elements) return [frame]
    return elements.slice(0, maxContexts).map((element, i): Frame => {
      const args: Argument[] = [{ type: 'expr', expr: element }]
      if (isFunction(owner)) return { ...enterWith({ type: 'function', expr: { ...list, node: owner }, self: null }, args, element), id: `${list.module.file}:${owner.start}#${i}${frame ? `^${frame.id}` : ''}`, parent: frame }
      return { id: `${list.module.file}:${owner.start}#${i}${frame ? `^${frame.id}` : ''}`, owner, args, self: null, parent: frame, depth: frame?.depth ?? 0, site: null }
    })
  }

  /** Elements of an array literal, spreads and imported tables followed, or `Object.values` of an object literal. */
  function elementsOf(list: Expr, depth = 0): Expr[] | null {
    if (depth > 4) return null
    const found = values.resolve(list)
    const [only] = found
    if (found.length !== 1 || !only) return null
    if (only.type === 'call' && isMember(only.expr.node.callee) && only.callee.type === 'global' && only.callee.path.join('.') === 'Object.values') {
      const [argument] = only.expr.node.arguments
      const object = argument && argument.type !== 'SpreadElement' ? values.one({ ...only.expr, node: argument }) : null
      if (object?.type !== 'object' || object.expr.node.type !== 'ObjectExpression') return null
      return object.expr.node.properties.flatMap(p => (p.type === 'Property' ? [{ ...object.expr, node: p.value }] : []))
    }
    if (only.type !== 'array' || only.expr.node.type !== 'ArrayExpression') return null
    const out: Expr[] = []
    for (const element of only.expr.node.elements) {
      if (!element) continue
      if (element.type !== 'SpreadElement') {
        out.push({ ...only.expr, node: element })
        continue
      }
      const more = elementsOf({ ...only.expr, node: element.argument }, depth + 1)
      if (!more) return null
      out.push(...more)
    }
    return out
  }

  /** Every registration of one body runs in the same frames, from wherever its function is come to. */
  function entriesOf(module: Expr['module'], fn: FunctionNode, level: number, seen: ReadonlySet<Node>): readonly Frame[] {
    const outside = walk
    outside.met.add(fn)
    const list = entered.get(fn) ?? []
    const known = list.find(e => (e.cut ? e.level === level && seen.size === 0 : e.level >= level && [...e.met].every(met => !seen.has(met))))
    if (known) {
      for (const met of known.met) outside.met.add(met)
      return known.frames
    }
    walk = { met: new Set(), cut: false }
    const frames = entries(module, fn, level, new Set([...seen, fn]))
    if (!walk.cut || seen.size === 0) entered.set(fn, [...list, { ...walk, frames, level }])
    for (const met of walk.met) outside.met.add(met)
    outside.cut ||= walk.cut
    walk = outside
    return frames
  }

  function entries(module: Expr['module'], fn: FunctionNode, level: number, seen: ReadonlySet<Node>): Frame[] {
    return callers.callersOf(module, fn).sites.slice(0, maxContexts).flatMap(({ call }) =>
      framesAt(call, level + 1, true, seen).flatMap(frame => {
        const framed = { ...call, frame }
        const callee = values.resolve({ ...framed, node: framed.node.callee }).find(v => v.type === 'function' && v.expr.node === fn)
        // a registration runs for real: its frames do not use up the depth of a value
        return callee?.type === 'function' ? [{ ...values.enter(callee, framed), depth: 0 }] : []
      }))
  }

  return {
    of(call, needsCallers) {
      return framesAt(call, 0, needsCallers, new Set()).slice(0, maxContexts).map(frame => ({ ...call, frame }))
    },
    unsettledLoop(call) {
      for (let inner: Node = call.node, at = call.module.parents.get(inner); at; inner = at, at = call.module.parents.get(at)) {
        if (at.type === 'ForOfStatement' && at.body === inner) return elementsOf({ ...call, node: at.right }) ? null : { ...call, node: at.right }
        if (!isFunction(at)) continue
        const list = loopedList(call.module, at)
        if (list) return elementsOf({ ...call, node: list }) ? null : { ...call, node: list }
        return null
      }
      return null
    },
  }
}

/** The list whose `forEach` or `map` runs the function. */
function loopedList(module: Expr['module'], fn: FunctionNode): Expression | null {
  const call = module.parents.get(fn)
  if (!call || !isCall(call) || call.arguments[0] !== fn || !isMember(call.callee)) return null
  return loopMethods.has(memberName(call.callee) ?? '') ? strip(call.callee.object) : null
}
