/** Interprets `registrationTemplate`: one call of a helper stands for the routes the pattern lists (seed, Pack patterns). */
import { restBinding } from '../ir/index.js'
import type { DiscoveryPattern, PatternPack } from '../pack/index.js'
import type { Gate } from '../index/gates.js'
import { type CallNode, type Expression, isMember, memberName, strip } from '../program/syntax.js'
import { boundName } from '../values/names.js'
import { isOrigin, type Values } from '../values/resolve.js'
import { literalText, textOf } from '../values/text.js'
import { type Expr, exprAt } from '../values/value.js'
import { joinPaths, translatePath } from './binding/provider-path.js'
import { handlerOf } from './handlers.js'
import { optionOf } from './routes/arguments.js'
import type { DiscoveredUnit } from './unit.js'

type Pattern = DiscoveryPattern & { match: { type: 'registrationTemplate' } }

export const isTemplatePattern = (pattern: DiscoveryPattern): pattern is Pattern => pattern.match.type === 'registrationTemplate'

export function discoverTemplates(input: { values: Values; pack: PatternPack; pattern: Pattern; gate: Gate }): DiscoveredUnit[] {
  const { values, pack, pattern, gate } = input
  const { match } = pattern
  return values.program.modules.filter(m => gate(m.file)).flatMap(module => module.calls.flatMap(node => unitsAt(exprAt(module, node))))

  function unitsAt(call: Expr<CallNode>): DiscoveredUnit[] {
    if (!isHelper(call) || !isOnSubject(call)) return []
    return match.registrations.flatMap(({ method, pathTemplate, handlerArg }): DiscoveredUnit[] => {
      const handler = partOf(call, handlerArg)
      const answer = handler ? handlerOf(values, handler) : null
      const text = written(call, pathTemplate)
      const paths = text === null ? [null] : translatePath(pack.pathSyntax, joinPaths('', text))
      const body = answer?.type === 'one' ? answer.handler.body : null
      const name = body ? boundName(body) : null
      return paths.map(path => ({
        kind: pattern.kind, name: name ?? `${method} ${path ?? '(path not read)'}`, nameKind: name === null ? 'label' : 'binding', pack,
        body, registration: call, bodyReason: answer?.type === 'none' ? answer.reason : body ? null : 'unsettledHandler',
        binding: restBinding({ method: method.toUpperCase(), path }, { recognition: `@suss/packs/${pack.name}` }),
        unread: path === null ? [{ field: 'path', reason: 'unreadPath', detail: pathTemplate }] : [],
        terminals: pattern.terminals ?? pack.terminals, inputMapping: pattern.inputMapping ?? pack.inputMapping,
        wrapper: null, continuations: [], wrappers: [], client: null, metadata: {},
      }))
    })
  }

  function isHelper(call: Expr<CallNode>): boolean {
    const callee = strip(call.node.callee as Expression)
    const name = isMember(callee) ? memberName(callee) : callee.type === 'Identifier' ? callee.name : null
    if (match.importModule === undefined) return name === match.helperName
    const { importModule } = match
    return values.resolve({ ...call, node: callee }).some(v => isOrigin(v, importModule, match.helperName))
  }

  /** The helper is given a value of the framework, so another function of its name registers nothing. */
  function isOnSubject(call: Expr<CallNode>): boolean {
    const { subject } = match
    if (!subject) return true
    const node = call.node.arguments[subject.argument]
    if (!node || node.type === 'SpreadElement') return false
    return values.resolve({ ...call, node }).some(v => v.type === 'call' && subject.importNames.some(name => isOrigin(v.callee, subject.importModule, name)))
  }

  /** `{2}` is the call's argument 2, `{2}.list` a property of it. */
  function partOf(call: Expr<CallNode>, template: string): Expr | null {
    const parts = /^\{(\d+)\}(?:\.(\w+))?$/.exec(template)
    const node = parts ? call.node.arguments[Number(parts[1])] : undefined
    if (!parts || !node || node.type === 'SpreadElement') return null
    const argument: Expr = { ...call, node }
    return parts[2] === undefined ? argument : optionOf(values, argument, parts[2])
  }

  function written(call: Expr<CallNode>, template: string): string | null {
    let whole = true
    const text = template.replace(/\{\d+\}(?:\.\w+)?/g, part => {
      const expr = partOf(call, part)
      const found = expr ? textOf(values, expr) : null
      const literal = found ? literalText(found) : null
      if (literal === null) whole = false
      return literal ?? ''
    })
    return whole ? text : null
  }
}
