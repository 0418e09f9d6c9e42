/** Interprets `testCase`: suites and cases written as nested calls, one `test` unit per case (extraction.md 8.1). */
import picomatch from 'picomatch'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import type { Gate } from '../index/gates.js'
import type { SourceModule } from '../program/module.js'
import { type CallNode, type FunctionNode, isFunction, type Node, strip } from '../program/syntax.js'
import { originOf } from '../values/origin.js'
import type { Values } from '../values/resolve.js'
import { literalText, textOf } from '../values/text.js'
import { type Expr, exprAt } from '../values/value.js'
import { handlerOf } from './handlers.js'
import type { DiscoveredUnit } from './unit.js'

type Pattern = DiscoveryPattern & { match: { type: 'testCase' } }
type Match = Pattern['match']

interface Mock {
  module?: string
  object?: string
  member?: string
}

/** A call of a suite's or a case's name, with what its modifiers say. */
interface Block {
  call: Expr<CallNode>
  type: 'suite' | 'case'
  title: string
  isTitleRead: boolean
  skipped: boolean
  body: FunctionNode | null
}

export const isTestPattern = (pattern: DiscoveryPattern): pattern is Pattern => pattern.match.type === 'testCase'

export function discoverTestCases(input: { values: Values; pack: PatternPack; pattern: Pattern; gate: Gate }): DiscoveredUnit[] {
  const { values, pack, pattern } = input
  const { match } = pattern
  const isWanted = match.files ? picomatch([...match.files], { dot: true }) : () => true
  return values.program.modules.filter(m => input.gate(m.file) && isWanted(m.file)).flatMap(casesOf)

  function casesOf(module: SourceModule): DiscoveredUnit[] {
    const blocks = module.calls.flatMap(call => blockOf(exprAt(module, call)) ?? [])
    const byBody = new Map(blocks.flatMap(b => (b.body ? [[b.body as Node, b] as const] : [])))
    const around = (node: Node): Block[] => {
      const out: Block[] = []
      for (let at = module.parents.get(node); at; at = module.parents.get(at)) {
        const block = byBody.get(at)
        if (block) out.unshift(block)
      }
      return out
    }
    const mocks = mocksIn(module).map(m => ({ mock: m.mock, scope: around(m.node).at(-1) ?? null }))
    return blocks.filter(b => b.type === 'case').map(block => {
      const suites = around(block.call.node)
      const scopes = new Set<Block | null>([null, ...suites, block])
      return unitOf(block, suites, mocks.filter(m => scopes.has(m.scope)).map(m => m.mock))
    })
  }

  function blockOf(call: Expr<CallNode>): Block | null {
    const { node, module } = call
    const parent = module.parents.get(node)
    // `it.each(rows)` is what the case is called on
    if (node.type !== 'CallExpression' || (parent?.type === 'CallExpression' && parent.callee === node)) return null
    const path = pathOf({ ...call, node: calleeOf(node) }, match)
    const [name, ...modifiers] = path ?? []
    if (name === undefined) return null
    const type = match.suiteNames.includes(name) ? 'suite' : match.caseNames.includes(name) ? 'case' : null
    const [title] = node.arguments
    if (type === null || !title || title.type === 'SpreadElement') return null
    const isRow = modifiers.some(m => match.rowModifiers.includes(m))
    const text = textOf(values, { ...call, node: title })
    const literal = text ? literalText(text) : null
    return {
      call, type, body: bodyOf(call),
      title: literal ?? module.text.slice(title.start, title.end).replace(/\s+/g, ' '),
      isTitleRead: literal !== null && !isRow,
      skipped: [name, ...modifiers].some(m => match.skipModifiers.includes(m)),
    }
  }

  function bodyOf(call: Expr<CallNode>): FunctionNode | null {
    for (const argument of call.node.arguments.slice(1).reverse()) {
      if (argument.type === 'SpreadElement') continue
      const node = strip(argument)
      if (isFunction(node)) return node
      const answer = handlerOf(values, { ...call, node })
      if (answer.type === 'one') return answer.handler.body.node
    }
    return null
  }

  /** `["it", "skip", "each"]`, when the root is what the pattern's module exports. */
  function pathOf(callee: Expr, { importModule }: Match): readonly string[] | null {
    const value = values.one(callee)
    const origin = value ? originOf(value) : null
    if (!origin) return null
    if ('global' in origin) return importModule === 'global' ? origin.global : null
    return origin.module === importModule || origin.module === `node:${importModule}` ? origin.path : null
  }

  function mocksIn(module: SourceModule): { node: Node; mock: Mock }[] {
    const { mocks } = match
    if (!mocks) return []
    return module.calls.flatMap((node): { node: Node; mock: Mock }[] => {
      const path = pathOf(exprAt(module, node.callee), match)
      const [object, method, ...rest] = path ?? []
      const [first, second] = node.arguments
      if (object !== mocks.object || method === undefined || rest.length > 0 || !first || first.type === 'SpreadElement') return []
      const literal = (argument: Node): string | null => {
        const text = textOf(values, exprAt(module, argument))
        return text ? literalText(text) : null
      }
      if (mocks.moduleMethods.includes(method)) {
        // also `vi.mock(import("./m"))`
        const specifier = strip(first).type === 'ImportExpression' ? literal((strip(first) as Extract<Node, { type: 'ImportExpression' }>).source) : literal(first)
        return specifier === null ? [] : [{ node, mock: { module: specifier } }]
      }
      if (!mocks.memberMethods.includes(method) || !second || second.type === 'SpreadElement') return []
      const member = literal(second)
      return member === null ? [] : [{ node, mock: { object: module.text.slice(first.start, first.end), member } }]
    })
  }

  function unitOf(block: Block, suites: readonly Block[], mocks: readonly Mock[]): DiscoveredUnit {
    const parts = [...suites, block]
    const title = parts.map(p => p.title).join(' > ')
    const { call, body } = block
    const answer = body ? null : handlerOf(values, lastArgument(call))
    const facts = {
      ...(parts.some(p => p.skipped) ? { skipped: true } : {}),
      ...(parts.every(p => p.isTitleRead) ? {} : { unresolvedTitle: title }),
      ...(mocks.length > 0 ? { mocks } : {}),
    }
    return {
      kind: pattern.kind, name: title, nameKind: 'label', pack,
      body: body ? { module: moduleOf(body, call), node: body, frame: null } : null,
      registration: call, bodyReason: answer?.type === 'none' ? answer.reason : null, binding: null, unread: [],
      terminals: pattern.terminals ?? pack.terminals, inputMapping: pattern.inputMapping ?? pack.inputMapping,
      wrapper: null, continuations: [], wrappers: [], client: null,
      metadata: { testCode: true, test: facts },
    }
  }

  function moduleOf(body: FunctionNode, call: Expr<CallNode>): SourceModule {
    return call.module.parents.has(body) ? call.module : (values.program.modules.find(m => m.parents.has(body)) ?? call.module)
  }
}

/** `it.each` with rows in a template is called as a tag. */
const calleeOf = (node: CallNode): Node => {
  const callee = strip(node.callee as never) as Node
  return callee.type === 'TaggedTemplateExpression' ? callee.tag : callee
}

const lastArgument = (call: Expr<CallNode>): Expr => {
  const last = call.node.arguments.at(-1)
  return last && last.type !== 'SpreadElement' ? { ...call, node: last } : call
}
