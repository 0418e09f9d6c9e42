/** A client unit for one use of a GraphQL document. */
import { graphqlOperationBinding, lineStarts, placeOf, type WrittenPart } from '../../ir/index.js'
import type { DiscoveryPattern, PatternPack } from '../../pack/index.js'
import type { CallNode } from '../../program/syntax.js'
import type { GraphqlOperationHeader } from '../../semantics/index.js'
import { boundName } from '../../values/names.js'
import type { Values } from '../../values/resolve.js'
import { exprAt, type Expr } from '../../values/value.js'
import { entriesOf } from '../../values/written.js'
import { enclosingUnit } from '../client/enclosing.js'
import { propertyOf } from '../client/options.js'
import type { ClientCall, DiscoveredUnit } from '../unit.js'
import type { GraphqlDocument, WrittenText } from './documents.js'

export interface OperationUse {
  pack: PatternPack
  pattern: DiscoveryPattern
  /** The library's call, in the frames of the functions it is reached through. */
  call: Expr<CallNode>
  chain: ClientCall['chain']
  entered: ClientCall['entered']
  document: GraphqlDocument
  /** What the hook or method does where the document does not say. */
  operationType: GraphqlOperationHeader['type']
  /** The object that holds the variables. */
  options: Expr | null
  /** Where the client sends it, where that is literal. */
  host: string | null
  /** Where the data is in what the call gives. */
  data: string
}

export function operationUnit(values: Values, use: OperationUse): DiscoveredUnit {
  const { pack, pattern, document } = use
  const outer = use.chain[0] ?? use.call
  const holder = enclosingUnit(outer)
  const name = holder ? boundName(holder) : null
  const operationType = document.operation?.type ?? use.operationType
  const operationName = document.operation?.name ?? null
  const entered = use.entered[0]
  return {
    kind: 'client',
    name: name ?? `${operationType} ${operationName ?? '(no name)'}`,
    nameKind: name === null ? 'label' : 'binding',
    pack,
    body: holder
      ? { module: holder.module, node: holder.node, frame: null }
      : { module: outer.module, node: outer.module.program, frame: null },
    registration: outer,
    bodyReason: null,
    binding: graphqlOperationBinding(
      { ...(operationName === null ? {} : { operationName }), operationType },
      { recognition: `@suss/packs/${pack.name}` },
    ),
    unread: [],
    terminals: pattern.terminals ?? pack.terminals,
    inputMapping: pattern.inputMapping ?? pack.inputMapping,
    wrapper: null,
    continuations: [],
    wrappers: [],
    client: {
      call: use.call,
      chain: use.chain,
      entered: use.entered,
      bodyAccessors: [use.data],
      bodyMethods: [],
      statusAccessors: [],
      statusRanges: [],
      failureDelivery: pack.failureDelivery ?? 'response',
      options: null,
      payload: use.options ? propertyOf(values, use.options, 'variables') : null,
      query: {},
      queryComplete: true,
      headers: null,
      headersComplete: true,
      codec: null,
      derivedFrom: entered
        ? {
            node: entered.node,
            module: entered.module,
            name: boundName(exprAt(entered.module, entered.node)) ?? 'wrapper',
          }
        : null,
    },
    metadata: {
      graphql: {
        ...(document.text === null ? {} : { document: document.text, written: writtenParts(values, document.written, outer.module.file) }),
        ...(use.options && isRouted(values, use.options) ? { routed: true } : use.host === null ? {} : { host: use.host }),
        ...(document.operation === null || document.reason !== null ? { unresolvedDocument: document.reason ?? 'unreadDocument' } : {}),
      },
    },
  }
}

/** Keys of a context that are about one and the same link. */
const ofTransport = new Set(['headers', 'credentials', 'fetchOptions', 'http', 'queryDeduplication', 'debounceKey', 'debounceTimeout', 'timeout', 'batch', 'batchKey', 'skipBatch'])

/** A client of its own, or a context that links may look at. */
function isRouted(values: Values, options: Expr): boolean {
  if (propertyOf(values, options, 'client')) return true
  const context = propertyOf(values, options, 'context')
  if (!context) return false
  const { entries, open } = entriesOf(context, values)
  return open.length > 0 || [...entries.keys()].some(key => !ofTransport.has(key))
}

/** Where the parts of a text stand; what is put together stands nowhere. */
function writtenParts({ program }: Values, parts: readonly WrittenText[], home: string): WrittenPart[] {
  let start = 0
  const found: WrittenPart[] = []
  for (const { text, file, at } of parts) {
    const lines = file === null ? null : (program.module(file)?.lines ?? lineStarts(program.host.read(file) ?? ''))
    if (file !== null && lines && text.trim() !== '') {
      const place = placeOf(lines, { start: at, end: at + text.length })
      const { file: known, workspace } = program.host.place(file)
      found.push({ start, end: start + text.length, place: file === home ? place : { ...place, file: known, ...(workspace === null ? {} : { workspace }) } })
    }
    start += text.length
  }
  return found
}
