/** Puts the oracle's answers where a unit left holes, and lists what stays unknown (extraction.md 6.7). */
import type { TypeShape, Unread } from '../ir/index.js'
import { isRecord, unreadFacts } from '../ir/index.js'
import { holeName, type RawCodeStructure, type RawTerminal } from '../raw.js'
import type { Hole, HoleAnswer } from '../host.js'
import { unionOf } from './shapes.js'

export function fillHoles(raw: RawCodeStructure, holes: readonly Hole[], answers: readonly HoleAnswer[]): RawCodeStructure {
  if (holes.length === 0) return raw
  const definitions: Record<string, TypeShape> = { ...raw.definitions }
  const unread: Unread[] = []

  const visit = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((item, i) => visit(item, `${at}/${i}`))
    if (!isRecord(value)) return value
    if (value['type'] === 'ref' && value['name'] === holeName) return answerAt(Number(value['def']), at)
    const out = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member, `${at}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`)]))
    return out['type'] === 'union' && Array.isArray(out['variants']) ? unionOf(out['variants'] as TypeShape[]) : out
  }

  function answerAt(index: number, at: string): TypeShape {
    const answer = answers[index]
    const hole = holes[index]
    if (answer?.type === 'shape') {
      Object.assign(definitions, answer.definitions)
      if (answer.budget) unread.push({ at, reason: 'shapeBudget', ...(hole ? { span: hole.span } : {}) })
      return answer.shape
    }
    if (answer?.type === 'literal') return { type: 'literal', value: answer.value }
    unread.push({ at, reason: answer?.type === 'none' ? answer.reason : 'typesOff', ...(hole ? { span: hole.span } : {}) })
    return { type: 'unknown' }
  }

  const branches = raw.branches.map((branch, i) => {
    const at = `/transitions/${i}`
    return {
      ...branch,
      terminal: { ...branch.terminal, output: visit(branch.terminal.output, `${at}/output`) as typeof branch.terminal.output },
      effects: branch.effects.map((e, j) => ({ ...e, effect: visit(e.effect, `${at}/effects/${j}`) as typeof e.effect })),
      ...(branch.expectedInput === undefined ? {} : { expectedInput: visit(branch.expectedInput, `${at}/expectedInput`) as TypeShape | null }),
      metadata: visit(branch.metadata, `${at}/metadata`) as Record<string, unknown>,
    }
  })
  const parameters = raw.parameters.map((p, i) => visit(p, `/inputs/${i}`) as typeof p)
  const metadata = visit(raw.metadata, '/metadata') as Record<string, unknown>
  const settled = branches.map(b => ({ ...b, terminal: filledTerminal(b.terminal, answers) }))
  return { ...raw, branches: settled, parameters, definitions, metadata: unread.length > 0 ? { ...metadata, unread: [...unreadFacts({ metadata }), ...unread] } : metadata }
}

/** A status whose type is one number has that value; another one stays unread. */
function filledTerminal(terminal: RawTerminal, answers: readonly HoleAnswer[]): RawTerminal {
  const { statusHole, statusReason: _reason, statusText: _text, ...rest } = terminal
  const answer = statusHole === undefined ? undefined : answers[statusHole]
  const { output } = rest
  if (answer?.type !== 'literal' || typeof answer.value !== 'number') return terminal
  const statusCode = { type: 'literal', value: answer.value } as const
  if (output.type === 'response') return { ...rest, output: { ...output, statusCode } }
  return terminal
}
