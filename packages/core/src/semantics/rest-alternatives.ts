/** Expands `(a|b/c)` groups of a path; what would be too many paths becomes one hole. */
import { skipBracket, splitOutside } from './rest-text.js'

const maxPaths = 64

interface Group {
  start: number
  end: number
  options: string[]
}

/** The first group with a choice, outside holes; brackets without `|` are plain text. */
function firstGroup(path: string): Group | null {
  for (let i = 0; i < path.length; i++) {
    const char = path.charAt(i)
    if (char === '{') i = skipBracket(path, i) - 1
    if (char !== '(') continue
    const end = skipBracket(path, i)
    const options = splitOutside(path.slice(i + 1, end - 1), '|')
    if (options.length > 1) return { start: i, end, options }
    const inner = firstGroup(path.slice(i + 1, end - 1))
    if (inner) return { start: i + 1 + inner.start, end: i + 1 + inner.end, options: inner.options }
  }
  return null
}

export const hasAlternatives = (path: string): boolean => firstGroup(path) !== null

/** Every path the text stands for, at most 64. */
export function expandAlternatives(path: string): string[] {
  let open = [path]
  const done = new Set<string>()
  while (open.length > 0) {
    const next: string[] = []
    for (const text of open) {
      const group = firstGroup(text)
      if (!group) {
        done.add(text)
        continue
      }
      const head = text.slice(0, group.start)
      const tail = text.slice(group.end)
      const room = open.length * group.options.length + done.size <= maxPaths
      const slash = group.options.every(option => option.startsWith('/')) ? '/' : ''
      const options = room ? group.options : [`${slash}{x}`]
      next.push(...options.map(option => `${head}${option}${tail}`))
    }
    open = next
  }
  return [...done]
}
