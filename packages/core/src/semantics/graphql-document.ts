/** Operations and fragments of a GraphQL document as a tree, with the offset of every name. */

export interface GraphqlTree {
  operations: GraphqlOperation[]
  fragments: GraphqlFragment[]
}

export interface GraphqlOperation {
  type: 'query' | 'mutation' | 'subscription'
  name: string | null
  variables: { name: string; type: string; hasDefault: boolean }[]
  selections: GraphqlSelection[]
}

export interface GraphqlFragment {
  name: string
  on: string
  selections: GraphqlSelection[]
}

export type GraphqlSelection =
  | {
      type: 'field'
      name: string
      at: number
      arguments: GraphqlArgument[]
      directives: string[]
      selections: GraphqlSelection[]
    }
  | { type: 'spread'; name: string; at: number; directives: string[] }
  | { type: 'inline'; on: string | null; directives: string[]; selections: GraphqlSelection[] }

export interface GraphqlArgument {
  name: string
  at: number
  value: GraphqlValue
}

export type GraphqlValue =
  | { type: 'variable'; name: string }
  | { type: 'enum'; value: string; at: number }
  | { type: 'list'; items: GraphqlValue[] }
  | { type: 'object'; fields: GraphqlArgument[] }
  | { type: 'null' }
  | { type: 'scalar' }

const maxDepth = 100

interface Token {
  kind: 'name' | 'mark' | 'number' | 'string' | 'end'
  text: string
  at: number
}

class NoDocument extends Error {}

/** Null: the text is no document of operations and fragments. */
export function parseGraphqlDocument(text: string): GraphqlTree | null {
  try {
    return documentOf(readTokens(text))
  } catch (error) {
    if (error instanceof NoDocument) return null
    throw error
  }
}

const tokenPattern =
  /\s+|,|\uFEFF|#[^\n\r]*|("""(?:\\"""|(?!""")[\s\S])*"""|"(?:\\.|[^"\\\n\r])*")|(\.\.\.|[!$&()=:@[\]{}|])|([_A-Za-z]\w*)|(-?\d[\d.eE+-]*)/y

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex
    const match = tokenPattern.exec(text)
    if (!match) throw new NoDocument()
    const [, string, mark, name, number] = match
    if (string !== undefined) tokens.push({ kind: 'string', text: string, at })
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, at })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, at })
  }
  return tokens
}

const none: Token = { kind: 'end', text: '', at: 0 }

function documentOf(tokens: readonly Token[]): GraphqlTree {
  let at = 0
  let depth = 0
  const peek = (): Token => tokens[at] ?? none
  const is = (text: string): boolean => peek().kind !== 'string' && peek().text === text
  const take = (): Token => {
    const token = peek()
    at++
    return token
  }
  const skip = (text: string): boolean => is(text) && take() !== none
  const expect = (text: string): void => {
    if (!skip(text)) throw new NoDocument()
  }
  const name = (): Token => {
    if (peek().kind !== 'name') throw new NoDocument()
    return take()
  }
  const many = <Item>(open: string, item: () => Item, close: string): Item[] => {
    expect(open)
    if (++depth > maxDepth) throw new NoDocument()
    const items: Item[] = []
    while (!skip(close)) items.push(item())
    depth--
    return items
  }
  const some = <Item>(open: string, item: () => Item, close: string): Item[] =>
    is(open) ? many(open, item, close) : []

  function tree(): GraphqlTree {
    const found: GraphqlTree = { operations: [], fragments: [] }
    while (at < tokens.length) {
      if (is('{')) {
        found.operations.push({ type: 'query', name: null, variables: [], selections: selections() })
        continue
      }
      const word = name().text
      if (word === 'fragment') found.fragments.push(fragment())
      else if (word === 'query' || word === 'mutation' || word === 'subscription')
        found.operations.push(operation(word))
      else throw new NoDocument()
    }
    if (found.operations.length + found.fragments.length === 0) throw new NoDocument()
    return found
  }

  function operation(type: GraphqlOperation['type']): GraphqlOperation {
    const own = peek().kind === 'name' ? take().text : null
    const variables = some('(', variable, ')')
    directives()
    return { type, name: own, variables, selections: selections() }
  }

  function variable(): GraphqlOperation['variables'][number] {
    expect('$')
    const own = name().text
    expect(':')
    const type = typeText()
    const hasDefault = skip('=')
    if (hasDefault) value()
    directives()
    return { name: own, type, hasDefault }
  }

  function typeText(): string {
    if (++depth > maxDepth) throw new NoDocument()
    let text: string
    if (skip('[')) {
      text = `[${typeText()}]`
      expect(']')
    } else text = name().text
    depth--
    return skip('!') ? `${text}!` : text
  }

  function fragment(): GraphqlFragment {
    const own = name().text
    some('(', variable, ')')
    expect('on')
    const on = name().text
    directives()
    return { name: own, on, selections: selections() }
  }

  function selections(): GraphqlSelection[] {
    return many('{', selection, '}')
  }

  function selection(): GraphqlSelection {
    if (skip('...')) {
      const isCondition = is('on')
      if (peek().kind === 'name' && !isCondition) {
        const own = take()
        some('(', argument, ')')
        return { type: 'spread', name: own.text, at: own.at, directives: directives() }
      }
      const on = isCondition && take() !== none ? name().text : null
      return { type: 'inline', on, directives: directives(), selections: selections() }
    }
    const first = name()
    const own = skip(':') ? name() : first
    return {
      type: 'field',
      name: own.text,
      at: own.at,
      arguments: some('(', argument, ')'),
      directives: directives(),
      selections: some('{', selection, '}'),
    }
  }

  function argument(): GraphqlArgument {
    const own = name()
    expect(':')
    return { name: own.text, at: own.at, value: value() }
  }

  function directives(): string[] {
    const found: string[] = []
    while (skip('@')) {
      found.push(name().text)
      some('(', argument, ')')
    }
    return found
  }

  function value(): GraphqlValue {
    if (skip('$')) return { type: 'variable', name: name().text }
    if (is('[')) return { type: 'list', items: many('[', value, ']') }
    if (is('{')) return { type: 'object', fields: many('{', argument, '}') }
    const token = take()
    if (token.kind === 'string' || token.kind === 'number') return { type: 'scalar' }
    if (token.kind !== 'name') throw new NoDocument()
    if (token.text === 'null') return { type: 'null' }
    if (token.text === 'true' || token.text === 'false') return { type: 'scalar' }
    return { type: 'enum', value: token.text, at: token.at }
  }

  return tree()
}
