/** Provider paths as text: holes in braces, prefixes joined (extraction.md B2, X2). */
import type { Values } from '../../values/resolve.js'
import { isOneHole, type Text, textsOf } from '../../values/text.js'
import type { Expr } from '../../values/value.js'

/** Texts of a path argument, an array of paths included; null where it is no text. */
export function pathTexts(values: Values, expr: Expr): (string | null)[] {
  const list = values.one(expr)
  if (list?.type === 'array' && list.expr.node.type === 'ArrayExpression')
    return list.expr.node.elements.flatMap(e =>
      e && e.type !== 'SpreadElement' ? pathTexts(values, { ...list.expr, node: e }) : [],
    )
  const texts = textsOf(values, expr)
  const [only] = texts
  if (texts.length !== 1 || !only || isOneHole(only)) return [null]
  return [written(only)]
}

export const written = (text: Text): string =>
  text.map(p => (typeof p === 'string' ? p : `{${p.hole}}`)).join('')

/** One path under another: no doubled slash, no trailing one. */
export function joinPaths(prefix: string, path: string): string {
  const left = prefix.replace(/\/+$/, '')
  const right = path.startsWith('/') || path === '' ? path : `/${path}`
  if (left === '') return right === '' ? '/' : right
  return right === '/' || right === '' ? withSlash(left) : withSlash(left + right)
}

const withSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

/** The framework's path syntax as pairing writes it (packs.md 3); `:name`, `:name?`, `:name*`, `:name(re)` stay. An optional group gives a path with and one without. */
export function translatePath(framework: 'express' | 'fastify' | 'hono' | undefined, path: string): string[] {
  switch (framework) {
    case 'express':
      return expressGroups(
        path
          .replace(/\/\*(\w+)/g, '/{$1+}')
          .replace(/\{\/:(\w+)\}/g, '/{$1?}')
          .replace(/\(\.\*\)/g, '{x*}'),
      )
    case 'fastify':
      return [fastifyPath(path)]
    case 'hono':
      return [path.replace(/:(\w+)\{[^}]*\}/g, '{$1}').replace(/\/\*$/, '/{x*}')]
    case undefined:
      return [path]
    default:
      return framework satisfies never
  }
}

const fastifyParameter = /::|:(\w+)(\((?:[^()]|\([^()]*\))*\))?/g

/** `/at/:lat-:lng`, `/:id(^[0-9]+$)`, `/v1/files::batch`, `/*`. */
const fastifyPath = (path: string): string =>
  path
    .replace(
      fastifyParameter,
      (match: string, name: string | undefined, pattern: string | undefined, at: number) => {
        if (name === undefined) return ':'
        return pattern === undefined && isWholeSegment(path, at, at + match.length) ? match : `{${name}}`
      },
    )
    .replace(/\/\*$/, '/{x*}')

const isWholeSegment = (path: string, start: number, end: number): boolean =>
  path[start - 1] === '/' && [undefined, '/', '?'].includes(path[end])

/** `{/d/:e}` of Express 5: one path with the group and one without. */
function expressGroups(path: string): string[] {
  const group = /\{(\/[^{}]*)\}/.exec(path)
  if (!group) return [path]
  const put = (text: string): string =>
    path.slice(0, group.index) + text + path.slice(group.index + group[0].length)
  return [...expressGroups(put(group[1] ?? '')), ...expressGroups(put(''))]
}
