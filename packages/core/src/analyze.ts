/** The line: files to facts, units, raw structures, summaries, links. The only file that knows the order. */
import { composeWrappers } from './compose/index.js'
import { type ContractInCode, type Contracts, filesOf, incompleteOf, readContracts } from './contracts/read-contracts.js'
import { withLoadedCode } from './contracts/loaded-code.js'
import { type DiscoveredProject, discoverProject } from './discover/discover-project.js'
import { openGeneratedModules } from './discover/generated-modules.js'
import { moduleInit } from './discover/module-init.js'
import { reachableUnit } from './discover/reachable.js'
import { stubSummary } from './discover/stubs.js'
import { discoverSubUnits } from './discover/sub-units.js'
import { isTestFile } from './program/test-code.js'
import type { DiscoveredUnit } from './discover/unit.js'
import type { SourceHost } from './host.js'
import type { BehavioralSummary, ReasonCode, RunFinding } from './ir/index.js'
import { exitCodeFunctions } from './index/exit-codes.js'
import { type Buses, readBuses } from './index/bus-transports.js'
import { openGates } from './index/gates.js'
import { finishSummaries } from './link/finish.js'
import { linkGraphql } from './link/graphql-documents.js'
import { leavingUnits, markLeaving } from './link/leaving.js'
import { linkSummaries } from './link/link-summaries.js'
import { moveUnread } from './link/move-unread.js'
import { compareSummaries } from './link/order.js'
import { withUniqueIds } from './link/unique-ids.js'
import type { LoadedPack, LoadedReader, PatternPack } from './pack/index.js'
import { openProgram, type Program } from './program/program.js'
import type { Node } from './program/syntax.js'
import { fillHoles } from './read/fill.js'
import { openSchemas } from './read/schemas/index.js'
import { readStories } from './read/stories/read-stories.js'
import { type ReadUnit, readUnit } from './read/unit.js'
import type { RecognizerFault } from './read/recognize.js'
import { summarizeUnit } from './summarize/summarize-unit.js'
import type { TypeOracle } from './types/port.js'
import { openCallers } from './values/callers.js'
import { openHookUses } from './values/hook-uses.js'
import { openInterfaces } from './values/interfaces.js'
import { openValues } from './values/resolve.js'
import type { CalledFunction } from './values/receivers.js'
import { siteKey } from './values/value.js'

export interface ExtractInput {
  host: SourceHost
  packs: readonly LoadedPack[]
  readers?: readonly LoadedReader[]
  project?: { service?: string; gatewayStatuses?: number[] }
  oracle: TypeOracle
}

export interface FunnelRow {
  pack: string
  cause: string
  files: number
  importing: number
  /** Places a pattern of the pack matched. */
  matched: number
  /** Those that became a unit. */
  units: number
  withTransitions: number
}

export interface ExtractResult {
  /** Sorted, valid against the schema. */
  summaries: BehavioralSummary[]
  run: RunFinding[]
  funnel: FunnelRow[]
  incomplete: { file: string; reason: ReasonCode; detail: string }[]
}

const maxUnits = 50_000

