/** Which routes a file's exported path patterns cover: `export const config = { matcher: […] }`. */
import type { SourceModule } from '../../program/module.js'
import { literalText, textsOf } from '../../values/text.js'
import type { Values } from '../../values/resolve.js'
import { type Expr, exprAt } from '../../values/value.js'
import { propertyOf } from '../exports.js'

export type Scope = (path: string) => 'yes' | 'no' | 'unknown'

interface Matcher {
  /** Null: not read. */
  pattern: RegExp | null
  words: readonly string[]
  /** It also asks for headers, cookies or a query. */
  conditional: boolean
}

export function readScope(
  values: Values,
  module: SourceModule,
  from: { name: string; property: string },
): Scope {
  if (!module.exports.has(from.name)) return () => 'yes'
  const [config, ...more] = values.exported(module, from.name)
  if (config?.type !== 'object' || more.length > 0) return () => 'unknown'
  const at = propertyOf(values, config, from.property)
  if (!at) return () => 'yes'
  const matchers = matchersOf(values, at)
  return path => {
    const answers = matchers.map(m => covers(m, path))
    if (answers.includes('yes')) return 'yes'
    return answers.includes('unknown') ? 'unknown' : 'no'
  }
}

function matchersOf(values: Values, at: Expr): Matcher[] {
  const unread: Matcher = { pattern: null, words: [], conditional: false }
  const value = values.one(at)
  if (value?.type === 'array' && value.expr.node.type === 'ArrayExpression')
    return value.expr.node.elements.flatMap(e =>
      !e
        ? []
        : e.type === 'SpreadElement'
          ? [unread]
          : matchersOf(values, exprAt(value.expr.module, e, value.expr.frame)),
    )
  if (value?.type === 'object') {
    const source = propertyOf(values, value, 'source')
    const conditional =
      propertyOf(values, value, 'has') !== null || propertyOf(values, value, 'missing') !== null
    return source ? matchersOf(values, source).map(m => ({ ...m, conditional })) : [unread]
  }
  const [text, ...others] = textsOf(values, at)
  const literal = text && others.length === 0 ? literalText(text) : null
  if (literal === null) return [unread]
  return [{ pattern: patternOf(literal), words: literal.match(/\w+/g) ?? [], conditional: false }]
}

/** Every value a parameter may take that the pattern names decides alike, or it is not known. */
function covers({ pattern, words, conditional }: Matcher, path: string): 'yes' | 'no' | 'unknown' {
  if (!pattern) return 'unknown'
  const hole = /\{[^}]*\}/g
  const samples = hole.test(path)
    ? ['zq7', 'zq7/zq8', ...words].map(word => path.replace(hole, word))
    : [path]
  const answers = new Set(samples.map(sample => pattern.test(sample)))
  if (answers.size > 1) return 'unknown'
  if (!answers.has(true)) return 'no'
  return conditional ? 'unknown' : 'yes'
}

const token =
  /\/?:(\w+)(\((?:[^()]|\([^()]*\))*\))?([*+?])?|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)[*+?]?|(?:(?!\/:)[^:(])+/y

/** The pattern syntax of `path-to-regexp`; null for what it does not know. */
function patternOf(text: string): RegExp | null {
  let out = ''
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const found = token.exec(text)
    if (!found) return null
    const [whole, name, own, modifier] = found
    if (name === undefined) {
      out += whole.startsWith('(') ? whole : whole.replace(/[.*+?^${}|[\]\\]/g, '\\$&')
      continue
    }
    const one = own ?? '([^/]+?)'
    const slash = whole.startsWith('/') ? '/' : ''
    if (modifier === '*' || modifier === '+')
      out += `(?:${slash}${one}(?:/${one})*)${modifier === '*' ? '?' : ''}`
    else out += modifier === '?' ? `(?:${slash}${one})?` : `${slash}${one}`
  }
  try {
    return new RegExp(`^${out}/?$`)
  } catch {
    return null
  }
}
