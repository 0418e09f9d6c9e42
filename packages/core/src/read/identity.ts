/** What a unit is called and where it stands, and the wrappers registered around it. */
import type { DiscoveredUnit } from '../discover/unit.js'
import type { SourceHost } from '../host.js'
import { type Expression, isCall, isFunction, type Node, strip } from '../program/syntax.js'
import type { RawCodeStructure, RawWrapper } from '../raw.js'
import type { Expr } from '../values/value.js'
import type { Places } from './places.js'

export function identityOf(unit: DiscoveredUnit, host: SourceHost, places: Places): RawCodeStructure['identity'] {
  const shown: Expr = unit.shownAt ?? (unit.body ? { module: unit.body.module, node: unit.body.node as Node, frame: null } : unit.registration)
  const { workspace, file } = host.place(shown.module.file)
  const exportPath = unit.shownAt || !unit.body ? null : exportPathOf(unit)
  const { receiver } = unit
  return {
    name: unit.name, nameKind: unit.nameKind, kind: unit.kind, file, workspace,
    range: places.range(shown), span: { start: shown.node.start, end: shown.node.end },
    exportName: exportPath?.at(-1) ?? null, exportPath,
    ...(receiver ? { receiverClass: { file: host.place(receiver.module.file).file, name: receiver.node.id?.name ?? 'class' } } : {}),
  }
}

/** `C.list` for a method that the exported class C inherits. */
function exportPathOf(unit: Pick<DiscoveredUnit, 'body' | 'receiver'>): string[] | null {
  const { receiver, body } = unit
  if (!receiver) return functionPath(unit)
  const method = body && isFunction(body.node) ? boundMember(body.module.parents.get(body.node)) : null
  const local = receiver.node.id?.name
  for (const [exported, target] of receiver.module.exports)
    if (method !== null && target.type === 'local' && target.name === local) return [exported, method]
  return null
}

const boundMember = (holder: Node | undefined): string | null =>
  ((holder?.type === 'MethodDefinition' || holder?.type === 'PropertyDefinition') && holder.key.type === 'Identifier' ? holder.key.name : null)

/** The name under which the module exports the function; `Class.method` for a method of an exported class. */
function functionPath(unit: Pick<DiscoveredUnit, 'body'>): string[] | null {
  const { body } = unit
  if (!body || !isFunction(body.node)) return null
  const { module, node } = body
  const holder = module.parents.get(node)
  const exportedAs = (name: string): string | null => {
    for (const [exported, target] of module.exports) if (target.type === 'local' && target.name === name) return exported
    return null
  }
  if (node.type === 'FunctionDeclaration' && node.id) {
    const name = module.top.get(node.id.name)?.source.type === 'function' ? exportedAs(node.id.name) : null
    if (name !== null) return [name]
  }
  for (const [exported, target] of module.exports) {
    if (target.type === 'value' && strip(target.node as Expression) === node) return [exported]
    if (target.type === 'value' && isCall(strip(target.node as Expression)) && holder && strip(target.node as Expression) === holder) return [exported]
  }
  let at: Node | undefined = holder
  let depth = 0
  while (at && (isCall(at) || at.type === 'TSAsExpression' || at.type === 'TSSatisfiesExpression') && depth++ < 3) at = module.parents.get(at)
  if (at?.type === 'VariableDeclarator' && at.id.type === 'Identifier' && module.top.get(at.id.name)) {
    const name = exportedAs(at.id.name)
    return name === null ? null : [name]
  }
  if ((at?.type === 'MethodDefinition' || at?.type === 'PropertyDefinition') && at.key.type === 'Identifier') {
    const cls = module.parents.get(module.parents.get(at) ?? at)
    const name = cls && 'id' in cls && cls.id && cls.id.type === 'Identifier' ? exportedAs(cls.id.name) : null
    return name === null ? null : [name, at.key.name]
  }
  return null
}

export function wrappersOf(unit: DiscoveredUnit, places: Places): RawWrapper[] {
  return unit.wrappers.flatMap(({ target, ...rest }): RawWrapper[] => {
    switch (target.type) {
      case 'unit': {
        const { body } = target.unit
        const shown = body ? { module: body.module, node: body.node as Node, frame: null } : target.unit.registration
        return [{ ...rest, target: { type: 'place', place: places.declaration(shown), name: target.unit.name } }]
      }
      case 'stub': {
        const hook = target.unless?.unit.body
        const unless = hook ? { unless: { place: places.declaration({ module: hook.module, node: hook.node as Node, frame: null }), success: target.unless?.success ?? null } } : {}
        return [{ ...rest, target: { type: 'stub', id: target.id, ...unless } }]
      }
      case 'unread': return [{ ...rest, target: { type: 'unread', reason: target.reason } }]
      default: return target satisfies never
    }
  })
}
