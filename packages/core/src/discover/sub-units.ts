/** Units the runtime schedules out of another's body, as a pack's `subUnits` names them (extraction.md U5). */
import type { DiscoveredSubUnit, ElementFunction, PatternPack, SubUnitContext } from '../pack/index.js'
import { type CallNode, children, type Expression, type FunctionNode, isCall, isFunction, isNode, type JSXAttribute, type Node, strip } from '../program/syntax.js'
import { boundName } from '../values/names.js'
import { originOf } from '../values/origin.js'
import { isWithin, returnedExpressions } from '../values/returns.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'
import { plainTerminals } from './module-init.js'
import type { DiscoveredUnit } from './unit.js'

export function discoverSubUnits(parent: DiscoveredUnit, input: { values: Values; packs: readonly PatternPack[]; isClaimed(fn: Node): boolean }): DiscoveredUnit[] {
  const { body } = parent
  if (!body) return []
  const { values } = input
  const home = enclosingClass(body.module.parents, body.node) ?? body.node
  const context: SubUnitContext = {
    calls: () => callsIn(body.node, input.isClaimed).map(node => {
      const call: Expr<CallNode> = { module: body.module, node, frame: body.frame }
      const callees = values.resolve({ ...call, node: call.node.callee })
      const [only] = callees
      return {
        origin: callees.length === 1 && only ? originOf(only) : null,
        callee: body.module.text.slice(call.node.callee.start, call.node.callee.end),
        callback(position) {
          const argument = call.node.arguments[position]
          const node = argument && argument.type !== 'SpreadElement' ? strip(argument) : null
          return node && isFunction(node) ? node : null
        },
      }
    }),
    attributes: () => attributesIn(body.node, input.isClaimed).flatMap((attribute): ElementFunction[] => {
      const given = functionGiven({ module: body.module, node: attribute, frame: body.frame })
      const element = body.module.parents.get(attribute)
      return given && element?.type === 'JSXOpeningElement' ? [{ ...given, tag: text(element.name), attribute: text(attribute.name) }] : []
    }),
    returned: func => (isNode(func) && isFunction(func) ? returnedExpressions(func).flatMap(e => (e && isFunction(strip(e)) ? [strip(e)] : [])) : []),
  }
  const text = (node: Node): string => body.module.text.slice(node.start, node.end)
  return input.packs.flatMap(pack => (pack.subUnits?.({ func: body.node, name: parent.name, kind: parent.kind }, context) ?? []).flatMap(sub => unitOf(sub, parent, pack)))

  /** `{() => …}`, or `{save}` and `{this.save}` of a function declared in the parent. */
  function functionGiven({ module, node, frame }: Expr<JSXAttribute>): Pick<ElementFunction, 'func' | 'name'> | null {
    const { value } = node
    if (value?.type !== 'JSXExpressionContainer') return null
    const given = strip(value.expression as Expression)
    if (isFunction(given)) return { func: given, name: null }
    if (given.type !== 'Identifier' && given.type !== 'MemberExpression') return null
    const found = values.one({ module, node: given, frame })
    if (found?.type !== 'function' || found.expr.module !== module || !isWithin(module.parents, found.expr.node, home)) return null
    return { func: found.expr.node, name: boundName(found.expr) }
  }
}

function unitOf(sub: DiscoveredSubUnit, parent: DiscoveredUnit, pack: PatternPack): DiscoveredUnit[] {
  const { func } = sub
  if (!parent.body || !isNode(func) || !isFunction(func)) return []
  const body: Expr<FunctionNode> = { module: parent.body.module, node: func, frame: parent.body.frame }
  return [{
    kind: sub.kind, name: sub.name, nameKind: sub.nameKind ?? 'label', pack, body, registration: body, bodyReason: null,
    binding: null, unread: [], terminals: sub.terminals ?? plainTerminals, inputMapping: sub.inputMapping ?? { type: 'allPositional' },
    wrapper: null, continuations: [], wrappers: [], client: null, parent: true, metadata: sub.metadata ?? {},
  }]
}

/** The class a method or a field's function is written in. */
function enclosingClass(parents: ReadonlyMap<Node, Node>, node: Node): Node | null {
  const member = parents.get(node)
  if (member?.type !== 'MethodDefinition' && member?.type !== 'PropertyDefinition') return null
  return parents.get(parents.get(member) ?? member) ?? null
}

function attributesIn(root: Node, isClaimed: (fn: Node) => boolean): JSXAttribute[] {
  if (root.type === 'Program') return []
  const out: JSXAttribute[] = []
  const visit = (node: Node): void => {
    if (node !== root && isFunction(node) && isClaimed(node)) return
    if (node.type === 'JSXAttribute') out.push(node)
    for (const child of children(node)) visit(child)
  }
  visit(root)
  return out
}

/** Calls of the owned body: functions that are units of their own are left out. */
function callsIn(root: Node, isClaimed: (fn: Node) => boolean): CallNode[] {
  const out: CallNode[] = []
  const visit = (node: Node): void => {
    if (node !== root && isFunction(node) && isClaimed(node)) return
    if (root.type === 'Program' && isFunction(node)) return
    if (isCall(node)) out.push(node)
    for (const child of children(node)) visit(child)
  }
  visit(root)
  return out.sort((a, b) => a.start - b.start)
}
