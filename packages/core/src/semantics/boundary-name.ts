/** When two names with holes can be one thing (checking.md 6). */
import { parseBoundaryName, type BoundaryName, type NamePart } from '../ir/index.js'

/** A reference agrees with nothing: it has to be grounded first. */
export function namesAgree(a: BoundaryName, b: BoundaryName): boolean {
  if (a.type === 'literal' && b.type === 'literal') return a.text === b.text
  if (a.type === 'pattern' && b.type === 'literal') return fits(a.parts, b.text)
  if (a.type === 'literal' && b.type === 'pattern') return fits(b.parts, a.text)
  if (a.type === 'pattern' && b.type === 'pattern') return blanked(a.parts) === blanked(b.parts)
  return false
}

/** The same for names as they are written; a malformed name agrees with nothing. */
export function nameTextsAgree(a: string, b: string): boolean {
  const [left, right] = [parseBoundaryName(a), parseBoundaryName(b)]
  return left !== null && right !== null && namesAgree(left, right)
}

/** A literal that two patterns fit goes to the one with more of these. */
export function fixedCharacters(name: BoundaryName): number {
  if (name.type === 'literal') return name.text.length
  if (name.type === 'reference') return 0
  return name.parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)
}

/** Every hole covers at least one character; the leftmost place of each text is enough to try. */
function fits(parts: readonly NamePart[], text: string): boolean {
  let at = 0
  let holes = 0
  for (const [index, part] of parts.entries()) {
    if (part.type === 'hole') {
      holes++
      continue
    }
    const found = placeOf(part.text, { text, at, holes, last: index === parts.length - 1 })
    if (found === null) return false
    at = found + part.text.length
    holes = 0
  }
  return holes === 0 ? at === text.length : text.length - at >= holes
}

interface Rest {
  text: string
  at: number
  holes: number
  last: boolean
}

function placeOf(fixed: string, rest: Rest): number | null {
  const { text, at, holes, last } = rest
  if (holes === 0) return text.startsWith(fixed, at) ? at : null
  const found = last ? text.length - fixed.length : text.indexOf(fixed, at + holes)
  return found >= at + holes && text.startsWith(fixed, found) ? found : null
}

const blanked = (parts: readonly NamePart[]): string =>
  parts.map(part => (part.type === 'text' ? part.text : '{}')).join('')
