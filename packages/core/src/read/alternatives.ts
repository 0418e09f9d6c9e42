/** One outcome whose thrown value or status depends on a choice becomes one per choice (extraction.md T3, 16.2). */
import type { Predicate, ValueRef } from '../ir/index.js'
import { isRecord } from '../ir/index.js'
import { type Expression, isFunction, type Node, strip } from '../program/syntax.js'
import type { Binding } from '../program/scopes.js'
import type { Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'
import { type Cell, type Conditions, litsOf, negateTree, type Tree } from './paths/condition.js'
import type { StatusRef } from './paths/state.js'
import type { Walked } from './paths/walker.js'
import type { Roles } from './roles.js'
import type { Statuses } from './statuses.js'
import type { Subjects } from './subjects.js'
import type { Tests } from './tests.js'

type Outcome = Walked['outcomes'][number]

export interface Alternative {
  outcome: Outcome
  /** When it is taken could not be read. */
  uncertain: boolean
}

export interface Alternatives {
  of(outcome: Outcome): readonly Alternative[]
  /** Names that hold their first value where a choice tests them. */
  rewrite(predicate: Predicate): Predicate
}

/** A value an expression may have; `tree` null: always, or when is not known. */
interface Choice {
  value: Expr
  tree: Tree | null
  sure: boolean
  /** The name keeps what it was declared with. */
  initial: Binding | null
}

const maxChoices = 8

export function openAlternatives(input: {
  values: Values
  subjects: Subjects
  conditions: Conditions
  tests: Tests
  statuses: Statuses
  roles: Roles
}): Alternatives {
  const { values, subjects, conditions, tests } = input
  const renamed = new Map<string, ValueRef>()

  function choicesOf(expr: Expr, depth = 0): Choice[] {
    const node = strip(expr.node as Expression)
    const at = { ...expr, node }
    if (depth > 3) return [{ value: at, tree: null, sure: true, initial: null }]
    const under = (child: Expression, tree: Tree): Choice[] => choicesOf({ ...at, node: child }, depth + 1).map(c => ({ ...c, tree: both(tree, c.tree) }))
    if (node.type === 'ConditionalExpression') {
      const tree = tests.treeOf({ ...at, node: node.test }, node)
      return [...under(node.consequent, tree), ...under(node.alternate, negateTree(tree))]
    }
    if (node.type === 'LogicalExpression' && node.operator === '||') {
      const tree = tests.treeOf({ ...at, node: node.left }, node)
      return [...under(node.left, tree), ...under(node.right, negateTree(tree))]
    }
    const binding = node.type === 'Identifier' ? values.binding(at.module, node) : null
    if (binding?.source.type === 'init' && binding.writes.length > 0) return written(at, binding)
    if (binding?.source.type === 'init' && binding.source.path.length === 0 && isChoice(binding.source.value)) return choicesOf({ ...at, node: strip(binding.source.value) }, depth + 1)
    return [{ value: at, tree: null, sure: true, initial: null }]
  }

  /** `let error = err; if (…) error = new Http(500)`. */
  function written(at: Expr, binding: Binding): Choice[] {
    if (binding.source.type !== 'init') return []
    const first: Choice = { value: { ...at, node: binding.source.value }, tree: null, sure: false, initial: binding }
    const changes = binding.writes.flatMap((w): Choice[] => (w.value === null || w.operator !== '=' ? [] : [{ value: { ...at, node: strip(w.value) }, tree: null, sure: false, initial: null }]))
    if (changes.length < binding.writes.length) return []
    const [write] = binding.writes
    const [change] = changes
    const guard = write && binding.writes.length === 1 ? guardOf(at, binding, write.node) : null
    if (!guard || !change) return [first, ...changes]
    const name = subjects.refOf(at)
    if (binding.source.path.length === 0 && name.type === 'unresolved') renamed.set(name.sourceText, subjects.refOf(first.value))
    return [{ ...first, tree: negateTree(guard), sure: true }, { ...change, tree: guard, sure: true }]
  }

  /** The tests under which a write runs; null when there is none, or it is not only tests that decide. */
  function guardOf(use: Expr, binding: Binding, write: Node): Tree | null {
    const { parents } = use.module
    if (write.end > use.node.start) return null
    let tree: Tree | null = null
    for (let at = write; ; ) {
      const parent = parents.get(at)
      if (!parent || parent === binding.owner) break
      if (isFunction(parent)) return null
      if (parent.type === 'IfStatement' && parent.test !== at) {
        if (within(parent, use.node)) break
        const test = tests.treeOf({ ...use, node: parent.test }, parent)
        tree = both(parent.consequent === at ? test : negateTree(test), tree)
      } else if (!['BlockStatement', 'ExpressionStatement', 'AssignmentExpression'].includes(parent.type)) return null
      at = parent
    }
    return tree
  }

  const within = (holder: Node, node: Node): boolean => holder.start <= node.start && node.end <= holder.end

  function of(outcome: Outcome): readonly Alternative[] {
    const { terminal } = outcome.completion
    const found = terminal?.outcome
    const plain = [{ outcome, uncertain: false }]
    if (!terminal || !found) return plain
    if (found.type === 'throw') {
      if (!found.value || found.rethrown) return plain
      const choices = choicesOf(found.value)
      return made(outcome, choices, choice => ({
        ...outcome, completion: { ...outcome.completion, terminal: { ...terminal, outcome: { ...found, value: choice.value, rethrown: input.roles.isCaught(choice.value) } } },
      }))
    }
    if (found.type !== 'response') return plain
    const status = outcome.path.state.answer?.status ?? found.codes
    if (status?.type !== 'unread' || !status.expr || status.thrownField !== undefined) return plain
    const choices = choicesOf(status.expr).map(choice => ({ ...choice, status: choice.initial ? (input.statuses.thrownInitial(choice.initial, choice.value) ?? input.statuses.statusOf(choice.value)) : input.statuses.statusOf(choice.value) }))
    if (!choices.some(c => c.status.thrownField !== undefined) && choices.some(c => c.status.type !== 'literal')) return plain
    return made(outcome, choices, choice => withStatus(outcome, choice.status))
  }

  function withStatus(outcome: Outcome, status: StatusRef): Outcome {
    const { answer } = outcome.path.state
    return answer ? { ...outcome, path: { ...outcome.path, state: { ...outcome.path.state, answer: { ...answer, status } } } } : outcome
  }

  function made<C extends Choice>(outcome: Outcome, choices: readonly C[], make: (choice: C) => Outcome): readonly Alternative[] {
    if (choices.length < 2 || choices.length > maxChoices) return [{ outcome, uncertain: false }]
    return choices.flatMap((choice): Alternative[] => {
      const next = choice.tree ? conditions.extend(outcome.path.cell, choice.tree, outcome.path.state.thrown) : { cell: outcome.path.cell }
      if (!next) return []
      const changed = make(choice)
      return [{ outcome: { ...changed, path: { ...changed.path, cell: next.cell }, lits: litsOf(next.cell as Cell | null) }, uncertain: !choice.sure }]
    })
  }

  function rewrite(predicate: Predicate): Predicate {
    return renamed.size === 0 ? predicate : (rewritten(predicate) as Predicate)
  }

  function rewritten(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(rewritten)
    if (!isRecord(value)) return value
    const ref = value['type'] === 'unresolved' && typeof value['sourceText'] === 'string' ? renamed.get(value['sourceText']) : undefined
    return ref ?? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rewritten(member)]))
  }

  return { of, rewrite }
}

/** `c ? a : b`, `a || b`. */
const isChoice = (node: Node): boolean => {
  const inner = strip(node as Expression)
  return inner.type === 'ConditionalExpression' || (inner.type === 'LogicalExpression' && inner.operator === '||')
}

const both = (a: Tree, b: Tree | null): Tree => (b ? { type: 'and', of: [a, b] } : a)
