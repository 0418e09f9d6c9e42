/** Classes that are components: the body is one member, the listed others are sub-units (extraction.md 8.3). */
import type { ClassComponent, DiscoveryPattern, PatternPack } from '../pack/index.js'
import type { Gate } from '../index/gates.js'
import type { SourceModule } from '../program/module.js'
import { type ClassNode, type FunctionNode, isFunction, strip } from '../program/syntax.js'
import { findClassMember, superClassOf } from '../values/classes.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { type Expr, exprAt } from '../values/value.js'
import { moduleFunction } from './exports.js'
import { plainTerminals } from './module-init.js'
import type { DiscoveredUnit } from './unit.js'

type ClassPattern = DiscoveryPattern & { classComponent: ClassComponent }

export const isClassPattern = (pattern: DiscoveryPattern): pattern is ClassPattern =>
  pattern.classComponent !== undefined

const maxAncestors = 8

export function discoverClasses(input: {
  values: Values
  pack: PatternPack
  pattern: ClassPattern
  gate: Gate
}): DiscoveredUnit[] {
  const { values, pack, pattern } = input
  const { bases, body, subUnits } = pattern.classComponent
  return values.program.modules
    .filter(m => input.gate(m.file))
    .flatMap(module =>
      module.classes.flatMap((cls): DiscoveredUnit[] => {
        const name = nameOf(module, cls)
        if (name === null || !extendsBase(exprAt(module, cls))) return []
        const rendered = memberFunction(module, cls, body)
        if (!rendered) return []
        const exported = exportNameOf(module, name)
        const common = {
          pack,
          bodyReason: null,
          unread: [],
          wrapper: null,
          continuations: [],
          wrappers: [],
          client: null,
          metadata: {},
        }
        const component: DiscoveredUnit = {
          ...common,
          kind: pattern.kind,
          name,
          nameKind: 'binding',
          body: rendered,
          registration: rendered,
          binding: exported === null ? null : moduleFunction(pack, module.file, exported),
          terminals: pattern.terminals ?? pack.terminals,
          inputMapping: pattern.inputMapping ?? pack.inputMapping,
        }
        return [
          component,
          ...subUnits.flatMap((member): DiscoveredUnit[] => {
            const fn = memberFunction(module, cls, member)
            return fn
              ? [
                  {
                    ...common,
                    kind: 'scheduled-callback',
                    name: `${name}.${member}`,
                    nameKind: 'label',
                    body: fn,
                    registration: fn,
                    binding: null,
                    terminals: plainTerminals,
                    inputMapping: { type: 'allPositional' },
                    parent: true,
                  },
                ]
              : []
          }),
        ]
      }),
    )

  function extendsBase(cls: Expr<ClassNode>, depth = 0): boolean {
    const base = superClassOf(cls.node)
    if (!base || depth > maxAncestors) return false
    return values
      .resolve({ ...cls, node: base })
      .some(v =>
        v.type === 'class'
          ? extendsBase(v.expr, depth + 1)
          : (pattern.requiresImport ?? []).some(m => bases.some(b => isOrigin(v, m, b))),
      )
  }
}

function memberFunction(module: SourceModule, cls: ClassNode, name: string): Expr<FunctionNode> | null {
  const found = findClassMember(cls, name, false)
  const node = found?.type === 'method' ? found.node : found?.type === 'field' ? strip(found.value) : null
  return node && isFunction(node) ? exprAt(module, node) : null
}

function nameOf(module: SourceModule, cls: ClassNode): string | null {
  if (cls.id) return cls.id.name
  const holder = module.parents.get(cls)
  return holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier' ? holder.id.name : null
}

function exportNameOf(module: SourceModule, name: string): string | null {
  for (const [exported, target] of module.exports)
    if (target.type === 'local' && target.name === name) return exported
  return null
}
