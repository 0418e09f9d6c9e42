/** From walked paths to branches: written conditions, guards, effects that belong (extraction.md 12.2 P3 P4 P10, 14 E2 E3 E4). */
import type { Effect, Predicate } from '../ir/index.js'
import { canonicalJson } from '../ir/index.js'
import type { RawCondition } from '../raw.js'
import type { Expr } from '../values/value.js'
import { type Conditions, conjuncts, factsOfAll, leavesOf, type Lit, litPredicate, litText, partsOf, treePredicate, treeText, truth } from './paths/condition.js'
import { reduce } from './paths/join.js'
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
  const marker: RawCondition = { predicate: tooMany, positive: true, text: '+<budget>' }
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
    if (p.answer !== null && p.answer !== outcome.path.state.answer?.key) return false
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

const maxAlternatives = 16

/** When the site runs, beside the outcome's own conditions: what all its paths have in common, and one of what is left of each (E3). */
export function preconditionsOf(conditions: Conditions, outcome: Outcome, paths: readonly SitePath[]): Predicate[] {
  const facts = conditions.factsOf(outcome.path.cell)
  const lists = paths.map(p => [...p.outer, ...p.local].flatMap(partsOf).filter(l => truth(l, facts) !== true))
  const [first, ...others] = lists
  if (!first) return []
  const implied = others.map(impliedBy)
  const common = first.filter((l, i) => first.findIndex(x => same(x, l)) === i && implied.every(by => by(l)))
  const isShared = impliedBy(common)
  const rests = reduce(lists.map(list => list.filter(l => !isShared(l))))
  const isOne = rests.length < 2
  const written = writtenConditions(isOne ? [...common, ...rests.flat()] : common).conditions.map(c => c.predicate)
  if (isOne || rests.some(r => r.length === 0)) return nearest(written)
  if (rests.flat().length > maxAlternatives) return nearest([...written, tooMany])
  return nearest([...written, litPredicate({ positive: true, cond: conditions.oneOf(rests) })])
}

const tooMany: Predicate = { type: 'opaque', sourceText: 'too many paths', reason: 'complexExpression' }
const maxTests = 16

/** Those next to the site; what is left out stays one condition that is not read. */
function nearest(predicates: readonly Predicate[]): Predicate[] {
  let tests = 0
  const first = predicates.findLastIndex(predicate => {
    tests += testsIn(predicate)
    return tests > maxTests
  })
  return first < 0 ? [...predicates] : [tooMany, ...predicates.slice(first + 1)]
}

function testsIn(predicate: Predicate): number {
  if (predicate.type === 'compound') return predicate.operands.reduce((sum, operand) => sum + testsIn(operand), 0)
  return predicate.type === 'negation' ? testsIn(predicate.operand) : 1
}

function impliedBy(lits: readonly Lit[]): (lit: Lit) => boolean {
  const facts = factsOfAll(lits)
  return lit => lits.some(l => same(l, lit)) || truth(lit, facts) === true
}

const same = (a: Lit, b: Lit): boolean => a.cond === b.cond && a.positive === b.positive

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
