/** Folders and files named in code, relative to the project: `path.join(import.meta.dirname, "routes")` (extraction.md 6.5). */
import { posix } from 'node:path'
import { type Expression, isCall, isMember, memberName, strip } from '../program/syntax.js'
import type { Values } from './resolve.js'
import { literalOf } from './text.js'
import { type Expr, siteKey } from './value.js'

/** Null when it is no text. "" is the project's own folder. */
export function folderOf(values: Values, expr: Expr, depth = 0): string | null {
  if (depth > 8) return null
  const node = strip(expr.node as Expression)
  const at = { ...expr, node }
  const here = posix.dirname(expr.module.file)
  const own = here === '.' ? '' : here
  if (node.type === 'Identifier' && node.name === '__dirname' && !values.binding(expr.module, node)) return own
  if (isMember(node) && node.object.type === 'MetaProperty') {
    const name = memberName(node)
    if (name === 'dirname') return own
    return name === 'filename' || name === 'url' ? expr.module.file : null
  }
  if (node.type === 'TemplateLiteral') {
    const [first] = node.expressions
    if (!first || node.quasis[0]?.value.raw !== '') return null
    const base = folderOf(values, { ...at, node: first }, depth + 1)
    const rest = node.expressions.length === 1 ? (node.quasis[1]?.value.cooked ?? null) : null
    return base === null || rest === null ? null : normal(`${base}/${rest}`)
  }
  if (isCall(node)) {
    const argument = (index: number): Expr | null => {
      const a = node.arguments[index]
      return a && a.type !== 'SpreadElement' ? { ...at, node: a } : null
    }
    const [callee] = values.resolve({ ...at, node: node.callee })
    const name = callee?.type === 'external' ? (callee.path.at(-1) ?? '') : callee?.type === 'global' ? callee.path.join('.') : ''
    const first = argument(0)
    if (!first) return null
    if (name === 'fileURLToPath') return folderOf(values, first, depth + 1)
    if (name === 'dirname') {
      const file = folderOf(values, first, depth + 1)
      return file === null ? null : normal(posix.dirname(file))
    }
    if (name === 'URL') {
      const second = argument(1)
      const text = literalOf(values, first)
      const base = second ? folderOf(values, second, depth + 1) : null
      return text === null || base === null ? null : normal(posix.join(posix.dirname(base), text))
    }
    if (name === 'join' || name === 'resolve') {
      const base = folderOf(values, first, depth + 1)
      const rest = node.arguments.slice(1).map((_, i) => {
        const a = argument(i + 1)
        return a ? literalOf(values, a) : null
      })
      return base === null || rest.some(r => r === null) ? null : normal(posix.join(base === '' ? '.' : base, ...rest.map(r => r ?? '')))
    }
    return null
  }
  const source = values.sourceOf(at)
  return source && siteKey(source) !== siteKey(at) ? folderOf(values, source, depth + 1) : null
}

const normal = (path: string): string => posix.normalize(path).replace(/^\.(\/|$)/, '').replace(/\/$/, '')
