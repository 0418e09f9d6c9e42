/** Which files are route modules and under which paths they stand: a table of routes, or flat file names (packs.md react-router). */
import { isRecord } from '../../ir/index.js'
import type { PathExtraction } from '../../pack/index.js'
import type { CallNode } from '../../program/syntax.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { literalText, textsOf } from '../../values/text.js'
import { type Expr, exprAt, type Value } from '../../values/value.js'
import { argumentOfCall } from '../exports.js'
import { joinPaths } from './provider-path.js'

type FromRouteModule = Extract<PathExtraction, { type: 'fromRouteModule' }>

/** Path by file; null where the table has one that is no text. */
export type RouteModules = ReadonlyMap<string, string | null>

const endings = ['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs']
const maxNesting = 32

export function routeModules(values: Values, { table, flat }: FromRouteModule): RouteModules {
  const { program } = values
  const out = new Map<string, string | null>()
  const modules = endings.map(ending => program.module(`${table.file}.${ending}`)).filter(m => m !== null)
  const folder = table.file.split('/').slice(0, -1).join('/')
  let isFlat = flat.installed.some(name => dependencies(program.host.read('package.json')).includes(name))
  const isCalled = (call: Expr<CallNode>, name: string): boolean =>
    values.resolve({ ...call, node: call.node.callee }).some(v => isOrigin(v, table.module, name))

  for (const module of modules) {
    if (
      module.calls.some(node =>
        values
          .resolve(exprAt(module, node.callee))
          .some(v => flat.called.some(c => isOrigin(v, c.module, c.name))),
      )
    )
      isFlat = true
    for (const value of values.exported(module, 'default')) walk(value, '', 0)
  }
  if (isFlat) {
    for (const { file } of program.modules) {
      const path = flatPath(flat.folder, file)
      if (path !== null && !out.has(file)) out.set(file, path)
    }
  }
  if (modules.length > 0 || isFlat)
    for (const { file } of program.modules)
      if (file.replace(/\.[cm]?[jt]sx?$/, '') === table.root) out.set(file, '/')
  return out

  function walk(value: Value, above: string | null, depth: number): void {
    if (depth > maxNesting) return
    if (value.type === 'array' && value.expr.node.type === 'ArrayExpression') {
      for (const element of value.expr.node.elements) {
        if (!element) continue
        const at: Expr = {
          ...value.expr,
          node: element.type === 'SpreadElement' ? element.argument : element,
        }
        for (const inner of values.resolve(at)) walk(inner, above, depth + 1)
      }
      return
    }
    if (value.type !== 'call') return
    const { expr: call } = value
    const text = (position: number): string | null => {
      const at = argumentOfCall(call, position)
      const [only, ...more] = at ? textsOf(values, at) : []
      return only && more.length === 0 ? literalText(only) : null
    }
    const nested = (position: number, path: string | null): void => {
      const at = argumentOfCall(call, position)
      if (at) for (const inner of values.resolve(at)) walk(inner, path, depth + 1)
    }
    const under = (own: string | null): string | null =>
      above === null || own === null ? null : own === '' ? above : joinPaths(above, own)
    const put = (file: string | null, path: string | null): void => {
      if (file !== null) out.set(fileAt(folder, file), path === '' ? '/' : path)
    }
    if (isCalled(call, table.names.route)) {
      const path = under(text(0))
      put(text(1), path)
      nested(2, path)
      nested(3, path)
    } else if (isCalled(call, table.names.index)) put(text(0), above)
    else if (isCalled(call, table.names.layout)) {
      put(text(0), above)
      nested(1, above)
      nested(2, above)
    } else if (isCalled(call, table.names.prefix)) nested(1, under(text(0)))
  }
}

function dependencies(manifest: string | undefined): string[] {
  try {
    const lists: unknown = manifest === undefined ? null : JSON.parse(manifest)
    if (!isRecord(lists)) return []
    return ['dependencies', 'devDependencies'].flatMap(list =>
      isRecord(lists[list]) ? Object.keys(lists[list]) : [],
    )
  } catch {
    return []
  }
}

function fileAt(folder: string, file: string): string {
  const parts: string[] = folder === '' ? [] : folder.split('/')
  for (const part of file.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** `users.$id.tsx`, `users.$id/route.tsx`: null for a file that is no route. */
function flatPath(folder: string, file: string): string | null {
  if (!file.startsWith(`${folder}/`)) return null
  const inside = file.slice(folder.length + 1).replace(/\.[cm]?[jt]sx?$/, '')
  const [name = '', base, ...deeper] = inside.split('/')
  if (deeper.length > 0 || (base !== undefined && !['route', 'index'].includes(base))) return null
  return `/${segmentsOf(name).flatMap(segment).join('/')}`
}

/** Cut at dots outside brackets, which escape what stands in them. */
const segmentsOf = (name: string): string[] => name.match(/(?:\[[^\]]*\]|[^.[\]])+/g) ?? []

function segment(text: string, index: number, all: readonly string[]): string[] {
  const plain = (part: string): string => part.replace(/\[([^\]]*)\]/g, '$1')
  if (text === '_index' && index === all.length - 1) return []
  if (text.startsWith('_')) return []
  if (text === '$') return ['{splat+}']
  const optional = /^\((.*)\)$/.exec(text)?.[1]
  const own = (optional ?? text).replace(/_$/, '')
  if (own.startsWith('$')) return [`{${own.slice(1)}${optional === undefined ? '' : '?'}}`]
  return [optional === undefined ? plain(own) : `(${plain(own)}|)`]
}
