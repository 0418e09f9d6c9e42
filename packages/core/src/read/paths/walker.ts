/** The parts of the path walk that statements and expressions share. */
import type { SourceModule } from '../../program/module.js'
import type { CallNode, Expression, FunctionNode, Node, Statement } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import type { Expr, Frame } from '../../values/value.js'
import type { Subjects } from '../subjects.js'
import type { Tests } from '../tests.js'
import type { Conditions, Lit, ThrownClass, Tree } from './condition.js'
import type { Joiner } from './join.js'
import type { Bag, HeaderRef, Path, StatusRef, TerminalSite } from './state.js'

export interface Ended {
  value: Expr | null
  node: Expr
  order: number
  /** Whether the value is true on this path, where that decides. */
  truth?: boolean
}

export interface Thrown {
  key: string
  order: number
  /** The thrown expression. */
  expr: Expr
  node: Expr
}

export interface Ctx {
  module: SourceModule
  frame: Frame | null
  /** The end of this statement is the end of the body (P6). */
  tail: boolean
  /** The expression is in tail position of a `return`. */
  returning: boolean
  awaiting: boolean
  /** Argument of the `throw` being evaluated: its construction is no call that may fail. */
  thrownNode: Expression | null
  /** Conditions outside the loops that hold this place. */
  base: readonly Lit[]
  loops: readonly Expr[]
  finallyOf: readonly Expr[]
  inlineDepth: number
  /** Of these, functions that are not written in the unit. */
  helperDepth: number
  /** Functions being read in place. */
  active: readonly FunctionNode[]
  nesting: number
  inCatch: Node | null
  /** Executors of promises that are waited for: where a call of their `reject` leads. */
  rejecting: ReadonlyMap<Node, Ctx['thrown']>
  end(end: Ended, path: Path): void
  thrown(thrown: Thrown, path: Path): void
  jump(kind: string, path: Path): void
  /** Paths that leave an optional chain where nothing stands before a `?.`. */
  skip(paths: Bag): void
  /** A call is about to run on this path: it may throw. `marked`: the path says so already. */
  exception(path: Path, marked?: boolean): void
}

/** How a path of the unit ended. */
export interface Completion {
  key: string
  order: number
  /** The order of the last of its paths: what runs before that can belong to it. */
  last?: number
  terminal: TerminalSite | null
  /** Why there is no outcome; null when there is one. */
  gap: 'noOutcome' | 'unmatchedReturn' | null
  place: Expr | null
  /** Paths stay apart (P6). */
  apart: boolean
}

export interface SitePath {
  /** Conditions outside loops, then those tested in the loops around the site. */
  outer: readonly Lit[]
  local: readonly Lit[]
  outcomes: string
  caught: boolean
  /** What was answered before; null in a loop, whose other turns may have answered otherwise. */
  answer: string | null
}

export interface CallSite {
  expr: Expr<CallNode>
  seq: number
  paths: SitePath[]
  loops: readonly Expr[]
  finallyOf: readonly Expr[]
  awaited: boolean
  /** Read in place: its body's effects stand for it as well. */
  inlined: boolean
}

export interface AccessSite {
  expr: Expr
  seq: number
  paths: SitePath[]
  loops: readonly Expr[]
  finallyOf: readonly Expr[]
  /** Written in a function that was read in place. */
  inFrame: boolean
}

/** What a call does to the paths that reach it. */
export type CallRole =
  | { type: 'plain' }
  /** A link of a response call: it sends nothing by itself. */
  | { type: 'link'; status: StatusRef | null; headers: Record<string, HeaderRef>; receiver: Expr | null }
  | { type: 'terminal'; terminal: Omit<TerminalSite, 'order' | 'shown'>; status: StatusRef | null; headers: Record<string, HeaderRef>; receiver: Expr | null }
  | { type: 'continuation'; terminal: Omit<TerminalSite, 'order' | 'shown'> }
  | { type: 'exit'; terminal: Omit<TerminalSite, 'order' | 'shown'> }
  /** It throws: the next catch may have it. */
  | { type: 'throw' }

export interface Inlining {
  type: 'helper' | 'wrapper'
  module: SourceModule
  node: FunctionNode
  frame: Frame
}

export interface WalkInput {
  values: Values
  subjects: Subjects
  conditions: Conditions
  joiner: Joiner
  tests: Tests
  body: { module: SourceModule; node: FunctionNode | Node; frame: Frame | null }
  /** Turns the end of a path into an outcome. */
  complete(
    how: { type: 'return'; end: Ended } | { type: 'throw'; thrown: Thrown } | { type: 'end'; order: number },
    path: Path,
    record: (completion: Completion, path: Path) => void,
  ): void
  roleOf(call: Expr<CallNode>): CallRole
  /** What the unit returns is a decision: a returned value is read as a test. */
  returnsDecision: boolean
  /** A call that throws unless its condition holds. */
  assertionOf(call: Expr<CallNode>): { condition: Expr | null; terminal: Omit<TerminalSite, 'order' | 'shown'> } | null
  /** A status set by assignment: `res.statusCode = 404`. */
  /** `ctx.body = x` */
  assignedAnswer(assignment: Expr): Omit<TerminalSite, 'order' | 'shown'> | null
  pendingStatus(assignment: Expr): StatusRef | null
  /** Whether and how the called function is read in place. */
  inlineOf(call: Expr<CallNode>, ctx: Ctx): Inlining | null
  /** The function whose returned answers a returned call stands for. */
  outcomeOf(call: Expr<CallNode>, ctx: Ctx): Inlining | null
  isClaimed(fn: FunctionNode): boolean
  isLiteral(expr: Expr): boolean
  interest(expr: Expr): boolean
  holdsClientCall(block: Expr): boolean
  thrownClass(expr: Expr, caught: ThrownClass | null): ThrownClass | null
  acts(expr: Expr): boolean
  /** The call takes the response along into something that is not read. */
  noteEscape(call: Expr<CallNode>): void
}

export interface Walker {
  input: WalkInput
  nextSeq(): number
  record(completion: Completion, path: Path): void
  statement(node: Statement | null | undefined, bag: Bag, ctx: Ctx): Bag
  body(fn: { module: SourceModule; node: FunctionNode; frame: Frame | null }, bag: Bag, ctx: Ctx): { value: Expr | null; order: number; path: Path }[]
  test(bag: Bag, tree: Tree): Bag
  join(paths: readonly Path[], tail: boolean): Bag
  site(expr: Expr<CallNode>, bag: Bag, ctx: Ctx, awaited: boolean): CallSite | undefined
  access(expr: Expr, bag: Bag, ctx: Ctx): void
  loop(input: {
    expr: Expr; header: string; infinite: boolean; label: string | null; bag: Bag; ctx: Ctx
    walk(from: Bag, inner: Ctx): Bag
  }): Bag
  catchMarker(block: Expr): Lit
  returned: Map<string, Expr>
  /** The expression nests deeper than is read (extraction.md 20). */
  cut(expr: Expr): void
}

export interface Walked {
  outcomes: { completion: Completion; path: Path; lits: readonly Lit[] }[]
  calls: CallSite[]
  accesses: AccessSite[]
  /** What the wrappers read in place returned, by the site named in a path's `outcomes`. */
  returned: ReadonlyMap<string, Expr>
  budgets: ('pathBudget' | 'unitBudget')[]
  /** Expressions that nest too deep to be read. */
  cut: Expr[]
}
