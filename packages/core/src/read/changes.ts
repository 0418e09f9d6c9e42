/** Effects no call makes or no recognizer knows: variables of others that are set, exit codes written, events emitted (extraction.md E6, T13). */
import type { Effect } from '../ir/index.js'
import type { HookInputs } from '../pack/index.js'
import { type CallNode, type FunctionNode, isCall, isMember, memberName, type Node, strip } from '../program/syntax.js'
import { literalText, textOf } from '../values/text.js'
import { isOrigin, type Values } from '../values/resolve.js'
import type { Expr } from '../values/value.js'
import { argumentOf } from './arguments.js'
import type { Subjects } from './subjects.js'

export interface Emission {
  event: string
  payload: Expr | null
}

/** `emitter.emit("done", payload)`: an event whose name is written out. */
export function emissionOf(values: Values, call: Expr<CallNode>): Emission | null {
  const { node } = call
  const [name, payload] = node.arguments
  if (node.type !== 'CallExpression' || !isMember(node.callee) || memberName(node.callee) !== 'emit') return null
  const text = name && name.type !== 'SpreadElement' ? textOf(values, { ...call, node: name }) : null
  const event = text ? literalText(text) : null
  return event === null ? null : { event, payload: payload && payload.type !== 'SpreadElement' ? { ...call, node: payload } : null }
}

export interface Changes {
  /** The node may be one; asked of every node on a path. */
  isChange(node: Node): boolean
  /** `count = 1` of a variable declared outside, `process.exitCode = 1`. */
  stateChange(expr: Expr): Effect | null
  emission(call: Expr<CallNode>): Effect | null
  /** `setCount(1)` of `const [count, setCount] = useState(0)`. */
  setting(call: Expr<CallNode>): Effect | null
}

export function openChanges(input: { values: Values; subjects: Subjects; owner: FunctionNode | null; exitCodeWrites: ReadonlySet<string>; states: NonNullable<HookInputs['states']> }): Changes {
  const { values, subjects, owner } = input

  function variableOf(target: Expr): string | null {
    const node = target.node
    if (isMember(node)) {
      const value = values.one(target)
      const path = value?.type === 'global' ? value.path.join('.') : null
      return path !== null && input.exitCodeWrites.has(path) ? path : null
    }
    if (node.type !== 'Identifier' || owner === null) return null
    const binding = values.binding(target.module, node)
    if (!binding || binding.source.type === 'import') return null
    return binding.node.start >= owner.start && binding.node.end <= owner.end ? null : node.name
  }

  return {
    isChange: node => node.type === 'AssignmentExpression' || node.type === 'UpdateExpression',
    stateChange(expr) {
      const { node } = expr
      if (node.type !== 'AssignmentExpression' && node.type !== 'UpdateExpression') return null
      const left = node.type === 'AssignmentExpression' ? node.left : node.argument
      const variable = variableOf({ ...expr, node: left })
      if (variable === null) return null
      return { type: 'stateChange', variable, ...(node.type === 'AssignmentExpression' && node.operator === '=' ? { newValue: argumentOf(subjects, { ...expr, node: node.right }) } : {}) }
    },
    setting(call) {
      const { callee } = call.node
      if (callee.type !== 'Identifier') return null
      const source = values.binding(call.module, callee)?.source
      if (source?.type !== 'init' || !isCall(source.value)) return null
      const pattern = call.module.parents.get(source.value)
      const id = pattern?.type === 'VariableDeclarator' ? pattern.id : null
      if (id?.type !== 'ArrayPattern' || id.elements[1]?.type !== 'Identifier' || id.elements[1].name !== callee.name) return null
      const makers = values.resolve({ module: call.module, node: source.value.callee, frame: null })
      if (!makers.some(maker => input.states.some(state => isOrigin(maker, state.module, state.name)))) return null
      const [variable] = id.elements
      const [given] = call.node.arguments
      return {
        type: 'stateChange',
        variable: variable?.type === 'Identifier' ? variable.name : id.elements[1].name,
        ...(given && given.type !== 'SpreadElement' ? { newValue: argumentOf(subjects, { ...call, node: given }) } : {}),
      }
    },
    emission(call) {
      const found = emissionOf(values, call)
      return found ? { type: 'emission', event: found.event, ...(found.payload ? { payload: argumentOf(subjects, found.payload) } : {}) } : null
    },
  }
}

/** The call a returned expression is. */
export const returnedCall = (value: Expr): Expr<CallNode> | null => {
  const node = strip(value.node as never) as Node
  return isCall(node) ? { ...value, node } : null
}
