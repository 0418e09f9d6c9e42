/** Whether code of the project makes other bodies of those that clients send, before they are checked. */
import { isTestFile } from '../program/test-code.js'
import type { Accepts } from '../ir/index.js'
import type { Values } from '../values/resolve.js'

/** `req.body = …`, `request.body.name ??= …`. */
export const writesBody = /\breq(?:uest)?\.body\b(?:!?\.\w+|\[[^\]]*\])*\s*(?:\?\?|\|\|)?=(?![=>])/

const writes = new RegExp(`${writesBody.source}([^;\\n]*)`, 'g')
const checks = /(?<!JSON)\.(?:safeP|p)arse(?:Async)?\(|valid|\.cast\(/i

const known = new WeakMap<Values, boolean>()

export function isBodyReplaced(values: Values): boolean {
  const before = known.get(values)
  if (before !== undefined) return before
  const found = values.program.modules.some(({ file, text }) => text.includes('.body') && !isTestFile(file) && replacesBody(text))
  known.set(values, found)
  return found
}

/** A body made of the body, or written into; a file that checks bodies may put back what it checked. */
const replacesBody = (text: string): boolean =>
  [...text.matchAll(writes)].some(([whole, made = '']) => {
    if (checks.test(made)) return false
    const isMade = /^\s*[{[]|JSON\.parse|\breq(uest)?\.body\b/.test(made) || /\.body!?[.[]/.test(whole.slice(0, whole.length - made.length))
    return isMade || !checks.test(text)
  })

export function withoutBody({ body: _, strict: __, strips, ...rest }: Accepts): Accepts {
  const others = strips?.filter(part => part !== 'body') ?? []
  return { ...rest, ...(others.length > 0 ? { strips: others } : {}) }
}
