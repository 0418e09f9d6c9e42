/** Conditions of a path: tests, joins and markers, their trees, and what a path already knows (extraction.md 12.1, P4, P5). */
import type { Predicate } from '../../ir/index.js'
import { negate } from './negate.js'

export interface Cond {
  id: number
  /** Two conditions of one key are one: stable tests by name and form, all others by their site. */
  key: string
  /** Canonical text, for transition ids. */
  text: string
  /** What it says when it holds; joins and trees are written from their parts. */
  predicate: Predicate
  /** What it says when it fails, where that is more than its negation. */
  opposite: Predicate | null
  /** Truth cannot change along a path. */
  stable: boolean
  /** `subject === literal` of a stable subject. */
  eq: { subject: string; literal: string } | null
  /** `e instanceof C` of a catch variable: the class, by its place. */
  instanceOf: string | null
  /** Condition of a test that holds several: the `and` form. */
  tree: Tree | null
  /** A join: alternatives, each a list of conditions. */
  join: Lit[][] | null
  /** A loop marker: the local paths that lead there. */
  loop: { site: string; header: string; ways: Lit[][] } | null
  marker: 'catch' | 'loop' | 'budget' | null
  /** Where it is tested, for guards and for places. */
  site: CondSite | null
}

export interface CondSite {
  file: string
  start: number
  end: number
  /** The innermost compound statements that hold the test, outermost first; a condition is a guard outside them. */
  statement: { start: number; end: number }
}

export interface Lit {
  cond: Cond
  positive: boolean
}

export type Tree =
  | { type: 'lit'; lit: Lit }
  | { type: 'and' | 'or'; of: Tree[] }
  | { type: 'const'; value: boolean }

export interface Cell {
  id: number
  parent: Cell | null
  lit: Lit
  depth: number
}

interface Facts {
  lits: ReadonlyMap<string, boolean>
  eq: ReadonlyMap<string, string>
  /** Markers of loops that hold. */
  loops: readonly Cond[]
}

export const negateTree = (tree: Tree): Tree => {
  switch (tree.type) {
    case 'const': return { type: 'const', value: !tree.value }
    case 'lit': return { type: 'lit', lit: { cond: tree.lit.cond, positive: !tree.lit.positive } }
    default: return { type: tree.type === 'and' ? 'or' : 'and', of: tree.of.map(negateTree) }
  }
}

export const treeText = (tree: Tree): string => {
  switch (tree.type) {
    case 'const': return String(tree.value)
    case 'lit': return litText(tree.lit)
    default: return `(${tree.of.map(treeText).join(tree.type === 'and' ? '&' : '|')})`
  }
}

export const litText = ({ cond, positive }: Lit): string => {
  if (cond.tree) return treeText(positive ? cond.tree : negateTree(cond.tree))
  return `${positive ? '+' : '-'}${cond.text}`
}

const treeKey = (tree: Tree): string => {
  switch (tree.type) {
    case 'const': return String(tree.value)
    case 'lit': return `${tree.lit.positive ? '' : '!'}${tree.lit.cond.key}`
    default: return `(${tree.of.map(treeKey).join(tree.type === 'and' ? '&' : '|')})`
  }
}

/** All conditions of one unit; persistent cells are shared among its paths. */
export class Conditions {
  #conds = new Map<string, Cond>()
  #cells = new Map<string, Cell>()
  #facts = new WeakMap<Cell, Facts>()

