/** Development proxies and rewrites: where a client's path really goes (packs.md 5.5). */
import { isRecord } from '../ir/index.js'
import type { SourceModule } from '../program/module.js'
import { children, type Expression, isCall, isMember, keyName, memberName, type Node, strip } from '../program/syntax.js'
import { returnedExpressions } from '../values/returns.js'
import type { Values } from '../values/resolve.js'
import { literalText, textOf } from '../values/text.js'
import type { Expr, Value } from '../values/value.js'
import { optionOf } from './routes/arguments.js'

/** `path: null`: the rule covers the path and what it makes of it is not known. */
export interface Rewritten {
  path: string | null
  host?: string
}

/** The path after the rule; null when the rule does not cover it. */
type Rule = (path: string) => Rewritten | null

const endings = ['ts', 'mts', 'js', 'mjs', 'cjs', 'cts']

/** What the rules of the client's project make of a path without host; the first that covers it. */
export function openRewrites(values: Values): (file: string, path: string) => Rewritten | null {
  const { host } = values.program
  const known = new Map<string, readonly Rule[] | null>()
  return (file, path) => {
    for (let folder = parent(file); ; folder = parent(folder)) {
      if (!known.has(folder)) known.set(folder, rulesIn(folder))
      const rules = known.get(folder)
      if (rules) {
        for (const rule of rules) {
          const found = rule(path)
          if (found) return found
        }
        return null
      }
      if (folder === '') return null
    }
  }

  function rulesIn(folder: string): Rule[] | null {
    const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`)
    const config = (name: string): SourceModule | null => {
      for (const ending of endings) {
        const file = at(`${name}.${ending}`)
        const module = host.read(file) === undefined ? null : values.program.module(file)
        if (module) return module
      }
      return null
    }
    const vite = config('vite.config')
    const next = config('next.config')
    const unread = ['src/setupProxy', 'webpack.config', 'proxy.conf'].flatMap(name => config(name) ?? [])
    const proxy = manifestProxy(host.read(at('package.json')))
    const rules = [
      ...(vite ? viteRules(vite) : []),
      ...(next ? nextRules(next) : []),
      ...unread.flatMap(contextRules),
      ...(host.read(at('proxy.conf.json')) === undefined ? [] : jsonContexts(host.read(at('proxy.conf.json')) ?? '')),
      ...(proxy === null ? [] : [withTarget(proxy)]),
    ]
    return rules.length > 0 || vite || next ? rules : null
  }

  /** The object a configuration file exports: itself, what a function of it returns, what it hands to a library's call. */
  function configObject(module: SourceModule): Expr | null {
    const [value, ...more] = [...values.exported(module, 'default')]
    return value && more.length === 0 ? objectOf(value, 0) : null
  }

  function objectOf(value: Value, depth: number): Expr | null {
    if (depth > 4) return null
    switch (value.type) {
      case 'object': return value.expr
      case 'call': {
        const [first] = value.expr.node.arguments
        const given = first && first.type !== 'SpreadElement' ? values.one({ ...value.expr, node: first }) : null
        return given ? objectOf(given, depth + 1) : null
      }
      case 'function': {
        const [only, ...rest] = returnedExpressions(value.expr.node)
        const returned = only && rest.length === 0 ? values.one({ ...value.expr, node: only }) : null
        return returned ? objectOf(returned, depth + 1) : null
      }
      default: return null
    }
  }

  function viteRules(module: SourceModule): Rule[] {
    const object = configObject(module)
    const server = object ? optionOf(values, object, 'server') : null
    const proxy = server ? optionOf(values, server, 'proxy') : null
    // a configuration that is not read, but speaks of a proxy
    if (!proxy) return object === null && /\bproxy\b/.test(module.text) ? [prefixRule('/', () => ({ path: null }))] : []
    const value = values.one(proxy)
    if (value?.type !== 'object' || value.expr.node.type !== 'ObjectExpression') return [prefixRule('/', () => ({ path: null }))]
    const { expr } = value
    return (value.expr.node.properties).flatMap((entry): Rule[] => {
      if (entry.type === 'SpreadElement') return [prefixRule('/', () => ({ path: null }))]
      const key = keyName(entry.key, entry.computed) ?? textAt({ ...expr, node: entry.key as Node })
      if (key === null) return [prefixRule('/', () => ({ path: null }))]
      const prefix = key.startsWith('^') ? literalLead(key.slice(1)) : { text: key, whole: true }
      const change = prefix.whole ? viteChange({ ...expr, node: entry.value }) : null
      return [prefixRule(prefix.text, change ?? (() => ({ path: null })))]
    })
  }

  function viteChange(option: Expr): ((path: string) => Rewritten) | null {
    const text = textAt(option)
    if (text !== null) return path => targeted(text, path)
    const value = values.one(option)
    if (value?.type !== 'object' || optionOf(values, option, 'bypass')) return null
    const target = optionOf(values, option, 'target')
    const targetText = target ? textAt(target) : null
    const rewrite = optionOf(values, option, 'rewrite')
    const change = rewrite ? replacements(rewrite) : (path: string) => path
    return change === null ? null : path => (targetText === null ? { path: change(path) } : targeted(targetText, change(path)))
  }

  /** `p => p.replace(/^\/api/, "")`, chained. */
  function replacements(fn: Expr): ((path: string) => string) | null {
    const value = values.one(fn)
    if (value?.type !== 'function') return null
    const [only, ...rest] = returnedExpressions(value.expr.node)
    const [param] = value.expr.node.params
    if (!only || rest.length > 0 || param?.type !== 'Identifier') return null
    const { module } = value.expr
    const steps: [string | RegExp, string][] = []
    let at: Node = strip(only)
    while (isCall(at) && isMember(at.callee) && memberName(at.callee) === 'replace') {
      const [from, to] = at.arguments
      const [pattern, text] = [from, to].map(a => (a && a.type === 'Literal' ? a.value : null))
      if (typeof text !== 'string') return null
      // a text that stands at the start alone; other expressions are not run here
      if (pattern instanceof RegExp) {
        const lead = /^\^/.test(pattern.source) && pattern.flags === '' ? literalLead(pattern.source.slice(1)) : null
        if (!lead?.whole) return null
        steps.unshift([new RegExp(`^${lead.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`), text])
      } else if (typeof pattern === 'string') steps.unshift([pattern, text])
      else return null
      at = strip(at.callee.object)
    }
    if (at.type !== 'Identifier' || values.binding(module, at)?.node !== param) return null
    return path => steps.reduce((now, [from, to]) => now.replace(from, () => to), path)
  }

  function nextRules(module: SourceModule): Rule[] {
    const object = configObject(module)
    const rewrites = object ? optionOf(values, object, 'rewrites') : null
    if (!rewrites) return object === null && /\brewrites\b/.test(module.text) ? [prefixRule('/', () => ({ path: null }))] : []
    const fn = values.one(rewrites)
    const returned = fn?.type === 'function' ? returnedExpressions(fn.expr.node) : []
    const [only, ...rest] = returned
    if (fn?.type !== 'function' || !only || rest.length > 0) return [prefixRule('/', () => ({ path: null }))]
    const answer: Expr = { ...fn.expr, node: only }
    const lists = ['beforeFiles', 'afterFiles', 'fallback'].flatMap(name => optionOf(values, answer, name) ?? [])
    return (lists.length > 0 ? lists : [answer]).flatMap(list => {
      const value = values.one(list)
      if (value?.type !== 'array' || value.expr.node.type !== 'ArrayExpression') return [prefixRule('/', () => ({ path: null }))]
      const { expr } = value
      return value.expr.node.elements.flatMap((e): Rule[] => (e && e.type !== 'SpreadElement' ? [nextRule({ ...expr, node: e })] : [prefixRule('/', () => ({ path: null }))]))
    })
  }

  function nextRule(entry: Expr): Rule {
    const [source, destination] = ['source', 'destination'].map(name => {
      const option = optionOf(values, entry, name)
      return option ? textAt(option) : null
    })
    if (typeof source !== 'string') return prefixRule('/', () => ({ path: null }))
    const isConditional = ['has', 'missing'].some(name => optionOf(values, entry, name) !== null)
    return path => {
      const found = matchSource(source, path)
      if (found === null) return null
      if (found === 'unread' || isConditional || typeof destination !== 'string') return { path: null }
      return targeted('', filled(destination, found))
    }
  }

  function contextRules(module: SourceModule): Rule[] {
    if (!/proxy/i.test(module.text)) return []
    const contexts = literalsOf(module.program).filter(text => /^\/[\w-]/.test(text))
    return (contexts.length > 0 ? contexts : ['/']).map(context => prefixRule(context, () => ({ path: null })))
  }

  function textAt(expr: Expr): string | null {
    const text = textOf(values, expr)
    return text ? literalText(text) : null
  }
}

const parent = (path: string): string => path.split('/').slice(0, -1).join('/')

const prefixRule = (prefix: string, change: (path: string) => Rewritten): Rule => path => (path.startsWith(prefix) ? change(path) : null)

const withTarget = (target: string): Rule => path => targeted(target, path)

/** The target's host, and its path in front. */
function targeted(target: string, path: string): Rewritten {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(target === '' ? path : target)
  if (!absolute) return { path: `${target.replace(/\/+$/, '')}${path}` }
  const [, host = '', front = ''] = absolute
  return { path: (target === '' ? front : `${front.replace(/\/+$/, '')}${path}`) || '/', host: host.toLowerCase() }
}

/** The text an expression starts with; `whole`: it is all there is. */
function literalLead(source: string): { text: string; whole: boolean } {
  const [lead = ''] = /^(?:\\[/.-]|[\w/-])*/.exec(source) ?? []
  const isCut = /[*+?{]/.test(source[lead.length] ?? '')
  const text = lead.replace(/\\/g, '')
  return { text: isCut ? text.slice(0, -1) : text, whole: lead.length === source.length }
}

/** Parameters of `/a/:p*` in a path; "unread" where the source is an expression of its own. */
function matchSource(source: string, path: string): ReadonlyMap<string, string> | 'unread' | null {
  const own = source.split('/').filter(part => part !== '')
  const parts = path.split('/').filter(part => part !== '')
  const found = new Map<string, string>()
  for (const [i, part] of own.entries()) {
    const parameter = /^:(\w+)([*+?]?)$/.exec(part)
    if (!parameter) {
      if (/[():*]/.test(part)) return 'unread'
      if (parts[i] !== part) return null
      continue
    }
    const [, name = '', repeat = ''] = parameter
    if (repeat === '*' || repeat === '+') {
      if (repeat === '+' && parts.length <= i) return null
      found.set(name, parts.slice(i).join('/'))
      return found
    }
    const value = parts[i]
    if (value === undefined) return repeat === '?' ? found : null
    found.set(name, value)
  }
  return parts.length === own.length ? found : null
}

const filled = (destination: string, parameters: ReadonlyMap<string, string>): string =>
  destination.replace(/(\/?):(\w+)[*+?]?/g, (written, slash: string, name: string) => {
    const value = parameters.get(name)
    return value === undefined ? written : value === '' ? '' : `${slash}${value}`
  })

function manifestProxy(text: string | undefined): string | null {
  const json = text === undefined ? null : parse(text)
  return isRecord(json) && typeof json['proxy'] === 'string' ? json['proxy'] : null
}

function jsonContexts(text: string): Rule[] {
  const json = parse(text)
  const contexts = isRecord(json) ? Object.keys(json).map(key => key.replace(/\/?\*+$/, '')) : []
  return (contexts.length > 0 ? contexts : ['/']).map(context => prefixRule(context, () => ({ path: null })))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

function literalsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'ImportDeclaration' || (isCall(node) && strip(node.callee as Expression).type === 'Identifier' && (strip(node.callee as Expression) as { name?: string }).name === 'require')) return []
  return children(node).flatMap(literalsOf)
}
