/** What stands in front of a client call's path (extraction.md B3). */
import { type Expression, isCall, isMember, memberName, strip } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { type Text, textsOf } from '../../values/text.js'
import { exprAt, type Expr, siteKey, type Value } from '../../values/value.js'
import { argumentAt, type Option, optionOf } from './options.js'
import type { Site } from './site.js'

/** A base that is there and was not read, or has several values: the path stands, its host does not. */
const unreadBase = (expr: Expr): Text => [{ hole: 'base', value: { type: 'opaque', expr, reason: 'multipleValues' }, reason: 'multipleValues' }]

export type BaseOf = (site: Site, options: Expr | null) => Text | null

export function openBases(values: Values): BaseOf {
  const textOf = (expr: Expr): Text => {
    const [only, ...more] = textsOf(values, expr)
    return only && more.length === 0 ? only : unreadBase(expr)
  }

  /** Base of the call's own options, of the factory, or of the defaults; null: there is none. */
  function baseOf(site: Site, options: Expr | null): Text | null {
    const config = site.instance ? argumentAt(site.instance, site.endpoint ? 1 : 0) : null
    // a factory whose calls spell their path takes the base as its first argument
    if (site.path !== undefined && !site.endpoint) return config && textOf(config)
    const name = site.pattern.match.basePathOption
    if (name === undefined) return null
    const own = options ? optionOf(values, options, name) : absent
    const made = config ? optionOf(values, config, name) : absent
    for (const option of [own, made]) if (option.type === 'expr') return textOf(option.expr)
    const later = defaultsBase(site, name)
    if (later) return later
    const isOpen = own.type === 'unread' || made.type === 'unread' || rewritten().has(name) || sharesDefaults(site)
    return isOpen ? unreadBase(site.call) : null
  }

  /** `axios.defaults.baseURL = …`, `instance.defaults.baseURL = …`. */
  function defaultsBase(site: Site, option: string): Text | null {
    const [only, ...more] = memberWrites().filter(w => w.name === option && w.holder !== null && isOwn(site, w.holder))
    return only ? (more.length === 0 ? textOf(only.value) : unreadBase(only.value)) : null
  }

  /** `Object.assign(axios.defaults, …)` may set anything. */
  const sharesDefaults = (site: Site): boolean => assigned().some(holder => isOwn(site, holder))

  /** Of the call's instance, or of the import where the call has none. */
  function isOwn(site: Site, holder: Expr): boolean {
    const [value] = values.resolve(holder)
    if (site.instance) return value?.type === 'call' && siteKey(value.expr) === siteKey(site.instance)
    return value !== undefined && isOrigin(value, site.pattern.match.importModule, site.pattern.match.importName)
  }

  const defaultsOf = (module: Expr['module'], node: Expression): Expr | null => {
    const holder = strip(node)
    return isMember(holder) && memberName(holder) === 'defaults' ? exprAt(module, holder.object) : null
  }

  const memberWrites = once(() =>
    values.program.all().flatMap(module =>
      module.memberWrites.flatMap(({ left, right }) => {
        const name = isMember(left) ? memberName(left) : null
        return name !== null && isMember(left) ? [{ name, module, object: left.object, holder: defaultsOf(module, left.object), value: exprAt(module, right) }] : []
      }),
    ),
  )

  /** Options that a function writes on what it is handed: an interceptor's `config.baseURL = …`. */
  const rewritten = once((): ReadonlySet<string> =>
    new Set(memberWrites().filter(w => w.holder === null && values.resolve(exprAt(w.module, w.object)).some(isHandedIn)).map(w => w.name)))

  const assigned = once(() =>
    values.program.all().flatMap(module =>
      module.calls.flatMap(call => {
        const [target] = call.arguments
        if (!isCall(call) || !isMember(call.callee) || memberName(call.callee) !== 'assign' || !target || target.type === 'SpreadElement') return []
        return defaultsOf(module, target) ?? []
      }),
    ),
  )

  return baseOf
}

const absent: Option = { type: 'absent' }

const isHandedIn = (value: Value): boolean => value.type === 'param' || (value.type === 'member' && isHandedIn(value.object))

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
