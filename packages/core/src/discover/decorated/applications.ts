/** Applications made by the framework's factory and what is called on them: prefixes, versioning, global wrappers. */
import type { GlobalPrefix, Versioning } from '../../pack/index.js'
import type { Contexts } from '../../index/contexts.js'
import { isUnbound } from '../../index/routables.js'
import { type CallNode, type ClassNode, isMember, memberName } from '../../program/syntax.js'
import { listOf } from '../../values/elements.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { literalOf, literalText, textsOf } from '../../values/text.js'
import { exprAt, type Expr, siteKey } from '../../values/value.js'
import { pathTexts } from '../binding/provider-path.js'
import { optionOf } from '../routes/arguments.js'
import { isTestFile } from '../../program/test-code.js'
import type { ModuleGraph } from './modules.js'

export interface Application {
  key: string
  /** Calls on it, in source order. */
  calls: readonly { method: string; call: Expr<CallNode> }[]
  prefix: Prefix
  versioning: InPathVersions | null | 'unread'
  /** Null: the modules of the application were not read. */
  modules: ReadonlySet<ClassNode> | null
}

export interface Prefix {
  /** Null: there is one, and it was not read. */
  text: string | null
  /** Null: every verb. */
  excluded: readonly { path: string | null; method: string | null }[]
  excludedUnread: boolean
}

export interface InPathVersions {
  prefix: string
  /** Versions of classes that state none; null: not read. */
  versions: readonly Version[] | null
}

/** `neutral`: no version in the path. */
export type Version = string | { neutral: true }

const noPrefix: Prefix = { text: '', excluded: [], excludedUnread: false }

