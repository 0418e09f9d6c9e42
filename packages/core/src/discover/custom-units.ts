/** Units a pack's own `discoverUnits` finds, through a reader that shows no syntax tree (extraction.md 8.1, D7). */
import type { DiscoveredCustomUnit, ExportedFunction, FileContext, FileFunction, PatternPack } from '../pack/index.js'
import { identityKey } from '../semantics/index.js'
import type { Gate } from '../index/gates.js'
import type { SourceModule } from '../program/module.js'
import {
  bodyStatements,
  type CallNode,
  type Expression,
  type FunctionNode,
  isFunction,
  isNode,
  type Node,
  type Statement,
  strip,
} from '../program/syntax.js'
import { returnedExpressions } from '../values/returns.js'
import type { Values } from '../values/resolve.js'
import { type Expr, exprAt } from '../values/value.js'
import {
  type ExportedHandler,
  exportedHandler,
  exportedUnit,
  type Factories,
  moduleFunction,
} from './exports.js'
import { bindingHolder, boundName } from '../values/names.js'
import type { DiscoveredUnit, WrapperUse } from './unit.js'

interface Input {
  values: Values
  pack: PatternPack
  gateOf(modules: readonly string[] | undefined): Gate
  factories: Factories
  /** Units of the patterns: the first claim of a function and kind wins. */
  found: readonly DiscoveredUnit[]
  inputsOf(pack: PatternPack): ReadonlyMap<string, string>
  onFault(fault: { file: string; line: number; pack: string; message: string }): void
}

export function discoverCustomUnits(input: Input): DiscoveredUnit[] {
  const { values, pack } = input
  if (!pack.discoverUnits) return []
  const gate = input.gateOf(pack.requiresImport)
  const claimed = new Map<string, Set<Node>>()
  const claim = (kind: string, node: Node): boolean => {
    const nodes = claimed.get(kind) ?? new Set()
    claimed.set(kind, nodes)
    if (nodes.has(node)) return false
    nodes.add(node)
    return true
  }
  for (const { kind, body } of input.found) if (body) claim(kind, body.node)
  /** A hook that throws loses its own units of the file, nothing else. */
  const foundIn = (module: SourceModule, context: FileContext): DiscoveredCustomUnit[] => {
    try {
      return [...(pack.discoverUnits?.(module.file, context) ?? [])]
    } catch (error) {
      input.onFault({ file: module.file, line: 1, pack: pack.name, message: error instanceof Error ? error.message : String(error) })
      return []
    }
  }
  return values.program.modules
    .filter(m => gate(m.file))
    .flatMap(module => {
      const exported = new Map<unknown, ExportedHandler>()
      const context = contextOf(input, module, exported)
      return foundIn(module, context).flatMap(custom => {
        const unit = unitOf(input, module, custom, exported)
        return unit && claim(claimOf(unit), (unit.body ?? unit.registration).node) ? [unit] : []
      })
    })
}

/** One function may stand behind several boundaries that a pack knows from elsewhere. */
function claimOf({ kind, binding, deployableUnit }: DiscoveredUnit): string {
  const key = binding && deployableUnit ? (identityKey(binding) ?? JSON.stringify(binding.semantics)) : null
  return key === null ? kind : `${kind} ${key}`
}

/** What a chain of a library puts around a function is not read: it may answer first, change the body, or answer a throw. */
function chainAround(values: Values, { module, name }: ExportedHandler): WrapperUse[] {
  const target = module.exports.get(name)
  const source = target?.type === 'local' ? module.top.get(target.name)?.source : undefined
  const node = target?.type === 'value' ? target.node : source?.type === 'init' ? source.value : null
  const wrapper = node ? values.chained(exprAt(module, node)) : null
  return (wrapper ? (['before', 'onThrow'] as const) : []).map(role => ({
    role,
    scope: null,
    rewritesBody: true,
    target: { type: 'unread', reason: 'unresolvedWrapper', callee: wrapper?.module ?? '', gap: false },
  }))
}

