/** Where a file is on disk as a route path (packs.md 3, "Next file names"). */
import type { PathExtraction } from '../../pack/index.js'
import type { Value } from '../../values/value.js'
import type { Values } from '../../values/resolve.js'
import { literalText, textsOf } from '../../values/text.js'
import { argumentOfCall, propertyOf } from '../exports.js'
import { joinPaths } from './provider-path.js'

export type FromFilename = Extract<PathExtraction, { type: 'fromFilename' }>

export interface FilePath {
  /** What the folder that holds the root is called: `apps/web/`, or nothing. */
  folder: string
  path: string
}

/** Null for a file that does not lie under the root. */
export function filePath(extraction: FromFilename, file: string): FilePath | null {
  const segments = file.split('/')
  const wanted = extraction.root.split('/')
  const start = segments.findIndex(
    (_, i) => wanted.every((name, j) => segments[i + j] === name) && i + wanted.length < segments.length,
  )
  if (start < 0) return null
  const inside = segments.slice(start + wanted.length)
  const name = (inside.pop() ?? '').replace(/\.[cm]?[jt]sx?$/, '')
  const cut = (text: string): string[] => (extraction.flat ? text.split('.') : [text])
  const own = cut(name)
  const kept = extraction.dropBasenames?.includes(own.at(-1) ?? '') ? own.slice(0, -1) : own
  const parts = [...inside.flatMap(cut), ...kept].flatMap(s => segment(extraction, s))
  return {
    folder: segments
      .slice(0, start)
      .filter(s => s !== 'src')
      .join('/'),
    path: `/${parts.join('/')}`,
  }
}

function segment(extraction: FromFilename, text: string): string[] {
  // slots and interception markers say where it is shown, not where it is served
  if (extraction.dynamic === 'brackets' && text.startsWith('@')) return []
  const bare = extraction.dynamic === 'brackets' ? text.replace(/^(\(\.{1,3}\))+/, '') : text
  if (extraction.dropParenthesized && /^\(.*\)$/.test(bare)) return []
  switch (extraction.dynamic) {
    case 'brackets':
      return [
        bare
          .replace(/^\[\[\.\.\.(.+)\]\]$/, '{$1*}')
          .replace(/^\[\.\.\.(.+)\]$/, '{$1+}')
          .replace(/^\[(.+)\]$/, '{$1}'),
      ]
    case 'dollarPrefix':
      return [bare.replace(/^\$$/, '{splat+}').replace(/^\$(.+)$/, '{$1}')]
    default:
      return [bare]
  }
}

const configEndings = ['ts', 'mts', 'js', 'mjs', 'cjs']

/** The text the framework's configuration puts in front of every path; null where it is stated and does not settle. */
export function configuredPrefix(values: Values, extraction: FromFilename, folder: string): string | null {
  const { prefix } = extraction
  if (!prefix) return ''
  const module = configEndings
    .map(ending => values.program.module(`${folder === '' ? '' : `${folder}/`}${prefix.config}.${ending}`))
    .find(m => m !== null)
  if (!module) return ''
  const found = values.exported(module, 'default').flatMap(v => configObjects(values, v, 0))
  const texts = found.flatMap(object => {
    const at = propertyOf(values, object, prefix.property)
    return at ? textsOf(values, at).map(literalText) : []
  })
  const distinct = [...new Set(texts)]
  return distinct.length === 0 ? '' : distinct.length === 1 ? (distinct[0] ?? null) : null
}

/** The object itself, what a function returns, what a wrapper of a library is given. */
function configObjects(values: Values, value: Value, depth: number): (Value & { type: 'object' })[] {
  if (depth > 4) return []
  switch (value.type) {
    case 'object':
      return [value]
    case 'function':
      return values
        .results(value, {
          id: `config:${value.expr.module.file}:${value.expr.node.start}`,
          owner: value.expr.node,
          args: [],
          self: null,
          parent: value.expr.frame,
          depth: 0,
          site: null,
        })
        .flatMap(v => configObjects(values, v, depth + 1))
    case 'call':
      return value.expr.node.arguments
        .flatMap((_, i) => {
          const at = argumentOfCall(value.expr, i)
          return at ? values.resolve(at).flatMap(v => configObjects(values, v, depth + 1)) : []
        })
        .concat(value.callee.type === 'call' ? configObjects(values, value.callee, depth + 1) : [])
    default:
      return []
  }
}

export const servedPath = (prefix: string, path: string): string =>
  prefix === '' ? path : joinPaths(prefix, path)
