/** Puts the oracle's answers where a unit left holes, and lists what stays unknown (extraction.md 6.7). */
import type { TypeShape, Unread } from '../ir/index.js'
import { canonicalJson, isRecord, unreadFacts } from '../ir/index.js'
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
    if (value['type'] === 'union' && Array.isArray(value['variants'])) return unionAt(value['variants'], at)
    const out = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member, `${at}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`)]))
    return out
  }

  /** Answers may make variants equal and give them another order: what is unread in one moves with it. */
  function unionAt(variants: readonly unknown[], at: string): TypeShape {
    const already = unread.length
    const filled = variants.map((variant, i) => visit(variant, `${at}/variants/${i}`) as TypeShape)
    const union = unionOf(filled)
    const list = union.type === 'union' ? union.variants.map(canonicalJson) : []
    const moved = unread.splice(already).map(entry => {
      const [, index = '', rest = ''] = /^\/variants\/(\d+)(.*)$/.exec(entry.at.slice(at.length)) ?? []
      const to = list.indexOf(canonicalJson(filled[Number(index)]))
      return { ...entry, at: to < 0 ? `${at}${rest}` : `${at}/variants/${to}${rest}` }
    })
    for (const entry of moved) if (!unread.some(u => u.at === entry.at)) unread.push(entry)
    return union
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
      effects: branch.effects.map((e, j) => (holdsHole(e.effect) ? { ...e, effect: visit(e.effect, `${at}/effects/${j}`) as typeof e.effect } : e)),
      ...(branch.expectedInput === undefined ? {} : { expectedInput: visit(branch.expectedInput, `${at}/expectedInput`) as TypeShape | null }),
      metadata: visit(branch.metadata, `${at}/metadata`) as Record<string, unknown>,
    }
  })
  const parameters = raw.parameters.map((p, i) => visit(p, `/inputs/${i}`) as typeof p)
  const metadata = visit(raw.metadata, '/metadata') as Record<string, unknown>
  const declaredContract = visit(raw.declaredContract, '/metadata/http/declaredContract') as RawCodeStructure['declaredContract']
  const settled = branches.map((b, i) => ({ ...b, terminal: withoutText(filledTerminal(b.terminal, answers), raw.branches[i]?.terminal.output) }))
  return { ...raw, branches: settled, parameters, definitions, declaredContract, metadata: unread.length > 0 ? { ...metadata, unread: [...unreadFacts({ metadata }), ...unread] } : metadata }
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

/** A text of unknown content that is sent as it is may be JSON: a cached answer. */
function withoutText(terminal: RawTerminal, before: RawTerminal['output'] | undefined): RawTerminal {
  const { output, sentAsIs } = terminal
  if (!sentAsIs || output.type !== 'response' || !output.body || before?.type !== 'response' || before.body?.type === output.body.type) return terminal
  return holdsText(output.body) ? { ...terminal, output: { ...output, body: { type: 'unknown' } } } : terminal
}

const holdsText = (shape: TypeShape): boolean => shape.type === 'text' || (shape.type === 'union' && shape.variants.some(holdsText))

/** Most effects hold none, and their conditions are long. */
function holdsHole(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsHole)
  if (!isRecord(value)) return false
  return (value['type'] === 'ref' && value['name'] === holeName) || Object.values(value).some(holdsHole)
}
