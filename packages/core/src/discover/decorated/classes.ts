/** Decorated classes and their members, those of base classes of the project included (extraction.md 8.1). */
import {
  type ClassNode,
  type Expression,
  type FunctionNode,
  isFunction,
  keyName,
  type Node,
  strip,
} from '../../program/syntax.js'
import { superClassOf } from '../../values/classes.js'
import { type Decorators, decoratorsOn } from '../../values/decorators.js'
import type { Values } from '../../values/resolve.js'
import { instanceFrame } from '../../values/receivers.js'
import { exprAt, type Expr, type Value } from '../../values/value.js'

export interface DecoratedMember {
  name: string
  /** The class it is written in. */
  cls: Expr<ClassNode>
  node: Node
  /** Null: the property holds no function that can be read. */
  fn: Expr<FunctionNode> | null
  decorators: Decorators
}

const maxLevels = 16

/** The class and its bases in the project, the class first; `rest` is the base that is none. */
export function classChain(
  values: Values,
  cls: Expr<ClassNode>,
): { classes: readonly Expr<ClassNode>[]; rest: Value | null } {
  const classes: Expr<ClassNode>[] = []
  let at: Expr<ClassNode> | null = cls
  while (at && classes.length < maxLevels) {
    classes.push(at)
    const base: Expression | null = superClassOf(at.node)
    if (!base) return { classes, rest: null }
    const value: Value | null = values.one({ ...at, node: base })
    if (value?.type !== 'class')
      return { classes, rest: value ?? { type: 'opaque', expr: at, reason: 'unsupportedSyntax' } }
    at = value.expr
  }
  return { classes, rest: null }
}

/** Instance members by name, nearest first: a member of the class hides one of its base. */
export function membersOf(values: Values, cls: Expr<ClassNode>): DecoratedMember[] {
  const out = new Map<string, DecoratedMember>()
  for (const owner of classChain(values, cls).classes) {
    for (const node of owner.node.body.body) {
      if ((node.type !== 'MethodDefinition' && node.type !== 'PropertyDefinition') || node.static) continue
      if (node.type === 'MethodDefinition' && (node.kind !== 'method' || !node.value.body)) continue
      const name = keyName(node.key, node.computed)
      if (name === null || out.has(name)) continue
      out.set(name, {
        name,
        cls: owner,
        node,
        fn: functionOf(values, owner, node.value),
        decorators: decoratorsOn(values, { ...owner, node }),
      })
    }
  }
  return [...out.values()]
}

function functionOf(values: Values, owner: Expr<ClassNode>, written: Node | null): Expr<FunctionNode> | null {
  if (written === null) return null
  const value = strip(written as Expression)
  if (isFunction(value)) return { ...owner, node: value }
  const found = values.one({ ...owner, node: value })
  return found?.type === 'function' ? found.expr : null
}

/** The function with `this` an instance of the concrete class; unchanged where it is written in that class. */
export function bodyFor(
  fn: Expr<FunctionNode>,
  owner: Expr<ClassNode>,
  concrete: Expr<ClassNode>,
): Expr<FunctionNode> {
  if (owner.node === concrete.node && fn.frame === null) return fn
  return { ...fn, frame: instanceFrame(owner, concrete) }
}

/** Classes declared at the top of the files the gate lets through, with their decorators; abstract ones are no units. */
export function decoratedClasses(
  values: Values,
  gate: (file: string) => boolean,
): { cls: Expr<ClassNode>; decorators: Decorators }[] {
  return values.program.modules
    .filter(m => gate(m.file))
    .flatMap(module =>
      module.classes.flatMap(node => {
        if (node.decorators.length === 0 || node.abstract || isNested(module.parents, node)) return []
        const cls = exprAt(module, node)
        return [{ cls, decorators: decoratorsOn(values, cls) }]
      }),
    )
}

const isNested = (parents: ReadonlyMap<Node, Node>, node: Node): boolean => {
  for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return true
  return false
}

export const className = (cls: Expr<ClassNode>): string => cls.node.id?.name ?? 'class'
