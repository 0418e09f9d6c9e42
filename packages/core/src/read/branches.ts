/** From walked paths to branches: written conditions, guards, effects that belong (extraction.md 12.2 P3 P4 P10, 14 E2 E3 E4). */
import type { Effect, Predicate } from '../ir/index.js'
import { canonicalJson } from '../ir/index.js'
import type { RawCondition } from '../raw.js'
import type { Expr } from '../values/value.js'
import { type Conditions, conjuncts, leavesOf, type Lit, litPredicate, litText, treePredicate, treeText, truth } from './paths/condition.js'
import type { AccessSite, SitePath, Walked } from './paths/walker.js'

type Outcome = Walked['outcomes'][number]
type Site = Pick<AccessSite, 'seq' | 'paths' | 'loops' | 'finallyOf'>

const maxConditions = 64
const maxEffects = 200

/** One condition of the path as the transition writes it: `and` falls apart, joins are one compound (P4). */
export function writtenConditions(lits: readonly Lit[]): { conditions: RawCondition[]; cut: boolean } {
  const all = lits.flatMap((lit): RawCondition[] => {
    if (!lit.cond.tree) return [{ predicate: litPredicate(lit), positive: lit.positive, text: litText(lit) }]
    return conjuncts(lit).map(part => ({ predicate: treePredicate(part), positive: true, text: treeText(part) }))
  })
  if (all.length <= maxConditions) return { conditions: all, cut: false }
  const marker: RawCondition = { predicate: { type: 'opaque', sourceText: 'too many paths', reason: 'complexExpression' }, positive: true, text: '+<budget>' }
  return { conditions: [marker, ...all.slice(all.length - maxConditions + 1)], cut: true }
}

/** The loop markers among the conditions, joins included, with the local conditions of each (extraction.md 12.4). */
export function loopsOf(lits: readonly Lit[]): { marker: string; header: string; conditions: Predicate[][] }[] {
  const out = new Map(leavesOf(lits, true).flatMap(({ cond: { key, loop, predicate } }) => (loop && predicate.type === 'opaque'
    ? [[key, { marker: predicate.sourceText, header: loop.header, conditions: loop.ways.map(w => writtenConditions(w).conditions.map(c => c.predicate)) }] as const] : [])))
  return [...out.values()]
}

/** Every condition is a guard, or there is none (P3). */
export function isDefault(lits: readonly Lit[], terminal: Expr | null): boolean {
  return lits.every(({ cond, positive }) => {
    if (cond.join || cond.marker === 'budget') return true
    if (cond.marker === 'loop') return !positive
    if (!terminal || !cond.site) return !terminal
    if (cond.site.file !== terminal.module.file) return true
    const { statement } = cond.site
    return terminal.node.start >= statement.end || terminal.node.end <= statement.start
  })
}

/** The paths of a site that can hold with the outcome and run before it (E2). */
export function pathsWith(conditions: Conditions, outcome: Outcome, site: Site): SitePath[] {
  const terminal = outcome.completion.terminal?.expr ?? outcome.completion.place
  const inside = (holder: Expr): boolean => isWithin(terminal, holder)
  const marking = outcome.path.state.answer !== null || outcome.path.state.continued !== null
  const before = site.seq < (outcome.completion.last ?? outcome.completion.order) || marking || site.loops.some(inside) || site.finallyOf.some(inside)
  if (!before) return []
  const facts = conditions.factsOf(outcome.path.cell)
  const { outcomes, caught } = outcome.path.state
  return site.paths.filter(p => {
    if (p.caught && !caught) return false
    if (p.outcomes !== '' && outcomes !== p.outcomes && !outcomes.startsWith(`${p.outcomes}|`)) return false
    return !p.outer.some(l => truth(l, facts) === false)
  })
}

/** The place, or a call through which its function was entered, stands in the holder. */
function isWithin(place: Expr | null, holder: Expr): boolean {
  for (let at = place; at; at = at.frame?.site ?? null)
    if (at.module === holder.module && at.node.start >= holder.node.start && at.node.end <= holder.node.end) return true
  return false
}

/** Conditions common to all paths, without those the outcome's own imply, in order (E3). */
export function preconditionsOf(conditions: Conditions, outcome: Outcome, paths: readonly SitePath[]): Predicate[] {
  const [first, ...rest] = paths.map(p => [...p.outer, ...p.local])
  if (!first) return []
  const same = (a: Lit, b: Lit): boolean => a.cond === b.cond && a.positive === b.positive
  const common = first.filter(l => rest.every(list => list.some(x => same(x, l))))
  const facts = conditions.factsOf(outcome.path.cell)
  return writtenConditions(common.filter(l => truth(l, facts) !== true)).conditions.map(c => c.predicate)
}

/** What equal effects have in common at least. */
const kindKey = (effect: Effect): string => `${effect.type} ${'callee' in effect ? effect.callee : ''}`

/** Equal effects become one with a count; their places do not tell them apart (E4). */
export function foldEffects(effects: readonly Effect[]): { effects: Effect[]; cut: Record<string, number> } {
  const byContent = new Map<string, { effect: Effect; count: number }>()
  const alike = new Map<string, number>()
  for (const effect of effects) alike.set(kindKey(effect), (alike.get(kindKey(effect)) ?? 0) + 1)
  for (const effect of effects) {
    const { location: _location, place: _place, count: _count, ...content } = effect as Effect & { location?: unknown; place?: unknown; count?: number }
    const key = alike.get(kindKey(effect)) === 1 ? kindKey(effect) : canonicalJson(content)
    const known = byContent.get(key)
    if (known) known.count++
    else byContent.set(key, { effect, count: 1 })
  }
  const out: Effect[] = []
  const cut: Record<string, number> = {}
  const seen: Record<string, number> = {}
  for (const { effect, count } of byContent.values()) {
    const n = (seen[effect.type] ?? 0) + 1
    seen[effect.type] = n
    if (n > maxEffects) cut[effect.type] = (cut[effect.type] ?? 0) + 1
    else out.push(count > 1 ? { ...effect, count } : effect)
  }
  return { effects: out, cut }
}
