/** What a client call hands its library to send (extraction.md R14). */
import { type CallNode, isMember, keyName, memberName } from '../../program/syntax.js'
import { isTestFile } from '../../program/test-code.js'
import type { Values } from '../../values/resolve.js'
import { openMutations } from '../../values/mutations.js'
import { unwrapStringify } from '../../values/stringify.js'
import type { Expr } from '../../values/value.js'
import type { ClientAddress } from '../binding/client-url.js'
import type { SentByCall } from '../unit.js'
import { argumentAt, optionOf } from './options.js'
import type { Site } from './site.js'

interface Sending {
  site: Site
  call: Expr<CallNode>
  options: Expr | null
  address: ClientAddress
  /** The init of a `new Request` that is handed over. */
  request: Expr | null
  /** Interceptors or hooks may change what the call names. */
  changed: boolean
}

/** Hooks of a client or of one call that may add to what is sent. */
const hookOptions = ['onRequest', 'hooks', 'transformRequest', 'adapter', 'paramsSerializer']
const bodyOptions = ['body', 'data', 'json', 'form']

export function openSent(values: Values): (sending: Sending) => SentByCall {
  const texts = (): string[] => values.program.modules.flatMap(({ file, text }) => (isTestFile(file) ? [] : [text]))
  const isFetchReplaced = once(() => texts().some(text => /\b(window|globalThis|self|global)\.fetch\s*=(?!=)|Object\.assign\(\s*(window|globalThis|self|global)\s*,[^)]*\bfetch\b/.test(text)))
  /** A request interceptor stands beside something that sets a body. */
  const isBodyReplaced = once(() => texts().some(text => /\binterceptors\s*\.request\b/.test(text) && /\.data\s*=(?!=)|\bdata\s*:/.test(text)))
  const isUrlBuilt = once(() => texts().some(text => /\.searchParams\b/.test(text)))
  const mutations = openMutations(values)
  /** The object is given more behind the place that writes it out. */
  const grows = (expr: Expr | null): boolean => {
    const value = expr ? values.one(expr) : null
    return value?.type === 'object' && mutations.growthOfLiteral(value.expr).length > 0
  }
  return sending => {
    const { site, call, options, request } = sending
    const made = site.instance ? argumentAt(site.instance, 0) : null
    const isHooked = [options, made].some(config => config !== null && hookOptions.some(name => optionOf(values, config, name).type === 'expr'))
    const isGrown = grows(options) || grows(request) || grows(made)
    const isForm = /Form$/.test(site.method ?? '') || (isMember(call.node.callee) && /Form$/.test(memberName(call.node.callee) ?? ''))
    // two objects lay over each other; a replaced fetch sends what it likes
    const unread = isGrown || sending.changed || isHooked || (request !== null && options !== null) || (site.pattern.match.importModule === 'global' && isFetchReplaced())
    const isExtended = site.pattern.match.responseTransform !== undefined && isBodyReplaced()
    const from = { ...sending, options: options ?? request }
    const isOpen = unread || site.pack.failureDelivery === 'exception' || site.endpoint !== undefined || site.path !== undefined
    return {
      payload: unread || isExtended || isForm ? 'unread' : payloadOf(from),
      ...queryOf(from, !isOpen && !(isUrlBuilt() && isNamed(call))),
      ...headersOf(from, !isOpen),
      ...credentialsOf(from),
    }
  }

  /** `body`, `data`, `json`, `form`, or the argument behind the path of a verb that sends one. */
  function payloadOf({ site, call, options }: Sending): Expr | 'unread' | null {
    const headers = options ? optionOf(values, options, 'headers') : null
    const media = headers?.type === 'expr' ? ['content-type', 'Content-Type', 'Content-type'].map(name => optionOf(values, headers.expr, name)) : []
    // what a form makes of it is text
    if (media.some(option => option.type === 'expr' && !isJson(option.expr))) return 'unread'
    const found = options ? bodyOptions.map(name => optionOf(values, options, name)) : []
    const own = found.find(option => option.type === 'expr')
    if (own?.type === 'expr') return unwrapStringify(values, own.expr) ?? 'unread'
    if (found.some(option => option.type === 'unread')) return 'unread'
    if (site.pattern.bindingExtraction?.method?.type === 'literal') return call.node.arguments.length > 1 ? 'unread' : null
    if (call.node.arguments.some(argument => argument.type === 'SpreadElement')) return 'unread'
    if (site.method === null || !/^(post|put|patch)/i.test(site.method)) return null
    const argument = argumentAt(call, 1)
    return argument ? (unwrapStringify(values, argument) ?? 'unread') : null
  }

  function isJson(media: Expr): boolean {
    const value = values.one(media)
    return value?.type !== 'literal' || /json/i.test(String(value.value))
  }

  function queryOf({ options, address }: Sending, closed: boolean): Pick<SentByCall, 'query' | 'queryComplete'> {
    const query: Record<string, Expr | string | null> = { ...address.query }
    let queryComplete = closed && !address.queryOpen
    for (const name of ['params', 'query', 'searchParams']) {
      const option = options ? optionOf(values, options, name) : ({ type: 'absent' } as const)
      if (option.type === 'absent') continue
      const listed = option.type === 'expr' ? values.one(option.expr) : null
      if (listed?.type !== 'object' || listed.expr.node.type !== 'ObjectExpression') {
        queryComplete = false
        continue
      }
      if (grows(listed.expr)) queryComplete = false
      for (const p of listed.expr.node.properties) {
        const key = p.type === 'Property' ? keyName(p.key, p.computed) : null
        if (p.type === 'Property' && key !== null) query[key] = { ...listed.expr, node: p.value }
        else queryComplete = false
      }
    }
    return { query, queryComplete }
  }

  function headersOf({ options }: Sending, closed: boolean): Pick<SentByCall, 'headers' | 'headersComplete'> {
    const headers = options ? optionOf(values, options, 'headers') : ({ type: 'absent' } as const)
    return { headers: headers.type === 'expr' ? headers.expr : null, headersComplete: closed && headers.type !== 'unread' && !grows(headers.type === 'expr' ? headers.expr : null) }
  }

  function credentialsOf({ options }: Sending): Pick<SentByCall, 'credentials'> {
    const option = options ? optionOf(values, options, 'credentials') : null
    const value = option?.type === 'expr' ? values.one(option.expr) : null
    const written = value?.type === 'literal' ? value.value : null
    return written === 'omit' || written === 'same-origin' || written === 'include' ? { credentials: written } : {}
  }
}

/** The address is no text in place: it may be a URL whose query is set elsewhere. */
function isNamed(call: Expr<CallNode>): boolean {
  const address = argumentAt(call, 0)?.node.type
  return address !== undefined && address !== 'Literal' && address !== 'TemplateLiteral'
}

function once(answer: () => boolean): () => boolean {
  let known: boolean | null = null
  return () => (known ??= answer())
}