export function extract(input: ExtractInput): ExtractResult {
  const { packageOf } = openGeneratedModules(input.packs.map(p => p.pack), input.host.root, file => input.host.read(file))
  const program = openProgram(input.host, packageOf)
  const values = openValues(program, input.packs.flatMap(p => p.pack.transparentWrappers ?? []), input.packs.flatMap(p => p.pack.decorations ?? []), {
    suppliers: input.packs.flatMap(p => p.pack.parameterSuppliers ?? []),
    errors: input.packs.flatMap(p => p.pack.libraryErrors ?? []),
    composers: input.packs.flatMap(p => p.pack.decoratorComposers ?? []),
  })
  const callers = openCallers(values, openHookUses(values, input.packs.flatMap(p => p.pack.resultHooks ?? [])))
  const interfaces = openInterfaces(values)
  const schemas = openSchemas(values)
  const gates = openGates(program)
  const inputsOf = openInputs(input.host)
  const faults: RecognizerFault[] = []
  const project = discoverProject({ values, callers, packs: input.packs.map(p => p.pack), gateOf: gates, inputsOf, onFault: fault => faults.push(fault) })
  const clientSites = new Map(project.units.flatMap(u => (u.client ? [[siteKey({ ...u.registration, frame: null }), u] as const] : [])))
  const packs = input.packs.map(p => p.pack)
  const subUnits = (unit: DiscoveredUnit): DiscoveredUnit[] => discoverSubUnits(unit, { values, packs, isClaimed: fn => project.claimed.has(fn) })
  const exitCodes = exitCodeFunctions(values, packs)
  const busesOf = (pack: PatternPack): Buses => readBuses(values, pack, 'nestjs')
  const applied = input.packs.map(p => ({ pack: p.pack, applies: gates(p.pack.requiresImport) }))
  const read = readUnits(program, project, subUnits, exitCodes, unit => readUnit(unit, {
    host: input.host, values, schemas, callers, interfaces,
    packs: applied,
    // a client's call may stand in what another unit schedules
    isClaimed: fn => project.claimed.has(fn) && !(unit.client && project.scheduled.has(fn)),
    clientAt: call => {
      const unit = clientSites.get(siteKey({ ...call, frame: null }))
      return unit?.binding ? { binding: unit.binding, unit } : null
    },
    onFault: fault => faults.push(fault),
    inputsOf, busesOf,
  }))
  const holes = read.units.flatMap(r => r.read.holes)
  const answers = input.oracle.ask(holes)
  let asked = 0
  const summarized = read.units.map(({ unit, read: { raw, holes: own } }) => {
    const filled = fillHoles(raw, own, answers.slice(asked, asked + own.length))
    asked += own.length
    return { unit, summary: summarizeUnit(filled), wrappers: filled.wrappers, derivedFrom: filled.derivedFrom, throwing: filled.throwing, rejecting: rejectingOf(filled) }
  })
  const stubs = [...project.stubs].flatMap(([id, s]) => {
    const summary = stubSummary(s)
    return summary ? [[id, summary] as const] : []
  })
  const unique = withUniqueIds(summarized.toSorted((a, b) => compareSummaries(a.summary, b.summary)))
  const leaving = leavingUnits(read.units)
  const linked = markLeaving(
    linkSummaries(unique, new Map(stubs.map(([id, s]) => [id, s.identity.id ?? id]))),
    new Set(unique.flatMap(({ summary, unit }) => (leaving.has(unit) && summary.identity.id !== undefined ? [summary.identity.id] : []))),
  )
  const asRead = new Map(unique.map(({ summary }) => [summary.identity.id, summary]))
  const composed = composeWrappers([...linked, ...stubs.map(([, s]) => s)]).map(s => moveUnread(asRead.get(s.identity.id) ?? s, s))
  const summaries = finishSummaries(composed, { ...input.project, unreadRoutes: [...project.unreadRoutes, ...unreadFiles(program)], place: input.host.place })
  const contracts = readContracts(input.host, input.readers ?? [], contractsInCode(project.graphql))
  const graphql = linkGraphql({ code: summaries, contracts: contracts.summaries, making: project.graphql.making })
  const declared = graphql.contracts.map(summary => withLoadedCode(summary, program, packs))
  const stories = (input.readers ?? []).flatMap(loaded => ('reads' in loaded.reader ? [{ loaded, found: readStories(values, filesOf(loaded)) }] : []))
  const all = [...graphql.code, ...declared, ...stories.flatMap(({ found }) => found.summaries)].sort(compareSummaries)
  return {
    summaries: all,
    run: contracts.run,
    funnel: [...funnelOf(input, program, gates, project, summaries), ...readerRows(input.readers ?? [], contracts, all)],
    incomplete: [
      ...contracts.incomplete,
      ...stories.flatMap(({ loaded, found }) => found.notes.map(note => incompleteOf(loaded.reader.name, note))),
      ...program.incomplete,
      ...faults.map(f => ({ file: f.file, reason: 'recognizerThrew' as const, detail: `line ${f.line}: pack ${f.pack}: ${f.message}` })),
      ...(read.cut ? [{ file: '', reason: 'closureBudget' as const, detail: `${maxUnits} units` }] : []),
    ],
  }
}

