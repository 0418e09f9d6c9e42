/** A summary as pairing sees it: its id, its role, its facts. */
import {
  CodeUnitKindSchema,
  graphqlFacts,
  httpFacts,
  unitId,
  type BehavioralSummary,
  type BoundaryBinding,
  type HttpFacts,
  type SemanticsOf,
} from '../ir/index.js'

export interface Unit {
  id: string
  summary: BehavioralSummary
  http: HttpFacts
}

export type RestUnit = Unit & { rest: SemanticsOf<'rest'> }

export const idOf = ({ identity, location }: BehavioralSummary): string =>
  identity.id ??
  unitId({
    workspace: location.workspace ?? null,
    file: location.file,
    exportPath: identity.exportPath,
    name: identity.name,
  })

export const toUnit = (summary: BehavioralSummary): Unit => ({
  id: idOf(summary),
  summary,
  http: httpFacts(summary),
})

export function toRestUnit(unit: Unit): RestUnit | null {
  const binding = unit.summary.identity.boundaryBinding
  return binding?.semantics.name === 'rest' && !staysInProcess(binding)
    ? { ...unit, rest: binding.semantics }
    : null
}

/** What only its own program reaches: a component, a hook, a page of a router in the browser. No other side of a run names it. */
export const staysInProcess = ({ semantics, transport }: BoundaryBinding): boolean =>
  semantics.name === 'rest'
    ? transport === 'in-process'
    : semantics.name === 'function-call' && semantics.package === undefined && semantics.module !== undefined

/** Read from a contract file or a stub. */
export const isDocument = ({ confidence }: BehavioralSummary): boolean =>
  confidence.source === 'derived' || confidence.source === 'declared'

export type Role = 'provider' | 'consumer' | 'declaration' | 'unknownKind' | 'none'

const providerKinds = new Set([
  'handler',
  'loader',
  'action',
  'resolver',
  'worker',
  'component',
  'hook',
  'library',
])
const consumerKinds = new Set(['client', 'consumer', 'caller', 'module-init', 'scheduled-callback'])
const declarationSemantics = new Set([
  'storage',
  'runtime-config',
  'metric',
  'unit-invocation',
  'message-bus',
])

export function roleOf(summary: BehavioralSummary): Role {
  const { kind, identity, metadata } = summary
  const binding = identity.boundaryBinding
  if (binding?.recognition === 'reachable' || metadata?.['testCode'] === true) return 'none'
  if (binding && isDocument(summary) && declarationSemantics.has(binding.semantics.name)) return 'declaration'
  if (graphqlFacts(summary).schema !== undefined) return 'declaration'
  if (providerKinds.has(kind)) return 'provider'
  if (consumerKinds.has(kind)) return 'consumer'
  return CodeUnitKindSchema.safeParse(kind).success ? 'none' : 'unknownKind'
}
