/** Brings a summary of an older format version to the current one, one step at a time (checking.md 23). */
import { isRecord } from './is-record.js'
import { SCHEMA_VERSION } from './summary.js'

type Json = Record<string, unknown>
type Step = (summary: Json) => Json

/** `steps[n]` leads from version n to n + 1. */
const steps: Readonly<Record<number, Step>> = {
  1: summary => mapBindings(summary, binding => mapSemantics(binding, emptyToNull)),
  3: summary => withFieldSet(mapBindings(summary, binding => mapSemantics(binding, relationalToStorage))),
  4: summary => mapBindings(summary, renameWords),
}

/** The version a summary was written in; one written before there were versions is 1. */
export const versionOf = (summary: Json): unknown => summary['schemaVersion'] ?? 1

export function upgradeSummary(summary: Json, version: number): Json {
  let upgraded = summary
  for (let from = version; from < SCHEMA_VERSION; from++) upgraded = steps[from]?.(upgraded) ?? upgraded
  return { ...withConditions(withStorage(upgraded)), schemaVersion: SCHEMA_VERSION }
}

/** A binding stands on the identity and on every interaction effect. */
function mapBindings(summary: Json, map: (binding: Json) => Json): Json {
  const { identity, transitions } = summary
  return {
    ...summary,
    ...(isRecord(identity) && isRecord(identity['boundaryBinding'])
      ? { identity: { ...identity, boundaryBinding: map(identity['boundaryBinding']) } }
      : {}),
    ...(Array.isArray(transitions)
      ? { transitions: transitions.map(transition => mapEffectBindings(transition, map)) }
      : {}),
  }
}

function mapEffectBindings(transition: unknown, map: (binding: Json) => Json): unknown {
  if (!isRecord(transition) || !Array.isArray(transition['effects'])) return transition
  const effects: unknown[] = transition['effects']
  return {
    ...transition,
    effects: effects.map(effect =>
      isRecord(effect) && isRecord(effect['binding'])
        ? { ...effect, binding: map(effect['binding']) }
        : effect,
    ),
  }
}

const mapSemantics = (binding: Json, map: (semantics: Json) => Json): Json =>
  isRecord(binding['semantics']) ? { ...binding, semantics: map(binding['semantics']) } : binding

/** Version 1 wrote "" where the source did not say. */
const onceEmpty: Readonly<Record<string, readonly string[]>> = {
  rest: ['method', 'path'],
  'graphql-resolver': ['typeName'],
  'message-bus': ['channel'],
}

function emptyToNull(semantics: Json): Json {
  const fields = onceEmpty[String(semantics['name'])] ?? []
  const emptied = fields.filter(field => semantics[field] === '').map(field => [field, null])
  return { ...semantics, ...Object.fromEntries(emptied) }
}

function relationalToStorage(semantics: Json): Json {
  if (semantics['name'] !== 'storage-relational') return semantics
  const { table, ...rest } = semantics
  return { ...rest, name: 'storage', container: table ?? null, accessPath: null }
}

/** Words that version 5 writes the way OpenTelemetry does. */
const renamed: readonly { field: string; from: string; to: string }[] = [
  { field: 'storageSystem', from: 'postgres', to: 'postgresql' },
  { field: 'storageSystem', from: 'dynamodb', to: 'aws.dynamodb' },
  { field: 'messageBus', from: 'sqs', to: 'aws_sqs' },
  { field: 'messageBus', from: 'sns', to: 'aws.sns' },
]

function renameWords(binding: Json): Json {
  const { semantics } = binding
  if (!isRecord(semantics)) return binding
  const word = renamed.find(row => semantics[row.field] === row.from)
  if (word === undefined) return binding
  return {
    ...binding,
    ...(binding['transport'] === word.from ? { transport: word.to } : {}),
    semantics: { ...semantics, [word.field]: word.to },
  }
}

function withFieldSet(summary: Json): Json {
  const { metadata } = summary
  const contract = isRecord(metadata) ? metadata['storageContract'] : undefined
  if (!isRecord(metadata) || !isRecord(contract)) return summary
  if (contract['columns'] === undefined || contract['fieldSet'] !== undefined) return summary
  return { ...summary, metadata: { ...metadata, storageContract: { ...contract, fieldSet: 'exhaustive' } } }
}

/** `metadata.storageContract` is the older spelling of `metadata.storage`. */
function withStorage(summary: Json): Json {
  const { metadata } = summary
  const contract = isRecord(metadata) ? metadata['storageContract'] : undefined
  if (!isRecord(metadata) || !isRecord(contract) || metadata['storage'] !== undefined) return summary
  const { columns, ...rest } = contract
  return { ...summary, metadata: { ...metadata, storage: { ...rest, fields: fieldsByName(columns) } } }
}

function fieldsByName(columns: unknown): Json {
  if (isRecord(columns)) return columns
  if (!Array.isArray(columns)) return {}
  return Object.fromEntries(columns.flatMap(column => fieldEntry(column)))
}

function fieldEntry(column: unknown): [string, unknown][] {
  if (typeof column === 'string') return [[column, {}]]
  if (!isRecord(column) || typeof column['name'] !== 'string') return []
  const { name, ...field } = column
  return [[String(name), field]]
}

/** A gap may have been written without its conditions. */
function withConditions(summary: Json): Json {
  const { gaps } = summary
  if (!Array.isArray(gaps)) return summary
  return {
    ...summary,
    gaps: gaps.map((gap: unknown) =>
      isRecord(gap) && gap['conditions'] === undefined ? { ...gap, conditions: [] } : gap,
    ),
  }
}
