/** The one parser of names that may have holes: storage containers, access paths, channels. */

export type NamePart = { type: 'text'; text: string } | { type: 'hole'; name: string }

export type BoundaryName =
  /** `orders-v1` */
  | { type: 'literal'; text: string }
  /** `{stage}-orders-v1` */
  | { type: 'pattern'; parts: NamePart[] }
  /** `{ORDER_TABLE}`, `{location.bucket}`: somewhere else has the value */
  | { type: 'reference'; path: string[] }

/** Null for a name that is empty or whose braces do not match. */
export function parseBoundaryName(name: string): BoundaryName | null {
  const parts = readParts(name)
  if (parts === null) return null
  const [first, ...rest] = parts
  if (first === undefined) return null
  if (rest.length > 0) return { type: 'pattern', parts }
  return first.type === 'text'
    ? { type: 'literal', text: first.text }
    : { type: 'reference', path: first.name.split('.') }
}

function readParts(name: string): NamePart[] | null {
  const parts: NamePart[] = []
  for (const token of name.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    const [text, hole] = token
    if (hole !== undefined) parts.push({ type: 'hole', name: hole })
    else if (text === '{' || text === '}') return null
    else parts.push({ type: 'text', text })
  }
  return parts
}
