/** A unit as it leaves discovery: kind, name, binding and the way to its body are settled. */
import type { BoundaryBinding, CodeUnitKind, DeployableUnit, ReasonCode, WrapperRef } from '../ir/index.js'
import type { BodyBuilders, InputMappingPattern, PatternPack, TerminalPattern } from '../pack/index.js'
import type { SourceModule } from '../program/module.js'
import type { CallNode, ClassNode, FunctionNode, Node, ProgramNode } from '../program/syntax.js'
import type { Expr, Frame } from '../values/value.js'

export interface DiscoveredUnit {
  kind: CodeUnitKind
  name: string
  nameKind: 'binding' | 'label'
  pack: PatternPack | null
  /** The unit's code; null when the handler did not settle on a body (D4). */
  body: UnitBody | null
  /** The code it is shown at, where that is not its body: a component whose hook runs it. */
  shownAt?: Expr
  /** Where it is registered; also the place of a unit without a body. */
  registration: Expr
  bodyReason: ReasonCode | null
  binding: BoundaryBinding | null
  /** What runs it, where a pack knows. */
  deployableUnit?: DeployableUnit
  /** Every null of the binding, with its reason (B6). */
  unread: { field: 'method' | 'path' | 'prefix' | 'host' | 'receiver' | 'channel'; reason: ReasonCode; detail: string }[]
  terminals: readonly TerminalPattern[]
  inputMapping: InputMappingPattern
  /** How the framework invokes it; null for a unit that is no wrapper. */
  wrapper: { role: 'before' | 'onThrow'; throwParam: number | null; /** Parameter that receives what the framework worked out first. */ resultParam?: number } | null
  /** Calls of these hand control on. */
  continuations: readonly Continuation[]
  wrappers: readonly WrapperUse[]
  /** The project's own answer to unmatched requests, where a call of the unit takes it; absent: the framework's. */
  notFound?: { calledBy: string; /** Null: it does not settle on one function. */ handler: UnitBody | null }
  client: ClientCall | null
  /** What its own code declares of requests and answers, as written. */
  declared?: DeclaredParts
  /** It was found in another unit's body, which schedules it. */
  parent?: true
  /** The concrete class whose instance runs an inherited method. */
  receiver?: Expr<ClassNode>
  /** What decorators say of the answers and the request. */
  decorated?: DecoratedFacts
  metadata: Readonly<Record<string, unknown>>
}

export interface DeclaredParts {
  /** Objects of answers by status; a later one goes before an earlier one. */
  responses: readonly Expr[]
  /** How many of them, from the first, stand for several endpoints. */
  shared: number
  bodyBuilders: BodyBuilders | null
  requests: readonly RequestPart[]
  /** Texts, numbers and booleans are made into each other, both ways. */
  coerces: boolean
}

export interface RequestPart {
  part: 'body' | 'query' | 'header' | 'path'
  schema: Expr
  /** Null: a hook of the project may answer with another. */
  rejects: number | null
  removesForbidden: boolean
  /** By them the unit reads the part as it came; null: it gets the validated value only. */
  unvalidated: readonly string[] | null
}

export interface UnitBody {
  module: SourceModule
  node: FunctionNode | ProgramNode
  frame: Frame | null
}

/** What decorators of a method state; values are read with the unit. */
export interface DecoratedFacts {
  /** Status of a return; null: the terminals'. */
  status: Expr | number | null
  /** A return is no body. */
  bodyless: boolean
  responses: readonly DeclaredResponse[]
  /** Bodies and queries a check of the framework lets through only when they fit a class. */
  checked: readonly CheckedParameter[]
}

export interface DeclaredResponse {
  status: Expr | number | 'default' | 'failures'
  /** Class of the body, or a list of one. */
  type: Expr | null
  list: boolean
  /** Stated for several units at once. */
  shared: boolean
}

/** A parameter whose class is checked before the handler runs. */
export interface CheckedParameter {
  role: string
  /** Member of the role it takes: `@Body('user')`. */
  key: string | null
  cls: Expr<ClassNode>
  status: number | null
  strips: boolean
  strict: boolean
}

/** A parameter whose call continues the chain: `next`, or the wrapped function of a factory. */
export interface Continuation {
  fn: FunctionNode
  index: number
  to: string
  /** The method of it that continues: `next.handle()`. */
  method?: string
  /** A call of this method of the base class continues. */
  inherited?: string
}

/** A wrapper registered around a unit. */
export interface WrapperUse extends Omit<WrapperRef, 'summary' | 'reason'> {
  target: { type: 'unit'; unit: DiscoveredUnit } | { type: 'stub'; id: string; /** Dropped when this hook answers every failure itself. */ unless?: { unit: DiscoveredUnit; success: string | null } } | { type: 'unread'; reason: ReasonCode; callee: string; gap: boolean }
}

/** What a call hands its library to send. */
export interface SentByCall {
  /** Where the request body is; null without one. */
  payload: Expr | 'unread' | null
  /** Names with the value that is written or null for one that is not read. */
  query: Readonly<Record<string, Expr | string | null>>
  queryComplete: boolean
  headers: Expr | null
  headersComplete: boolean
  credentials?: 'omit' | 'same-origin' | 'include'
}

/** One call of a client library, reached from the unit's body through zero or more project wrappers. */
export interface ClientCall extends SentByCall {
  /** The call of the library, in the frames of the wrappers. */
  call: Expr<CallNode>
  /** Calls of the project's wrappers, outermost first; the first stands in the unit's body. */
  chain: readonly Expr<CallNode>[]
  /** Functions those calls enter, in the same order. */
  entered: readonly { module: SourceModule; node: FunctionNode; frame: Frame }[]
  /** Property path from the result to the body; [] when the result is the body. */
  bodyAccessors: readonly string[]
  /** Those of them that are methods: `json`. */
  bodyMethods: readonly string[]
  statusAccessors: readonly string[]
  /** Properties of the response that stand for a range of statuses: `ok`. */
  statusRanges: readonly { name: string; min: number; max: number }[]
  failureDelivery: 'response' | 'exception'
  options: Expr | null
  codec: string | null
  derivedFrom: { node: Node; module: SourceModule; name: string } | null
  /** The hook that runs the unit's function with its key. */
  runBy?: Expr<CallNode>
}