function unitOf(
  { values, pack, factories }: Input,
  module: SourceModule,
  custom: DiscoveredCustomUnit,
  exported: ReadonlyMap<unknown, ExportedHandler>,
): DiscoveredUnit | null {
  const pattern = {
    kind: custom.kind,
    ...(custom.terminals ? { terminals: custom.terminals } : {}),
    ...(custom.inputMapping ? { inputMapping: custom.inputMapping } : {}),
  }
  const binding =
    custom.binding ??
    (custom.exportName === undefined ? null : moduleFunction(pack, module.file, custom.exportName))
  const deployed = {
    ...(custom.deployableUnit ? { deployableUnit: custom.deployableUnit } : {}),
    unread: unreadOf(custom),
  }
  const found = exported.get(custom.func)
  if (found)
    return {
      ...exportedUnit({ found, pack, pattern, binding, label: custom.name, factories, wrappers: chainAround(values, found) }),
      ...deployed,
      metadata: custom.metadata ?? {},
    }
  const { func } = custom
  if (!isNode(func) || !isFunction(func)) return null
  const body: Expr<FunctionNode> = exprAt(module, func)
  return {
    kind: custom.kind,
    name: custom.name,
    nameKind: custom.nameKind ?? 'binding',
    pack,
    body,
    registration: body,
    bodyReason: null,
    binding,
    ...deployed,
    terminals: custom.terminals ?? pack.terminals,
    inputMapping: custom.inputMapping ?? pack.inputMapping,
    wrapper: null,
    continuations: [],
    wrappers: [],
    client: null,
    metadata: custom.metadata ?? {},
  }
}

/** Every null of a binding has its reason. */
function unreadOf({ binding, name }: DiscoveredCustomUnit): DiscoveredUnit['unread'] {
  const semantics = binding?.semantics
  if (semantics?.name === 'message-bus' && semantics.channel === null)
    return [{ field: 'channel', reason: 'unreadChannel', detail: name }]
  if (semantics?.name === 'rest' && semantics.path === null)
    return [{ field: 'path', reason: 'unreadPath', detail: name }]
  return []
}

function contextOf(
  { values, gateOf, pack, inputsOf }: Input,
  module: SourceModule,
  exported: Map<unknown, ExportedHandler>,
): FileContext {
  return {
    file: module.file,
    directives: directivesOf(module.program.body as readonly Statement[]),
    reaches: modules => gateOf(modules)(module.file),
    exports: () =>
      [...module.exports.keys()].flatMap(name => {
        const found = exportedHandler(values, module, name)
        if (!found) return []
        exported.set(found, found)
        return [{ name, func: found, types: () => typesOf(found) }]
      }),
    sources: () => values.program.host.files(),
    inputs: () => inputsOf(pack),
    functions: () => {
      const names = exportNames(values, module)
      const tags = tagNames(module)
      return module.functions.map((node): FileFunction => {
        const name = boundName(exprAt(module, node))
        return {
          func: node,
          name,
          exportName: names.get(node) ?? null,
          directives: directivesOf(bodyStatements(node)),
          get returnsElement() {
            return returnedExpressions(node).some(e => e !== null && isElement(values, exprAt(module, e)))
          },
          isDeclared: bindingHolder(module, node) !== null,
          isTag: name !== null && tags.has(name) && bindingHolder(module, node) !== null,
        }
      })
    },
  }
}

/** Names of imported types on what is exported, and on the first parameter of its function. */
function typesOf({ module, name, answer }: ExportedHandler): ReturnType<ExportedFunction['types']> {
  const target = module.exports.get(name)
  const declared = target?.type === 'local' ? module.top.get(target.name)?.node : undefined
  const holder = declared && module.parents.get(declared as Node)
  const body = answer.type === 'one' ? answer.handler.body : null
  const at = [
    { module, node: declared },
    { module, node: holder && 'id' in holder ? holder.id : undefined },
    ...(body ? [{ module: body.module, node: body.node.params[0] }] : []),
  ]
  return at.flatMap(({ module: own, node }) => importedType(own, node))
}

function importedType({ imports }: SourceModule, node: unknown): { module: string; name: string }[] {
  if (!isNode(node) || !('typeAnnotation' in node) || !isNode(node.typeAnnotation)) return []
  const annotation = node.typeAnnotation
  const type = 'typeAnnotation' in annotation && isNode(annotation.typeAnnotation) ? annotation.typeAnnotation : annotation
  if (type.type !== 'TSTypeReference') return []
  const { typeName } = type
  if (typeName.type !== 'Identifier') return []
  return imports.flatMap(({ specifier, names }) =>
    names.flatMap(({ imported, local }) => (local === typeName.name ? [{ module: specifier, name: imported }] : [])),
  )
}

const directivesOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(s => ('directive' in s && typeof s.directive === 'string' ? [s.directive] : []))

/** Functions of the file by the name it exports them under: themselves, or given to calls whose result is exported. */
function exportNames(values: Values, module: SourceModule): Map<Node, string> {
  const out = new Map<Node, string>()
  for (const [name, target] of module.exports) {
    if (target.type === 'reexport') continue
    const binding = target.type === 'local' ? module.top.get(target.name) : undefined
    const start =
      target.type === 'value'
        ? target.node
        : binding?.source.type === 'init' && binding.source.path.length === 0
          ? binding.source.value
          : binding?.source.type === 'function'
            ? binding.source.node
            : null
    if (start) visit(exprAt(module, start), name, 0)
  }
  return out

  function visit(expr: Expr, name: string, depth: number): void {
    const node = strip(expr.node as Expression)
    if (depth > 6) return
    if (isFunction(node)) {
      if (!out.has(node)) out.set(node, name)
      return
    }
    if (node.type === 'CallExpression' && !isListCall(node)) {
      for (const argument of node.arguments)
        if (argument.type !== 'SpreadElement') visit({ ...expr, node: argument }, name, depth + 1)
      return
    }
    const binding = node.type === 'Identifier' ? values.binding(module, node) : null
    if (binding?.source.type === 'function') visit({ ...expr, node: binding.source.node }, name, depth + 1)
    else if (binding?.source.type === 'init' && binding.source.path.length === 0)
      visit({ ...expr, node: binding.source.value }, name, depth + 1)
  }
}

const known = new WeakMap<SourceModule, ReadonlySet<string>>()

function tagNames(module: SourceModule): ReadonlySet<string> {
  const before = known.get(module)
  if (before) return before
  const out = new Set(
    [...module.identifiers].flatMap(([name, nodes]) =>
      nodes.some(n => n.type === 'JSXIdentifier' && module.parents.get(n)?.type === 'JSXOpeningElement')
        ? [name]
        : [],
    ),
  )
  known.set(module, out)
  return out
}

const listCallbacks = new Set(['map', 'flatMap'])

/** An element, one of the arms, or a list of them; a name is followed to what it was given. */
function isElement(values: Values, expr: Expr, depth = 0): boolean {
  const node = strip(expr.node as Expression)
  if (depth > 4) return false
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true
    case 'ConditionalExpression':
      return (
        isElement(values, { ...expr, node: node.consequent }, depth) ||
        isElement(values, { ...expr, node: node.alternate }, depth)
      )
    case 'LogicalExpression':
      return (
        isElement(values, { ...expr, node: node.right }, depth) ||
        isElement(values, { ...expr, node: node.left }, depth)
      )
    case 'ArrayExpression':
      return node.elements.some(
        e => e !== null && e.type !== 'SpreadElement' && isElement(values, { ...expr, node: e }, depth + 1),
      )
    case 'CallExpression': {
      const [first] = node.arguments
      if (!first || first.type === 'SpreadElement') return false
      const { callee } = node
      const callback = strip(first)
      if (isFunction(callback))
        return (
          callee.type === 'MemberExpression' &&
          callee.property.type === 'Identifier' &&
          listCallbacks.has(callee.property.name) &&
          returnedExpressions(callback).some(
            e => e !== null && isElement(values, { ...expr, node: e }, depth + 1),
          )
        )
      return isElement(values, { ...expr, node: callback }, depth + 1)
    }
    case 'Identifier': {
      const source = values.binding(expr.module, node)?.source
      return (
        source?.type === 'init' &&
        source.path.length === 0 &&
        isElement(values, { ...expr, node: source.value }, depth + 1)
      )
    }
    default:
      return false
  }
}

/** Its callback makes one item, not what the call gives. */
const isListCall = ({ callee }: CallNode): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  listCallbacks.has(callee.property.name)
