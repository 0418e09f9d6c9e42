/** What a path did so far (extraction.md 12.1). Headers do not count in equality. */
import type { ValueRef } from '../../ir/index.js'
import type { Expr } from '../../values/value.js'
import type { Cell, ThrownClass } from './condition.js'

export type StatusRef =
  | { type: 'literal'; value: number; thrownField?: string }
  /** A value that was not read; `from: "throw"` is a member of the thrown value. */
  | { type: 'unread'; text: string; expr?: Expr; thrownField?: string }

export interface HeaderRef {
  text: string
  ref: ValueRef
}

/** The response that was sent, or the error that was passed on. */
export interface Answer {
  /** Terminal and status: answers of one key are one. */
  key: string
  terminal: TerminalSite
  status: StatusRef | null
  /** Passed on: what a catch had caught then. */
  thrown?: ThrownClass | null
}

/** One terminal of the owned body, or of a helper read in place. */
export interface TerminalSite {
  /** Order among the unit's terminals. */
  order: number
  key: string
  expr: Expr
  /** The call in the unit's own body through which a helper was entered, else the terminal itself. */
  shown: Expr
  outcome: TerminalOutcome
}

export type TerminalOutcome =
  | { type: 'response'; body: Expr | null; codes: StatusRef | null; fallbackStatus: number | null; noBody?: true }
  | { type: 'throw'; value: Expr | null; rethrown: boolean; passedOn: boolean; /** Status of an assertion's throw, or of a call that throws. */ status?: number; /** Name of the library function whose call throws. */ called?: string; /** What is thrown is an answer, and has its status. */ hasStatus?: true; /** Class the framework throws by itself. */ name?: string }
  | { type: 'return'; value: Expr | null }
  | { type: 'render'; value: Expr }
  | { type: 'delegate'; to: string }
  | { type: 'emit'; event: string; payload: Expr | null }
  | { type: 'exit'; code: StatusRef | null }
  | { type: 'void' }

export interface State {
  answer: Answer | null
  continued: TerminalSite | null
  /** What was assigned to be sent: the last assignment is the answer when the path ends. */
  assigned: TerminalSite | null
  status: StatusRef | null
  headers: Record<string, HeaderRef>
  /** What is returned inside a `try` with a `finally`, and the pending status when it was evaluated. */
  returned: { key: string; status: StatusRef | null } | null
  thrown: ThrownClass | null
  /** Client unit: which outcome of which expanded wrapper this path took: `site:index` joined by `|`. */
  outcomes: string
  /** Inside the catch around the client's call. */
  caught: boolean
}

export interface Path {
  cell: Cell | null
  state: State
}
export type Bag = readonly Path[]

export const startState: State = { answer: null, continued: null, assigned: null, status: null, headers: {}, returned: null, thrown: null, outcomes: '', caught: false }

const statusKey = (status: StatusRef | null): string => (status ? (status.type === 'literal' ? String(status.value) : `~${status.text}`) : '')

export function stateKey(state: State): string {
  return `${state.answer?.key ?? ''}|${state.continued?.key ?? ''}|${state.assigned?.key ?? ''}|${statusKey(state.status)}|${state.returned ? `${state.returned.key} ${statusKey(state.returned.status)}` : ''}|${thrownKey(state.thrown)}|${state.outcomes}|${state.caught}`
}

export const thrownKey = (thrown: ThrownClass | null): string => (thrown ? `${thrown.key}${thrown.variant ?? ''}` : '')

export const answerKey = (terminal: TerminalSite, status: StatusRef | null): string => `${terminal.key}=${statusKey(status)}`
