/** Stub summaries of declared library wrappers (packs.md A1). */
import type { BehavioralSummary, Transition } from '../ir/index.js'
import { SCHEMA_VERSION, transitionId } from '../ir/index.js'
import { type Outcome, type PatternPack, statusFields } from '../pack/index.js'

/** A library's wrapper as some registration makes it. */
export interface StubSource {
  pack: PatternPack
  module: string
  name: string
  /** In place of what the pack states for that name. */
  outcomes?: readonly Outcome[]
}

export const stubId = (module: string, name: string): string => `${module}::${name}`

export function stubSummary({ pack, module, name, outcomes: given }: StubSource): BehavioralSummary | null {
  const outcomes = given ?? outcomesOf(pack, module, name)
  if (outcomes.length === 0 && !rewritesBody(pack, module, name)) return null
  return {
    schemaVersion: SCHEMA_VERSION,
    kind: 'middleware',
    location: { file: module, range: { start: 0, end: 0 }, exportName: name },
    identity: { id: stubId(module, name), name: module === validationModule(pack) ? `${pack.name} validation` : name, exportPath: [name], boundaryBinding: null },
    inputs: [],
    transitions: outcomes.map(outcome => stubTransition(pack, module, name, outcome)),
    gaps: [],
    confidence: { source: 'declared', level: 'high' },
  }
}

/** Of a declared wrapper, or of one of the framework's own validations. */
function outcomesOf(pack: PatternPack, module: string, name: string): readonly Outcome[] {
  if (module === validationModule(pack)) return pack.requestValidation?.[Number(name)]?.outcomes ?? []
  return pack.libraryWrappers?.find(w => w.module === module && w.name === name)?.outcomes ?? []
}

/** It answers nothing itself and still may change what others answer. */
const rewritesBody = (pack: PatternPack, module: string, name: string): boolean =>
  pack.libraryWrappers?.some(w => w.module === module && w.name === name && w.rewritesBody) ?? false

export const validationModule = (pack: PatternPack): string => `${pack.name}:validation`

function stubTransition(pack: PatternPack, module: string, name: string, outcome: Outcome): Transition {
  const condition = `${module}:${name}:${outcome.rule}`
  const isThrown = outcome.thrown !== undefined
  return {
    id: transitionId({ unit: name, terminalKind: isThrown ? 'throw' : 'response', statusKey: String(outcome.status), conditionTexts: [`+:${condition}`] }),
    conditions: [{ type: 'opaque', sourceText: condition, reason: 'externalFunction' }],
    output: outcome.thrown !== undefined
      ? { type: 'throw', exceptionType: outcome.thrown, message: null, statusWhenUncaught: outcome.status }
      : { type: 'response', statusCode: { type: 'literal', value: outcome.status }, body: null, headers: {} },
    effects: [],
    location: { start: 0, end: 0 },
    isDefault: false,
    metadata: {
      http: { uncertain: true, ...(outcome.statusFrom ? { statusFrom: outcome.statusFrom } : {}) },
      ...(isThrown && outcome.status < 500 ? { thrown: { type: outcome.thrown ?? null, message: null, fields: statusFields(pack.terminals, outcome.status), open: true } } : {}),
    },
  }
}
