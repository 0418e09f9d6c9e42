/** What stands at the top of a GraphQL document: its operations and fragments. The selections are not read. */

export interface GraphqlOperationHeader {
  type: 'query' | 'mutation' | 'subscription'
  name: string | null
}

export interface GraphqlOutline {
  operations: GraphqlOperationHeader[]
  /** Names of the fragments it defines. */
  fragments: string[]
  /** Names of the fragments it spreads, each once. */
  spreads: string[]
}

const token =
  /\s+|,|\uFEFF|#[^\n\r]*|"""(?:\\"""|(?!""")[\s\S])*"""|"(?:\\.|[^"\\\n\r])*"|(\.\.\.)|([_A-Za-z]\w*)|[$!&|=:@[\]0-9.+-]|([{}()])/y

/** Null: the text is no document of operations and fragments. */
export function graphqlOutline(text: string): GraphqlOutline | null {
  const tokens = tokensOf(text)
  if (!tokens) return null
  const outline: GraphqlOutline = { operations: [], fragments: [], spreads: [] }
  for (let at = 0; at < tokens.length; ) {
    const word = tokens[at] ?? ''
    const [next, ...after] = tokens.slice(at + 1, at + 4)
    if (word === '{') outline.operations.push({ type: 'query', name: null })
    else if (word === 'query' || word === 'mutation' || word === 'subscription')
      outline.operations.push({ type: word, name: next !== undefined && isName(next) ? next : null })
    else if (word === 'fragment' && next !== undefined && isName(next) && after[0] === 'on')
      outline.fragments.push(next)
    else return null
    const end = endOfDefinition(tokens, at)
    if (end === null) return null
    const spreads = tokens
      .slice(at, end)
      .flatMap((one, i, all) =>
        one === '...' && isName(all[i + 1] ?? '') && all[i + 1] !== 'on' ? [all[i + 1] ?? ''] : [],
      )
    outline.spreads.push(...spreads.filter(name => !outline.spreads.includes(name)))
    at = end
  }
  return outline.operations.length + outline.fragments.length > 0 ? outline : null
}

const isName = (text: string): boolean => /^[_A-Za-z]\w*$/.test(text)

/** Names, spreads, braces and parentheses; null where the text has something no document has. */
function tokensOf(text: string): string[] | null {
  const found: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const match = token.exec(text)
    if (!match) return null
    const [, spread, name, bracket] = match
    const kept = spread ?? name ?? bracket
    if (kept !== undefined) found.push(kept)
  }
  return found
}

/** Behind the selection that ends a definition; braces of variables and arguments stand in parentheses. */
function endOfDefinition(tokens: readonly string[], start: number): number | null {
  const open: string[] = []
  for (let at = start; at < tokens.length; at++) {
    const one = tokens[at] ?? ''
    if (one === '{' || one === '(') open.push(one)
    if (one !== '}' && one !== ')') continue
    if (open.pop() !== (one === '}' ? '{' : '(')) return null
    if (one === '}' && open.length === 0) return at + 1
  }
  return null
}