/** Reading gives the places a unit calls; unread ones join the list until it is empty or the budget is used. */
function readUnits(program: Program, project: DiscoveredProject, subUnits: (unit: DiscoveredUnit) => DiscoveredUnit[], exitCodes: ReadonlySet<Node>, read: (unit: DiscoveredUnit) => ReadUnit): { units: { unit: DiscoveredUnit; read: ReadUnit }[]; cut: boolean } {
  const units: { unit: DiscoveredUnit; read: ReadUnit }[] = []
  const queue: DiscoveredUnit[] = [...project.units, ...program.modules.filter(m => !isTestFile(m.file)).map(m => moduleInit(m))]
  const reached = new Set<unknown>(project.claimed)
  for (let i = 0; i < queue.length && i < maxUnits; i++) {
    const unit = queue[i]
    if (!unit) break
    for (const sub of subUnits(unit)) {
      if (!sub.body || project.claimed.has(sub.body.node)) continue
      project.claimed.add(sub.body.node)
      project.scheduled.add(sub.body.node)
      reached.add(sub.body.node)
      queue.push(sub)
    }
    const found = read(marked(unit, exitCodes))
    if (unit.kind === 'module-init' && !doesSomething(found)) continue
    units.push({ unit, read: found })
    const next: readonly CalledFunction[] = [...found.called, ...found.passed]
    for (const fn of next) {
      const key = fn.receiver ? siteKey({ ...fn, frame: null }) + siteKey(fn.receiver) : fn.node
      if (reached.has(key)) continue
      reached.add(key)
      queue.push(reachableUnit(fn))
    }
  }
  return { units, cut: queue.length > maxUnits }
}

const contractsInCode = ({ sources, derived }: DiscoveredProject['graphql']): ContractInCode[] => [
  ...sources.map(({ file, text, served }) => ({ reader: 'graphql', path: file, text, as: served ? ('served' as const) : ('part' as const) })),
  ...derived.map(({ file, text }) => ({ reader: 'graphql', path: file, text, as: 'derived' as const })),
]

/** What a file that was not read may serve. */
const unreadFiles = ({ incomplete }: Program): DiscoveredProject['unreadRoutes'] =>
  incomplete.filter(({ file }) => !isTestFile(file)).map(({ file, reason }) => ({ file, prefix: '/', reason }))

/** Texts of the files a pack reads besides code. */
function openInputs(host: SourceHost): (pack: PatternPack) => ReadonlyMap<string, string> {
  const known = new Map<PatternPack, ReadonlyMap<string, string>>()
  return pack => {
    const before = known.get(pack)
    if (before) return before
    const files = pack.discoveryInputs?.(host.otherFiles()) ?? []
    const texts = new Map(files.flatMap(file => {
      const text = host.read(file)
      return text === undefined ? [] : [[file, text] as const]
    }))
    known.set(pack, texts)
    return texts
  }
}

/** What is known of a unit by its place alone: test code, a result that becomes the exit code. */
function marked(unit: DiscoveredUnit, exitCodes: ReadonlySet<Node>): DiscoveredUnit {
  const file = (unit.shownAt ?? unit.body ?? unit.registration).module.file
  const facts = {
    ...(isTestFile(file) ? { testCode: true } : {}),
    ...(unit.body && exitCodes.has(unit.body.node) ? { process: { exitCodeFrom: 'return' } } : {}),
  }
  return Object.keys(facts).length > 0 ? { ...unit, metadata: { ...unit.metadata, ...facts } } : unit
}

/** A module that only declares, imports, exports or registers has no unit. */
const doesSomething = ({ raw, called }: ReadUnit): boolean =>
  called.length > 0 || raw.branches.some(b => b.effects.some(({ effect }) => effect.type === 'interaction' || (effect.type === 'invocation' && effect.declaredAt !== undefined)))

const readerRows = (readers: readonly LoadedReader[], { files }: Contracts, summaries: readonly BehavioralSummary[]): FunnelRow[] =>
  readers.map(({ reader, cause }) => {
    const own = summaries.filter(s => s.identity.boundaryBinding?.recognition === `@suss/packs/${reader.name}`)
    const count = files.get(reader.name) ?? new Set(own.map(s => s.location.file)).size
    const units = own.length
    return { pack: reader.name, cause, files: count, importing: count, matched: units, units, withTransitions: 0 }
  })

const rejectingOf = ({ branches }: ReadUnit['raw']): ReadonlySet<number> => new Set(branches.flatMap((b, i) => (b.terminal.rejects ? [i] : [])))

function funnelOf(input: ExtractInput, program: Program, gates: ReturnType<typeof openGates>, project: DiscoveredProject, summaries: readonly BehavioralSummary[]): FunnelRow[] {
  return input.packs.map(({ pack, cause }) => {
    const gate = gates(pack.requiresImport)
    const own = summaries.filter(s => s.identity.boundaryBinding?.recognition === `@suss/packs/${pack.name}`)
    return {
      pack: pack.name, cause, files: program.modules.length,
      importing: program.modules.filter(m => gate(m.file)).length,
      matched: project.units.filter(u => u.pack === pack).length,
      units: own.length,
      withTransitions: own.filter(s => s.transitions.length > 0).length,
    }
  })
}