export function readApplications(input: {
  values: Values
  contexts: Contexts
  application: GlobalPrefix['application']
  prefix: GlobalPrefix | undefined
  versioning: Versioning | undefined
  methods: readonly string[]
  graph: ModuleGraph | null
  gate(file: string): boolean
}): Application[] {
  const { values, contexts, application } = input
  const wanted = new Set([
    ...input.methods,
    ...(input.prefix ? [input.prefix.method] : []),
    ...(input.versioning ? [input.versioning.method] : []),
  ])
  const found = new Map<string, { made: Expr<CallNode>; calls: { method: string; call: Expr<CallNode> }[] }>()
  const files = values.program.modules.filter(m => !isTestFile(m.file))

  const madeBy = (expr: Expr): Expr<CallNode>[] =>
    values
      .resolve(expr)
      .flatMap(v =>
        v.type === 'call' &&
        isOrigin(v.callee, application.importModule, `${application.importName}.${application.factory}`)
          ? [v.expr]
          : [],
      )

  for (const module of files) {
    for (const node of module.calls) {
      if (node.type === 'CallExpression' && memberNameOf(node) === application.factory)
        for (const made of madeBy(exprAt(module, node)))
          if (!found.has(siteKey({ ...made, frame: null })))
            found.set(siteKey({ ...made, frame: null }), { made, calls: [] })
    }
  }
  for (const module of found.size === 0 ? [] : files) {
    for (const node of module.calls) {
      const method = node.type === 'CallExpression' && isMember(node.callee) ? memberName(node.callee) : null
      if (method === null || !wanted.has(method)) continue
      for (const call of framed(exprAt(module, node))) {
        for (const made of isMember(call.node.callee)
          ? madeBy({ ...call, node: call.node.callee.object })
          : []) {
          const entry = found.get(siteKey({ ...made, frame: null }))
          if (entry && !entry.calls.some(c => siteKey(c.call) === siteKey(call)))
            entry.calls.push({ method, call })
        }
      }
    }
  }
  return [...found].map(([key, { made, calls }]) => {
    const [root] = made.node.arguments
    const reached =
      input.graph && root && root.type !== 'SpreadElement'
        ? input.graph.reachedFrom({ ...made, node: root })
        : null
    return {
      key,
      calls,
      prefix: prefixOf(calls),
      versioning: versioningOf(calls),
      modules: reached && reached.modules.size > 0 ? reached.modules : null,
    }
  })

  /** The call in the frames that bind its receiver. */
  function framed(call: Expr<CallNode>): readonly Expr<CallNode>[] {
    if (!isMember(call.node.callee)) return []
    const { object } = call.node.callee
    return values.resolve({ ...call, node: object }).some(isUnbound) ? contexts.of(call, true) : [call]
  }

  function prefixOf(calls: readonly { method: string; call: Expr<CallNode> }[]): Prefix {
    const pattern = input.prefix
    const set = pattern ? calls.filter(c => c.method === pattern.method) : []
    if (!pattern || set.length === 0) return noPrefix
    const all = set.map(({ call }): Prefix => {
      const [path, options] = call.node.arguments
      const texts =
        path && path.type !== 'SpreadElement' ? pathTexts(values, { ...call, node: path }) : [null]
      const [text] = texts
      const exclude =
        pattern.exclude && options && options.type !== 'SpreadElement'
          ? optionOf(values, { ...call, node: options }, pattern.exclude.option)
          : null
      const entries = exclude ? listOf(values, exclude) : []
      return {
        text: texts.length === 1 && text !== undefined ? text : null,
        excluded: (entries ?? []).map(e => exclusionOf(e, pattern)),
        excludedUnread: entries === null,
      }
    })
    const [first] = all
    return first && all.every(p => p.text === first.text)
      ? first
      : { text: null, excluded: [], excludedUnread: false }
  }

  function exclusionOf(entry: Expr, pattern: GlobalPrefix): Prefix['excluded'][number] {
    const path = literalOf(values, entry)
    const { exclude } = pattern
    if (path !== null || !exclude) return { path, method: null }
    const inner = optionOf(values, entry, exclude.pathKey)
    const method = optionOf(values, entry, exclude.methodKey)
    return {
      path: inner ? literalOf(values, inner) : null,
      method: method ? verbOf(values, method, exclude) : null,
    }
  }

  function versioningOf(
    calls: readonly { method: string; call: Expr<CallNode> }[],
  ): Application['versioning'] {
    const pattern = input.versioning
    const [set, ...more] = pattern ? calls.filter(c => c.method === pattern.method) : []
    if (!pattern || !set) return null
    if (more.length > 0) return 'unread'
    const [node] = set.call.node.arguments
    if (!node || node.type === 'SpreadElement') return { prefix: pattern.defaultPrefix, versions: [] }
    const options: Expr = { ...set.call, node }
    if (values.one(options)?.type !== 'object') return 'unread'
    const type = optionOf(values, options, pattern.typeOption)
    const kind = type ? kindOf(type, pattern) : 'inPath'
    if (kind !== 'inPath') return kind === 'other' ? null : 'unread'
    const prefix = optionOf(values, options, pattern.prefixOption)
    const given = prefix ? values.one(prefix) : null
    const text = prefix
      ? given?.type === 'literal' && given.value === false
        ? ''
        : literalOf(values, prefix)
      : pattern.defaultPrefix
    if (text === null) return 'unread'
    const otherwise = optionOf(values, options, pattern.defaultOption)
    return { prefix: text, versions: otherwise ? versionsOf(values, otherwise, pattern) : [] }
  }

  function kindOf(type: Expr, pattern: Versioning): 'inPath' | 'other' | null {
    const value = values.one(type)
    if (value?.type === 'literal') return value.value === pattern.types.number ? 'inPath' : 'other'
    if (value?.type !== 'external') return null
    return isOrigin(value, pattern.types.module, `${pattern.types.name}.${pattern.types.inPath}`)
      ? 'inPath'
      : 'other'
  }
}

/** Null: not read. */
export function versionsOf(values: Values, expr: Expr, pattern: Versioning): Version[] | null {
  const entries = listOf(values, expr)
  const out = (entries ?? [expr]).map((entry): Version | null => {
    const value = values.one(entry)
    if (value && isOrigin(value, pattern.neutral.module, pattern.neutral.name)) return { neutral: true }
    const texts = textsOf(values, entry).map(literalText)
    return texts.length === 1 ? (texts[0] ?? null) : null
  })
  return entries && out.every(v => v !== null) ? out : null
}

/** The verb a member of the library's method enum stands for; `*` for every verb, null when it is not read. */
export function verbOf(
  values: Values,
  expr: Expr,
  { methods, methodEnum }: Pick<NonNullable<GlobalPrefix['exclude']>, 'methods' | 'methodEnum'>,
): string | null {
  const value = values.one(expr)
  if (value?.type === 'literal') return methods[String(value.value)] ?? null
  if (value?.type !== 'external' || !methodEnum) return null
  const name = value.path.at(-1) ?? ''
  if (!isOrigin(value, methodEnum.module, `${methodEnum.name}.${name}`)) return null
  return name === 'ALL' ? '*' : name
}

const memberNameOf = (call: CallNode): string | null =>
  isMember(call.callee) ? memberName(call.callee) : null
