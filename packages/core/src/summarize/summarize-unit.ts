/** From a raw structure to a summary: transitions with ids, gaps with texts, confidence (extraction.md 18). */
import type { BehavioralSummary, BoundaryBinding, ConfidenceInfo, Gap, Predicate, Transition, TypeShape } from '../ir/index.js'
import { isRecord, referencedDefinitions, reasonTexts, SCHEMA_VERSION, shortened, transitionId, unitId, unreadFacts } from '../ir/index.js'
import type { RawBranch, RawCodeStructure, RawGap } from '../raw.js'

/** Reasons that leave an outcome of the unit unknown. */
const outcomeReasons = new Set(['unmatchedReturn', 'noOutcome', 'outcomeEscapes', 'helperUnread', 'unsettledHandler', 'libraryWrapper', 'multipleSources', 'depthLimit', 'cycle', 'parameterUnbound'])

export function summarizeUnit(raw: RawCodeStructure): BehavioralSummary {
  const { identity } = raw
  const transitions = withDistinctIds(raw.branches.map(b => summarizeBranch(identity.name, b)))
  const gaps = summarizeGaps(raw)
  const inEffects = raw.branches.flatMap((b, i) => b.effects.flatMap((e, j) => (e.unread ?? []).map(u => ({ ...u, at: `/transitions/${i}/effects/${j}${u.at}` }))))
  const unread = [...unreadFacts(raw), ...inEffects]
  const metadata = { ...withContract(raw), ...(unread.length > 0 ? { unread } : {}) }
  const definitions = definitionsOf([transitions, raw.parameters, metadata], raw.definitions)
  return {
    schemaVersion: SCHEMA_VERSION,
    kind: identity.kind,
    location: {
      file: identity.file, range: identity.range,
      ...(identity.span ? { span: identity.span } : {}),
      exportName: identity.exportName,
      ...(identity.workspace !== null ? { workspace: identity.workspace } : {}),
    },
    identity: {
      id: unitId({ workspace: identity.workspace, file: identity.file, exportPath: identity.exportPath, name: identity.name }),
      name: identity.name,
      ...(identity.nameKind ? { nameKind: identity.nameKind } : {}),
      exportPath: identity.exportPath,
      boundaryBinding: withDeclaredStatuses(raw),
      ...(raw.deployableUnit ? { deployableUnit: raw.deployableUnit } : {}),
    },
    inputs: raw.parameters,
    transitions,
    gaps,
    confidence: confidenceOf(raw, transitions),
    ...(Object.keys(definitions).length > 0 ? { definitions } : {}),
    ...(identity.receiverClass ? { receiverClass: identity.receiverClass } : {}),
    ...(raw.inputReads.length > 0 ? { inputReads: raw.inputReads } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}

const withContract = ({ metadata, declaredContract }: RawCodeStructure): Record<string, unknown> =>
  declaredContract ? { ...metadata, http: { ...(isRecord(metadata['http']) ? metadata['http'] : {}), declaredContract } } : metadata

/** The statuses the contract names, beside the boundary. */
function withDeclaredStatuses({ boundaryBinding, declaredContract }: RawCodeStructure): BoundaryBinding | null {
  if (!declaredContract || boundaryBinding?.semantics.name !== 'rest') return boundaryBinding
  const statuses = declaredContract.responses.flatMap(({ status }) => (typeof status === 'number' ? [status] : []))
  return { ...boundaryBinding, semantics: { ...boundaryBinding.semantics, declaredResponses: [...new Set(statuses)].sort((a, b) => a - b) } }
}

/** The entries of the table that some shape of the summary points into, sorted. */
function definitionsOf(parts: readonly unknown[], table: Readonly<Record<string, TypeShape>>): Record<string, TypeShape> {
  if (Object.keys(table).length === 0) return {}
  const refs: TypeShape[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isRecord(value)) {
      if (value['type'] === 'ref' && typeof value['name'] === 'string' && typeof value['def'] === 'string') refs.push({ type: 'ref', name: value['name'], def: value['def'] })
      Object.values(value).forEach(visit)
    }
  }
  parts.forEach(visit)
  return Object.fromEntries(referencedDefinitions(refs, table).flatMap(key => (table[key] ? [[key, table[key]]] : [])))
}

function summarizeBranch(unit: string, branch: RawBranch): Transition {
  const { output } = branch.terminal
  const { metadata } = branch
  return {
    id: transitionId({ unit, terminalKind: output.type, statusKey: statusKey(branch), conditionTexts: branch.conditions.map(c => c.text.replace(/^([+-])/, '$1:')) }),
    conditions: branch.conditions.map(c => c.predicate),
    output,
    effects: branch.effects.map(e => e.effect),
    ...provenanceOf(branch),
    location: branch.location,
    isDefault: branch.isDefault,
    ...(branch.expectedInput ? { expectedInput: branch.expectedInput } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}

const maxRefs = 8

/** Per column of an effect, where its value came from (E10). */
function provenanceOf(branch: RawBranch): Pick<Transition, 'provenance'> {
  const entries = branch.effects.flatMap(({ columns = [] }, effect) =>
    columns.map(({ column, from }) => ({ at: { effect, column }, from: from.slice(0, maxRefs) })))
  return entries.length > 0 ? { provenance: entries } : {}
}

function statusKey({ terminal }: RawBranch): string {
  const { output } = terminal
  const status = output.type === 'response' ? output.statusCode : output.type === 'exit' ? output.code : null
  if (!status) return 'none'
  if (status.type === 'literal') return String(status.value)
  const text = terminal.statusText ?? (status.type === 'unresolved' ? status.sourceText : status.type)
  return `dyn:${shortened(text, 60)}`
}

function withDistinctIds(transitions: readonly Transition[]): Transition[] {
  const seen = new Map<string, number>()
  return transitions.map(t => {
    const count = (seen.get(t.id) ?? 0) + 1
    seen.set(t.id, count)
    return count === 1 ? t : { ...t, id: `${t.id}#${count}` }
  })
}

function summarizeGaps(raw: RawCodeStructure): Gap[] {
  const order: Record<Gap['type'], number> = { unhandledCase: 0, unreadOutcome: 1, unfollowedCall: 2 }
  const statuses = raw.branches.flatMap((b): RawGap[] => (b.terminal.statusReason
    ? [{ type: 'unreadOutcome', reason: b.terminal.statusReason, detail: b.terminal.statusText ?? '', consequence: 'unknown', location: b.location, place: b.terminal.place }] : []))
  const gaps = [...raw.gaps, ...statuses].map((gap): Gap => ({
    type: gap.type,
    conditions: [],
    consequence: gap.consequence,
    description: describe(gap),
    ...(gap.callee !== undefined ? { callee: gap.callee } : {}),
    ...(gap.usedAsValue ? { usedAsValue: true } : {}),
    reason: gap.reason,
    location: gap.location,
    ...(gap.place ? { place: gap.place } : {}),
  }))
  const distinct = new Map(gaps.map(g => [JSON.stringify([g.type, g.reason, g.callee, g.location, g.description]), g]))
  return [...distinct.values()].sort((a, b) => order[a.type] - order[b.type] || (a.location?.start ?? 0) - (b.location?.start ?? 0) || (a.description < b.description ? -1 : a.description > b.description ? 1 : 0))
}

function describe({ reason, detail, callee }: RawGap): string {
  const subject = callee ?? detail
  return subject === '' ? reasonTexts[reason] : `${subject}: ${reasonTexts[reason]}`
}

/** As in IR types; markers count, statuses read through other means do not. */
function confidenceOf(raw: RawCodeStructure, transitions: readonly Transition[]): ConfidenceInfo {
  if (raw.gaps.some(g => g.type === 'unreadOutcome' && outcomeReasons.has(g.reason) && !(raw.branches.length > 0 && g.reason === 'parameterUnbound'))) return { source: 'inferred_static', level: 'low' }
  const leaves = transitions.flatMap(t => t.conditions.flatMap(leavesOf))
  const share = leaves.length === 0 ? 0 : leaves.filter(p => p.type === 'opaque').length / leaves.length
  return { source: 'inferred_static', level: share === 0 ? 'high' : share < 0.5 ? 'medium' : 'low' }
}

function leavesOf(predicate: Predicate): Predicate[] {
  if (predicate.type === 'compound') return predicate.operands.flatMap(leavesOf)
  return predicate.type === 'negation' ? leavesOf(predicate.operand) : [predicate]
}
