/** What code and contract files say of one GraphQL service or operation, put together (checking.md 7.1). */
import { type BehavioralSummary, type GraphqlFacts, graphqlFacts, type SemanticsOf, type WrittenPart } from '../ir/index.js'
import { parseGraphqlDocument } from '../semantics/index.js'

export interface GraphqlSides {
  code: readonly BehavioralSummary[]
  contracts: readonly BehavioralSummary[]
  /** Packages that make schemas while they run. */
  making: ReadonlySet<string | null>
}

export function linkGraphql({ code, contracts, making }: GraphqlSides): { code: BehavioralSummary[]; contracts: BehavioralSummary[] } {
  const used = usesByName(code)
  const files = contracts.filter(isOperation)
  const dropped = new Set(files.filter(file => usesOf(file, used, files).length > 0))
  const texts = new Map<BehavioralSummary, BehavioralSummary>()
  for (const file of dropped)
    for (const use of usesOf(file, used, files)) if (graphqlFacts(use).document === undefined) texts.set(use, file)
  return {
    code: code.map(use => withText(use, texts.get(use))),
    contracts: contracts.filter(file => !dropped.has(file)).map(file => (isOnlyPart(file, making) ? withoutWhole(file) : file)),
  }
}

const operationOf = ({ identity: { boundaryBinding } }: BehavioralSummary): SemanticsOf<'graphql-operation'> | null =>
  boundaryBinding?.semantics.name === 'graphql-operation' ? boundaryBinding.semantics : null

const isOperation = (summary: BehavioralSummary): boolean => operationOf(summary) !== null

function keyOf(summary: BehavioralSummary): string | null {
  const operation = operationOf(summary)
  return operation?.operationName === undefined ? null : `${operation.operationType} ${operation.operationName}`
}

function usesByName(code: readonly BehavioralSummary[]): Map<string, BehavioralSummary[]> {
  const uses = new Map<string, BehavioralSummary[]>()
  for (const use of code) {
    const key = use.metadata?.['testCode'] === true ? null : keyOf(use)
    if (key !== null) uses.set(key, [...(uses.get(key) ?? []), use])
  }
  return uses
}

/** Code that sends the operation of a file: the same name in its package, the same document, or the only one of that name. */
function usesOf(file: BehavioralSummary, uses: ReadonlyMap<string, readonly BehavioralSummary[]>, files: readonly BehavioralSummary[]): BehavioralSummary[] {
  const key = keyOf(file)
  const named = key === null ? [] : (uses.get(key) ?? [])
  const near = named.filter(use => use.location.workspace === file.location.workspace)
  if (near.length > 0 || named.length === 0) return near
  const isOnly = files.filter(other => keyOf(other) === key).length === 1
  return named.filter(use => (graphqlFacts(use).document === undefined ? isOnly : sameOperation(use, file)))
}

function sameOperation(one: BehavioralSummary, other: BehavioralSummary): boolean {
  const [own, others] = [one, other].map(summary => {
    const [operation] = parseGraphqlDocument(graphqlFacts(summary).document ?? '')?.operations ?? []
    return operation ? JSON.stringify(operation, (key, value: unknown) => (key === 'at' ? undefined : value)) : null
  })
  return own !== null && own === others
}

/** The text of the file, where code has nothing but the name. */
function withText(use: BehavioralSummary, file: BehavioralSummary | undefined): BehavioralSummary {
  if (!file) return use
  const { document, written = [], unresolvedDocument } = graphqlFacts(file)
  const { unresolvedDocument: _, ...own } = graphqlFacts(use)
  const { file: path, workspace } = file.location
  const at = written.map((part): WrittenPart => ({ ...part, place: { ...part.place, file: part.place.file ?? path, ...(part.place.file === undefined && workspace !== undefined ? { workspace } : {}) } }))
  const graphql: GraphqlFacts = { ...own, ...(document === undefined ? {} : { document }), written: at, ...(unresolvedDocument === undefined ? {} : { unresolvedDocument }) }
  return { ...use, metadata: { ...use.metadata, graphql } }
}

/** Of what is served, code knows the whole; of other SDL only that nothing in its package, or anywhere, adds to it. */
const isOnlyPart = (file: BehavioralSummary, making: ReadonlySet<string | null>): boolean => {
  const { sdlComplete, served } = graphqlFacts(file)
  return sdlComplete === true && (served === true ? making.has(file.location.workspace ?? null) : making.size > 0)
}

function withoutWhole(file: BehavioralSummary): BehavioralSummary {
  const { sdlComplete: _, ...graphql } = graphqlFacts(file)
  return { ...file, metadata: { ...file.metadata, graphql } }
}
