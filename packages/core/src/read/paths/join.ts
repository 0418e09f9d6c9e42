/** Where paths meet, those of one state become one (extraction.md 12.2, P2, P8, P9). */
import { type Cell, type Cond, type Conditions, disjuncts, type Lit, litsOf, negateTree, type Tree } from './condition.js'
import { type Bag, type Path, stateKey } from './state.js'

const maxLeaves = 64
const maxStates = 64

export interface Joiner {
  /** One path per state. In tail position unanswered paths stay apart (P6). */
  join(paths: readonly Path[], tail: boolean): Bag
  fold(paths: readonly Path[]): Path
  reduce(alternatives: Lit[][]): Lit[][]
  readonly budgets: Set<'pathBudget'>
}

export function openJoiner(conditions: Conditions): Joiner {
  const budgets = new Set<'pathBudget'>()
  const budget = (): Cond => conditions.cond({ key: '<budget>', text: '<budget>', predicate: { type: 'opaque', sourceText: 'too many paths', reason: 'complexExpression' }, marker: 'budget' })

  function fold(paths: readonly Path[]): Path {
    const [first] = paths
    if (!first) throw new RangeError('a join has at least one path')
    if (paths.length === 1) return first
    const state = mergeHeaders(paths)
    const common = paths.map(p => p.cell).reduce((a, b) => commonCell(a, b))
    const flat = flatten(reduce(paths.map(p => litsOf(p.cell, common))))
    if (flat.some(r => r.length === 0)) return { cell: common, state }
    flat.sort((a, b) => firstId(a) - firstId(b))
    if (flat.reduce((sum, r) => sum + r.length, 0) > maxLeaves) {
      budgets.add('pathBudget')
      return { cell: conditions.cell(common, { cond: budget(), positive: true }), state }
    }
    if (flat.length === 1) return { cell: append(common, flat[0] ?? []), state }
    if (flat.every(r => r.length === 1)) {
      const tree: Tree = { type: 'and', of: flat.flatMap(r => r.map(l => negateTree({ type: 'lit', lit: l }))) }
      return { cell: conditions.cell(common, { cond: conditions.treeCond(tree), positive: false }), state }
    }
    return { cell: conditions.cell(common, { cond: conditions.oneOf(flat), positive: true }), state }
  }

  /** Rests that are one join or one `or` fall apart into their alternatives, and are reduced with the others. */
  function flatten(rests: Lit[][]): Lit[][] {
    if (rests.length < 2) return rests
    const parts = rests.flatMap(r => (r.length === 1 && r[0] ? disjuncts(r[0]) : [r]))
    return parts.length === rests.length ? rests : flatten(reduce(parts))
  }

  const append = (cell: Cell | null, lits: readonly Lit[]): Cell | null => lits.reduce<Cell | null>((at, lit) => conditions.cell(at, lit), cell)

  function join(paths: readonly Path[], tail: boolean): Bag {
    const groups = new Map<string, Path[]>()
    for (const path of paths) {
      const key = stateKey(path.state)
      const group = groups.get(key)
      if (group) group.push(path)
      else groups.set(key, [path])
    }
    const out: Path[] = []
    for (const group of groups.values()) {
      const [first] = group
      if (!first) continue
      if (tail && !first.state.answer && !first.state.continued) out.push(...new Map(group.map(p => [p.cell?.id ?? 0, p])).values())
      else out.push(fold(group))
    }
    if (out.length <= maxStates) return out
    return overflow(out)
  }

  /** P8: answered paths end at once; the others become one, with the budget marker and the status unread. */
  function overflow(paths: readonly Path[]): Bag {
    budgets.add('pathBudget')
    const answered = paths.filter(p => p.state.answer)
    const open = paths.filter(p => !p.state.answer)
    const [first] = open
    if (!first) return [fold(answered.map(p => ({ ...p, state: answered[0]?.state ?? p.state })))]
    const common = open.map(p => p.cell).reduce((a, b) => commonCell(a, b))
    const cell = conditions.cell(common, { cond: budget(), positive: true })
    return [{ cell, state: { ...first.state, status: first.state.status ? { type: 'unread', text: 'too many paths' } : null } }]
  }

  return { join, fold, reduce, budgets }
}

const firstId = (lits: readonly Lit[]): number => Math.min(...lits.map(l => l.cond.id))

function commonCell(a: Cell | null, b: Cell | null): Cell | null {
  let x = a
  let y = b
  while (x !== y) {
    if ((x?.depth ?? 0) >= (y?.depth ?? 0)) x = x?.parent ?? null
    else y = y?.parent ?? null
  }
  return x
}

function mergeHeaders(paths: readonly Path[]): Path['state'] {
  const [first, ...rest] = paths
  if (!first) throw new RangeError('a join has at least one path')
  const headers: typeof first.state.headers = {}
  const names = new Set(paths.flatMap(p => Object.keys(p.state.headers)))
  for (const name of [...names].sort()) {
    const texts = paths.map(p => p.state.headers[name])
    const known = texts.find(t => t !== undefined)
    if (!known) continue
    const same = texts.every(t => t && t.text === known.text)
    headers[name] = same ? known : { text: known.text, ref: { type: 'unresolved', sourceText: known.text } }
  }
  return rest.length === 0 ? first.state : { ...first.state, headers }
}

const implies = (conditions: readonly Lit[], lit: Lit): boolean =>
  conditions.some(x => (x.cond === lit.cond && x.positive === lit.positive)
    || (!lit.positive && lit.cond.eq && x.positive && x.cond.eq && x.cond.eq.subject === lit.cond.eq.subject && x.cond.eq.literal !== lit.cond.eq.literal))

/** J1 and J2 applied until neither fits. */
export function reduce(input: readonly (readonly Lit[])[]): Lit[][] {
  const lists = input.map(l => [...l])
  for (let again = true; again;) {
    again = false
    for (let i = 0; i < lists.length; i++) {
      for (let j = 0; j < lists.length; j++) {
        const a = lists[i]
        const b = lists[j]
        if (i === j || !a || !b || !a.every(l => implies(b, l))) continue
        lists.splice(j, 1)
        if (j < i) i--
        j--
        again = true
      }
    }
    again = dropOpposites(lists) || again
  }
  return lists
}

/** J2: `c` leaves a rest if another rest has `!c` and otherwise only conditions the first, without `c`, implies. */
function dropOpposites(lists: Lit[][]): boolean {
  let changed = false
  for (const a of lists) {
    for (const b of lists) {
      if (a === b) continue
      for (const lit of a) {
        const at = b.findIndex(x => x.cond === lit.cond && x.positive !== lit.positive)
        if (at < 0) continue
        const without = b.filter((_, i) => i !== at)
        if (!a.every(x => x === lit || implies(without, x))) continue
        b.splice(at, 1)
        changed = true
        break
      }
    }
  }
  return changed
}
