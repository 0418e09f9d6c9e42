/** Interprets `throwExpression`: a throw, with the status the framework sends for it. */
import type { TerminalPattern } from '../../pack/index.js'
import { type CallNode, type Expression, isCall, strip } from '../../program/syntax.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import type { ThrownValue } from '../thrown.js'
import { argumentProperty, constructorStatus } from './extract.js'

type Pattern = TerminalPattern & { match: { type: 'throwExpression' } }

export const isThrowPattern = (pattern: TerminalPattern): pattern is Pattern => pattern.match.type === 'throwExpression'

export const matchThrow = (pattern: Pattern, sourceText: string): boolean =>
  pattern.match.constructorPattern === undefined || sourceText.includes(pattern.match.constructorPattern)

/** The status sent when nothing catches it; null when the pack cannot say. */
export function thrownStatus(patterns: readonly Pattern[], thrown: ThrownValue): number | null {
  for (const pattern of patterns) {
    const source = pattern.extraction.statusCode
    if (source?.from === 'thrownProperty' && isOneOf(source.types, thrown)) {
      const name = source.names.find(n => thrown.fields[n] !== undefined)
      const value = name === undefined ? undefined : thrown.fields[name]
      if (value !== undefined) return value
    }
    if (source?.from === 'constructor' && thrown.type !== null) {
      const code = constructorStatus(source.codes, thrown.type)
      if (code !== null) return code
    }
  }
  return patterns.find(p => p.producesResponse && p.extraction.defaultStatusCode !== undefined)?.extraction.defaultStatusCode ?? null
}

const isOneOf = (types: readonly string[] | undefined, { type, ancestors }: ThrownValue): boolean =>
  types === undefined || [type, ...ancestors].some(name => name !== null && types.includes(name))

/** The status a thrown construction states: `new HTTPException(404)`. */
export function constructedStatus(input: { patterns: readonly TerminalPattern[]; values: Values; statusOf(expr: Expr): number | null; thrown: Expr | null }): number | null {
  const { values, thrown } = input
  if (!thrown) return null
  const node = strip(thrown.node as Expression)
  const known = isCall(node) ? null : values.one({ ...thrown, node })
  const made: Expr | null = isCall(node) ? { ...thrown, node } : known?.type === 'call' ? known.expr : null
  if (!made || !isCall(made.node)) return null
  const text = made.module.text.slice(made.node.callee.start, made.node.callee.end)
  for (const pattern of input.patterns.filter(isThrowPattern)) {
    const source = pattern.extraction.statusCode
    if (source?.from === 'argumentConstructor' && matchThrow(pattern, text)) {
      const code = wrappedStatus(source, made as Expr<CallNode>)
      if (code !== null) return code
    }
    if ((source?.from !== 'argument' && source?.from !== 'argumentProperty') || !matchThrow(pattern, text)) continue
    const node = made.node.arguments[source.position]
    const argument: Expr | null = node && node.type !== 'SpreadElement' ? { ...made, node } : null
    const given = argument && source.from === 'argumentProperty' ? argumentProperty({ values }, argument, source.name) : argument
    const status = given ? input.statusOf(given) : null
    if (status !== null) return status
  }
  return null
}

/** `throw wrap(new HttpError.NotFound())`: by the class made in the argument. */
function wrappedStatus({ position, codes }: { position: number; codes: Readonly<Record<string, number>> }, made: Expr<CallNode>): number | null {
  const argument = made.node.arguments[position]
  const node = argument && argument.type !== 'SpreadElement' ? strip(argument) : null
  return node?.type === 'NewExpression' ? constructorStatus(codes, made.module.text.slice(node.callee.start, node.callee.end)) : null
}
