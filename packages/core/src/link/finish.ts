/** Last facts of a run: unread routes, the service, the order (extraction.md stage 10). */
import type { BehavioralSummary } from '../ir/index.js'
import { SCHEMA_VERSION } from '../ir/index.js'
import { compareSummaries } from './order.js'

export interface FinishOptions {
  service?: string
  gatewayStatuses?: number[]
  unreadRoutes: readonly { file: string; prefix: string; reason: string }[]
  place(file: string): { workspace: string | null; file: string }
}

const restProviders = new Set(['handler', 'loader', 'action'])

export function finishSummaries(summaries: readonly BehavioralSummary[], options: FinishOptions): BehavioralSummary[] {
  const unread = new Map<string, { prefix: string; reason: string }[]>()
  for (const { file, prefix, reason } of options.unreadRoutes) {
    const known = options.place(file).file
    const list = unread.get(known) ?? []
    if (!list.some(u => u.prefix === prefix && u.reason === reason)) list.push({ prefix, reason })
    unread.set(known, list)
  }
  const out = summaries.map(s => withHttp(s, {
    ...(isProvider(s) && options.service !== undefined ? { service: options.service } : {}),
    ...(isProvider(s) && options.gatewayStatuses?.length ? { gatewayStatuses: options.gatewayStatuses } : {}),
    ...unreadOf(s, unread),
  }))
  for (const [file, list] of unread) {
    const { workspace } = options.place(file)
    out.push(bareModule(file, workspace, list))
  }
  return out.sort(compareSummaries)
}

const isProvider = (s: BehavioralSummary): boolean => restProviders.has(s.kind) && s.identity.boundaryBinding?.semantics.name === 'rest' && s.confidence.source === 'inferred_static'

/** The first unit of a file carries what the file may serve besides. */
function unreadOf(s: BehavioralSummary, unread: Map<string, { prefix: string; reason: string }[]>): Record<string, unknown> {
  const list = s.confidence.source === 'declared' ? undefined : unread.get(s.location.file)
  if (!list) return {}
  unread.delete(s.location.file)
  return { unreadRoutes: list }
}

function withHttp(s: BehavioralSummary, facts: Record<string, unknown>): BehavioralSummary {
  if (Object.keys(facts).length === 0) return s
  const http = s.metadata?.['http']
  return { ...s, metadata: { ...s.metadata, http: { ...(typeof http === 'object' ? http : {}), ...facts } } }
}

function bareModule(file: string, workspace: string | null, unreadRoutes: { prefix: string; reason: string }[]): BehavioralSummary {
  return {
    schemaVersion: SCHEMA_VERSION, kind: 'module-init',
    location: { file, range: { start: 1, end: 1 }, exportName: null, ...(workspace === null ? {} : { workspace }) },
    identity: { id: `${workspace === null ? '' : `${workspace}:`}${file}::module-init`, name: 'module-init', nameKind: 'label', exportPath: null, boundaryBinding: null },
    inputs: [], transitions: [], gaps: [], confidence: { source: 'inferred_static', level: 'high' }, metadata: { http: { unreadRoutes } },
  }
}