  /** The condition of this key, made on first sight. */
  cond(parts: Partial<Cond> & Pick<Cond, 'key' | 'text' | 'predicate'>): Cond {
    const known = this.#conds.get(parts.key)
    if (known) return known
    const cond: Cond = { opposite: null, stable: false, eq: null, instanceOf: null, tree: null, join: null, loop: null, marker: null, site: null, ...parts, id: this.#conds.size + 1 }
    this.#conds.set(parts.key, cond)
    return cond
  }

  cell(parent: Cell | null, lit: Lit): Cell {
    const key = `${parent?.id ?? 0}|${lit.cond.id}|${lit.positive}`
    const known = this.#cells.get(key)
    if (known) return known
    const cell: Cell = { id: this.#cells.size + 1, parent, lit, depth: (parent?.depth ?? 0) + 1 }
    this.#cells.set(key, cell)
    return cell
  }

  /** The cell after a test, or null when the path already says it fails. `thrown` is the class of a catch's throw. */
  extend(cell: Cell | null, test: Tree, thrown: ThrownClass | null): { cell: Cell | null } | null {
    const rest = this.simplify(test, cell, thrown)
    switch (rest.type) {
      case 'const': return rest.value ? { cell } : null
      case 'lit': return { cell: this.cell(cell, rest.lit) }
      default: {
        const isAnd = rest.type === 'and'
        const base = isAnd ? rest : negateTree(rest)
        return { cell: this.cell(cell, { cond: this.treeCond(base), positive: isAnd }) }
      }
    }
  }

  treeCond(tree: Tree): Cond {
    return this.cond({ key: treeKey(tree), text: treeText(tree), predicate: treePredicate(tree), tree, site: firstSite(tree) })
  }

  /** A join: one of several lists of conditions holds. */
  oneOf(alternatives: Lit[][]): Cond {
    const key = `{${alternatives.map(r => r.map(l => `${l.positive ? '' : '!'}${l.cond.key}`).join('&')).join('|')}}`
    const text = `(${alternatives.map(r => r.map(litText).join('&')).join('|')})`
    return this.cond({
      key, text, join: alternatives,
      predicate: { type: 'compound', op: 'or', operands: [] },
      site: alternatives[0]?.[0]?.cond.site ?? null,
    })
  }

  simplify(tree: Tree, cell: Cell | null, thrown: ThrownClass | null): Tree {
    const facts = this.factsOf(cell)
    const visit = (t: Tree): Tree => {
      if (t.type === 'const') return t
      if (t.type === 'lit') {
        const value = known(t.lit, facts, thrown)
        return value === null ? t : { type: 'const', value }
      }
      const rest: Tree[] = []
      for (const part of t.of) {
        const seen = visit(part)
        if (seen.type !== 'const') rest.push(seen)
        else if (seen.value === (t.type === 'or')) return seen
      }
      const [only] = rest
      if (!only) return { type: 'const', value: t.type === 'and' }
      return rest.length === 1 ? only : { type: t.type, of: rest }
    }
    return visit(tree)
  }

  factsOf(cell: Cell | null): Facts {
    if (!cell) return { lits: new Map(), eq: new Map(), loops: [] }
    const before = this.#facts.get(cell)
    if (before) return before
    const parent = this.factsOf(cell.parent)
    const lits = new Map(parent.lits)
    const eq = new Map(parent.eq)
    const loops = [...parent.loops]
    const facts = { lits, eq, loops }
    addFacts({ type: 'lit', lit: cell.lit }, facts)
    this.#facts.set(cell, facts)
    return facts
  }
}

/** What conditions say that all hold. */
export function factsOfAll(lits: readonly Lit[]): Facts {
  const known = { lits: new Map<string, boolean>(), eq: new Map<string, string>(), loops: [] }
  for (const lit of lits) addFacts({ type: 'lit', lit }, known)
  return known
}

/** A condition as those it consists of. */
export function partsOf(lit: Lit): Lit[] {
  const tree = lit.cond.tree && (lit.positive ? lit.cond.tree : negateTree(lit.cond.tree))
  return tree?.type === 'and' && tree.of.every(t => t.type === 'lit') ? tree.of.flatMap(t => (t.type === 'lit' ? partsOf(t.lit) : [])) : [lit]
}

/** Class of an explicit throw, by its place, with its ancestors. */
export interface ThrownClass {
  key: string
  name: string
  ancestors: readonly string[]
  /** Every ancestor was read. */
  complete: boolean
  /** Throws of one class that differ in their members stay apart. */
  variant?: string
  value?: import('../thrown.js').ThrownValue
}

function addFacts(tree: Tree, facts: { lits: Map<string, boolean>; eq: Map<string, string>; loops: Cond[] }): void {
  if (tree.type !== 'lit') {
    if (tree.type === 'and') for (const part of tree.of) addFacts(part, facts)
    return
  }
  const { cond, positive } = tree.lit
  if (cond.tree) {
    addFacts(positive ? cond.tree : negateTree(cond.tree), facts)
    return
  }
  facts.lits.set(cond.key, positive)
  if (cond.eq && positive) facts.eq.set(cond.eq.subject, cond.eq.literal)
  if (cond.loop && positive) facts.loops.push(cond)
}

function known(lit: Lit, facts: Facts, thrown: ThrownClass | null): boolean | null {
  const { cond, positive } = lit
  if (cond.instanceOf && thrown) {
    if (thrown.key === cond.instanceOf || thrown.ancestors.includes(cond.instanceOf)) return positive
    if (thrown.complete) return !positive
    return null
  }
  if (!cond.stable) return null
  const said = facts.lits.get(cond.key)
  if (said !== undefined) return said === positive
  const literal = cond.eq ? facts.eq.get(cond.eq.subject) : undefined
  if (cond.eq && literal !== undefined) return (literal === cond.eq.literal) === positive
  return null
}

/** Three-valued truth of a condition where others are known to hold; for effects (E2) loop-local conditions are skipped by the caller. */
export function truth(lit: Lit, facts: Facts): boolean | null {
  const { cond, positive } = lit
  if (cond.tree) return treeTruth(positive ? cond.tree : negateTree(cond.tree), facts)
  if (cond.join) {
    const said = facts.lits.get(cond.key)
    if (said !== undefined) return said === positive
    const value = anyOf(cond.join.map(alternative => allOf(alternative.map(l => truth(l, facts)))))
    return value === null ? null : value === positive
  }
  const said = facts.lits.get(cond.key)
  if (said !== undefined) return said === positive
  if (facts.loops.some(taken => isAmong(taken, cond))) return positive
  const literal = cond.eq ? facts.eq.get(cond.eq.subject) : undefined
  if (cond.eq && literal !== undefined) return (literal === cond.eq.literal) === positive
  return null
}

/** The ways out of a loop that were taken are among those of the other marker. */
function isAmong(taken: Cond, marker: Cond): boolean {
  const [some, all] = [taken.loop, marker.loop]
  if (!some || !all || some.site !== all.site) return false
  return some.ways.every(way => all.ways.some(w => w.every(l => way.some(x => x.cond === l.cond && x.positive === l.positive))))
}

function treeTruth(tree: Tree, facts: Facts): boolean | null {
  if (tree.type === 'const') return tree.value
  if (tree.type === 'lit') return truth(tree.lit, facts)
  const parts = tree.of.map(t => treeTruth(t, facts))
  return tree.type === 'and' ? allOf(parts) : anyOf(parts)
}

const allOf = (parts: readonly (boolean | null)[]): boolean | null => (parts.includes(false) ? false : parts.includes(null) ? null : true)
const anyOf = (parts: readonly (boolean | null)[]): boolean | null => (parts.includes(true) ? true : parts.includes(null) ? null : false)

export function treePredicate(tree: Tree): Predicate {
  switch (tree.type) {
    case 'const': return { type: 'opaque', sourceText: String(tree.value), reason: 'complexExpression' }
    case 'lit': return litPredicate(tree.lit)
    default: return { type: 'compound', op: tree.type, operands: tree.of.map(treePredicate) }
  }
}

/** A condition with its polarity; joins and trees are written from their parts. */
export function litPredicate({ cond, positive }: Lit): Predicate {
  if (cond.tree) return treePredicate(positive ? cond.tree : negateTree(cond.tree))
  const predicate = cond.join ? oneOf('or', cond.join.map(way => oneOf('and', way.flatMap(conjuncts).map(treePredicate)))) : cond.predicate
  return positive ? predicate : (cond.opposite ?? negate(predicate))
}

/** The conditions that others are made of, with their polarity there; those of loop markers only when asked for. */
export function leavesOf(lits: readonly Lit[], inLoops = false): Lit[] {
  return lits.flatMap(lit => {
    const { cond, positive } = lit
    const parts = cond.tree ? treeLits(cond.tree) : cond.join?.flat()
    if (parts) return leavesOf(parts, inLoops).map(l => (positive ? l : { ...l, positive: !l.positive }))
    return [lit, ...(inLoops && cond.loop ? leavesOf(cond.loop.ways.flat(), true) : [])]
  })
}

const treeLits = (tree: Tree): Lit[] => (tree.type === 'lit' ? [tree.lit] : tree.type === 'const' ? [] : tree.of.flatMap(treeLits))

/** The parts of a condition that all must hold (P4). */
export function conjuncts(lit: Lit): Tree[] {
  const tree = lit.cond.tree ? (lit.positive ? lit.cond.tree : negateTree(lit.cond.tree)) : null
  return tree?.type === 'and' ? tree.of : tree ? [tree] : [{ type: 'lit', lit }]
}

/** The alternatives a single condition stands for, as lists of conditions. */
export function disjuncts(lit: Lit): Lit[][] {
  if (lit.cond.join && lit.positive) return lit.cond.join.flatMap(way => (way.length === 1 && way[0] ? disjuncts(way[0]) : [way]))
  const tree = lit.cond.tree ? (lit.positive ? lit.cond.tree : negateTree(lit.cond.tree)) : null
  if (tree?.type !== 'or') return [[lit]]
  const ways = tree.of.map(part => (part.type === 'and' ? part.of : [part]))
  if (!ways.every(way => way.every(part => part.type === 'lit'))) return [[lit]]
  return ways.flatMap(way => {
    const lits = way.flatMap(part => (part.type === 'lit' ? [part.lit] : []))
    return lits.length === 1 && lits[0] ? disjuncts(lits[0]) : [lits]
  })
}

const oneOf = (op: 'and' | 'or', parts: Predicate[]): Predicate => (parts.length === 1 && parts[0] ? parts[0] : { type: 'compound', op, operands: parts })

const firstSite = (tree: Tree): CondSite | null => (tree.type === 'lit' ? tree.lit.cond.site : tree.type === 'const' ? null : (tree.of.map(firstSite).find(s => s !== null) ?? null))

/** The conditions from the root down to `cell`, oldest first, without those up to `from`. */
export function litsOf(cell: Cell | null, from: Cell | null = null): Lit[] {
  const out: Lit[] = []
  for (let at = cell; at && at !== from; at = at.parent) out.push(at.lit)
  return out.reverse()
}
