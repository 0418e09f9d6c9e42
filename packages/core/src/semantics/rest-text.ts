/** Splits path text without being fooled by holes and alternatives: `/`, `|` and `?` inside brackets belong to them. */

const closing: Record<string, string> = { '{': '}', '(': ')' }

/** Index just after the bracket that opens at `start`; the end of the text when it never closes. */
export function skipBracket(text: string, start: number): number {
  const stack: string[] = []
  for (let i = start; i < text.length; i++) {
    const char = text.charAt(i)
    const inHole = stack.at(-1) === '}'
    const close = closing[char]
    if (close !== undefined && (!inHole || char === '{')) stack.push(close)
    else if (char === stack.at(-1)) stack.pop()
    if (stack.length === 0) return i + 1
  }
  return text.length
}

/** Cuts `text` at every `separator` outside brackets. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (closing[char] !== undefined) i = skipBracket(text, i) - 1
    else if (char === separator) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** Applies `change` to the text outside `{}` holes only. */
export function mapOutsideHoles(text: string, change: (literal: string) => string): string {
  let out = ''
  let start = 0
  for (let i = 0; i < text.length; i++) {
    if (text.charAt(i) !== '{') continue
    const end = skipBracket(text, i)
    out += change(text.slice(start, i)) + text.slice(i, end)
    start = end
    i = end - 1
  }
  return out + change(text.slice(start))
}
