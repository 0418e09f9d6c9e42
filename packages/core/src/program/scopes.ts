/** Names and what they are bound to, in one pass over a file's tree (extraction.md 3). */
import {
  type CatchClause, children, type ClassNode, type Expression, type ForInStatement, type ForOfStatement, type FunctionNode,
  isClass, isFunction, isTypeNode, keyName, type Node, type ProgramNode, strip,
} from './syntax.js'

/** One step of a destructuring pattern. `fallback` is its default. */
export type PatternStep =
  | { type: 'property'; name: string; fallback: Expression | null }
  | { type: 'computed'; key: Expression; fallback: Expression | null }
  | { type: 'index'; index: number; fallback: Expression | null }
  | { type: 'restObject'; without: string[] }
  | { type: 'restArray'; from: number }

export type BindingSource =
  | { type: 'import'; specifier: string; imported: string }
  | { type: 'init'; value: Expression; path: PatternStep[] }
  | { type: 'function'; node: FunctionNode }
  | { type: 'class'; node: ClassNode }
  | { type: 'enum'; node: Node }
  | { type: 'param'; fn: FunctionNode; index: number; path: PatternStep[]; fallback: Expression | null; rest: boolean; node: Node }
  | { type: 'catch'; clause: CatchClause; path: PatternStep[] }
  | { type: 'loop'; statement: ForOfStatement | ForInStatement; path: PatternStep[] }
  | { type: 'none' }

export interface Write {
  /** Null: written by `++`, a destructuring, a loop head. */
  value: Expression | null
  node: Node
  operator: string
}

export interface Binding {
  name: string
  /** Identifier that declares it. */
  node: Node
  source: BindingSource
  writes: Write[]
  references: Node[]
  topLevel: boolean
  /** Function that holds the declaration; null at module level. */
  owner: FunctionNode | null
}

export interface Scopes {
  /** Binding an identifier reference or declaration belongs to. */
  bindingOf: Map<Node, Binding>
  top: Map<string, Binding>
  parents: Map<Node, Node>
}

interface Scope {
  names: Map<string, Binding>
  parent: Scope | null
  /** The scope `var` and function declarations go to. */
  hoist: Scope | null
  owner: FunctionNode | null
}

export function readScopes(program: ProgramNode): Scopes {
  const parents = new Map<Node, Node>()
  const bindingOf = new Map<Node, Binding>()
  const open: { name: string; node: Node; scope: Scope }[] = []
  const writes: { name: string; scope: Scope; write: Write }[] = []
  const top: Scope = { names: new Map(), parent: null, hoist: null, owner: null }

  const declare = (scope: Scope, node: Node, name: string, source: BindingSource): void => {
    const existing = scope.names.get(name)
    if (existing) {
      if (existing.source.type === 'none' || source.type === 'none') {
        if (existing.source.type === 'none') existing.source = source
        bindingOf.set(node, existing)
        return
      }
      if (source.type === 'init') existing.writes.push({ value: source.path.length ? null : source.value, node, operator: '=' })
      bindingOf.set(node, existing)
      return
    }
    const binding: Binding = { name, node, source, writes: [], references: [], topLevel: scope === top, owner: scope.owner }
    scope.names.set(name, binding)
    bindingOf.set(node, binding)
  }

  const pattern = (scope: Scope, node: Node, make: (path: PatternStep[]) => BindingSource, path: PatternStep[] = []): void => {
    switch (node.type) {
      case 'Identifier':
        declare(scope, node, node.name, make(path))
        return
      case 'AssignmentPattern': {
        const last = path.at(-1)
        const withFallback = last && 'fallback' in last ? [...path.slice(0, -1), { ...last, fallback: node.right }] : path
        pattern(scope, node.left, make, withFallback)
        return
      }
      case 'ObjectPattern': {
        const seen: string[] = []
        for (const property of node.properties) {
          if (property.type === 'RestElement') {
            pattern(scope, property.argument, make, [...path, { type: 'restObject', without: seen }])
            continue
          }
          const name = keyName(property.key, property.computed)
          if (name !== null) seen.push(name)
          const step: PatternStep = name !== null
            ? { type: 'property', name, fallback: null }
            : { type: 'computed', key: property.key as Expression, fallback: null }
          pattern(scope, property.value, make, [...path, step])
        }
        return
      }
      case 'ArrayPattern':
        node.elements.forEach((element, index) => {
          if (element === null) return
          if (element.type === 'RestElement') pattern(scope, element.argument, make, [...path, { type: 'restArray', from: index }])
          else pattern(scope, element, make, [...path, { type: 'index', index, fallback: null }])
        })
        return
      default:
    }
  }

  const hoistTo = (scope: Scope): Scope => scope.hoist ?? scope
  const inner = (scope: Scope, owner = scope.owner): Scope => ({ names: new Map(), parent: scope, hoist: hoistTo(scope), owner })

  const declareStatements = (scope: Scope, statements: readonly Node[]): void => {
    for (const outer of statements) {
      const statement = outer.type === 'ExportNamedDeclaration' || outer.type === 'ExportDefaultDeclaration' ? outer.declaration : outer
      if (!statement) continue
      if (statement.type === 'FunctionDeclaration' && statement.id)
        declare(scope, statement.id, statement.id.name, { type: 'function', node: statement })
      else if (statement.type === 'ClassDeclaration' && statement.id)
        declare(scope, statement.id, statement.id.name, { type: 'class', node: statement })
      else if (statement.type === 'TSEnumDeclaration') declare(scope, statement.id, statement.id.name, { type: 'enum', node: statement })
      else if (statement.type === 'VariableDeclaration') {
        for (const declarator of statement.declarations) {
          const init = declarator.init
          const target = statement.kind === 'var' ? hoistTo(scope) : scope
          pattern(target, declarator.id, path => (init ? { type: 'init', value: init, path } : { type: 'none' }))
        }
      } else if (statement.type === 'ImportDeclaration' && statement.importKind !== 'type') {
        for (const specifier of statement.specifiers) {
          if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') continue
          const imported = specifier.type === 'ImportDefaultSpecifier' ? 'default'
            : specifier.type === 'ImportNamespaceSpecifier' ? '*'
              : specifier.imported.type === 'Literal' ? specifier.imported.value : specifier.imported.name
          declare(scope, specifier.local, specifier.local.name, { type: 'import', specifier: statement.source.value, imported })
        }
      } else if (statement.type === 'TSImportEqualsDeclaration' && statement.moduleReference.type === 'TSExternalModuleReference')
        declare(scope, statement.id, statement.id.name, { type: 'import', specifier: statement.moduleReference.expression.value, imported: '*' })
    }
  }

  const visitFunction = (fn: FunctionNode, scope: Scope): void => {
    const own: Scope = { names: new Map(), parent: scope, hoist: null, owner: fn }
    // a declared `this` is a type, no parameter: positions count from the next one
    const [first] = fn.params
    if (first?.type === 'Identifier' && first.name === 'this') fn.params.shift()
    if (fn.type === 'FunctionExpression' && fn.id) declare(own, fn.id, fn.id.name, { type: 'function', node: fn })
    fn.params.forEach((param, index) => {
      parents.set(param, fn)
      const property = param.type === 'TSParameterProperty' ? param.parameter : param
      const rest = property.type === 'RestElement'
      const target = property.type === 'RestElement' ? property.argument : property
      const fallback = target.type === 'AssignmentPattern' ? target.right : null
      const bound = target.type === 'AssignmentPattern' ? target.left : target
      pattern(own, bound, path => ({ type: 'param', fn, index, path, fallback, rest, node: target }))
      visitChildren(param, own)
    })
    if (!fn.body) return
    parents.set(fn.body, fn)
    if (fn.body.type === 'BlockStatement') {
      declareStatements(own, fn.body.body)
      for (const statement of fn.body.body) link(statement, fn.body, own)
    } else visit(fn.body, own)
  }

  const link = (node: Node, parent: Node, scope: Scope): void => {
    parents.set(node, parent)
    visit(node, scope)
  }
  const visitChildren = (node: Node, scope: Scope): void => {
    for (const child of children(node)) link(child, node, scope)
  }
  const writeTargets = (node: Node, scope: Scope, write: Write): void => {
    if (node.type === 'Identifier') writes.push({ name: node.name, scope, write })
    else if (node.type === 'AssignmentPattern') writeTargets(node.left, scope, { ...write, value: null })
    else if (node.type === 'ObjectPattern')
      for (const property of node.properties) writeTargets(property.type === 'RestElement' ? property.argument : property.value, scope, { ...write, value: null })
    else if (node.type === 'ArrayPattern')
      for (const element of node.elements) if (element) writeTargets(element.type === 'RestElement' ? element.argument : element, scope, { ...write, value: null })
  }

  function visit(node: Node, scope: Scope): void {
    if (isTypeNode(node)) {
      typeParents(node)
      return
    }
    if (isFunction(node)) {
      visitFunction(node, scope)
      return
    }
    switch (node.type) {
      case 'Identifier':
        open.push({ name: node.name, node, scope })
        return
      case 'JSXIdentifier':
        open.push({ name: node.name, node, scope })
        return
      case 'JSXAttribute':
        if (node.value) link(node.value, node, scope)
        return
      case 'JSXMemberExpression':
        link(node.object, node, scope)
        return
      case 'MemberExpression':
        link(node.object, node, scope)
        parents.set(node.property, node)
        if (node.computed) visit(node.property, scope)
        return
      case 'Property':
        parents.set(node.key, node)
        if (node.computed) visit(node.key, scope)
        link(node.value, node, scope)
        return
      case 'MethodDefinition':
      case 'PropertyDefinition':
      case 'AccessorProperty':
        parents.set(node.key, node)
        if (node.computed) visit(node.key, scope)
        for (const decorator of node.decorators ?? []) link(decorator, node, scope)
        if (node.value) link(node.value, node, scope)
        return
      case 'LabeledStatement':
        link(node.body, node, scope)
        return
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'MetaProperty':
        return
      case 'ExportSpecifier':
        parents.set(node.local, node)
        if (node.local.type === 'Identifier') visit(node.local, scope)
        return
      case 'ExportNamedDeclaration':
        if (node.source) return
        visitChildren(node, scope)
        return
      case 'BlockStatement':
      case 'StaticBlock': {
        const block = inner(scope)
        declareStatements(block, node.body)
        for (const statement of node.body) link(statement, node, block)
        return
      }
      case 'SwitchStatement': {
        link(node.discriminant, node, scope)
        const block = inner(scope)
        for (const clause of node.cases) declareStatements(block, clause.consequent)
        for (const clause of node.cases) link(clause, node, block)
        return
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement': {
        const block = inner(scope)
        if (node.type === 'ForStatement') {
          if (node.init?.type === 'VariableDeclaration') declareStatements(block, [node.init])
        } else if (node.left.type === 'VariableDeclaration') {
          const statement = node
          for (const declarator of node.left.declarations)
            pattern(node.left.kind === 'var' ? hoistTo(block) : block, declarator.id, path => ({ type: 'loop', statement, path }))
        } else writeTargets(node.left, block, { value: null, node, operator: '=' })
        for (const child of children(node)) link(child, node, block)
        return
      }
      case 'CatchClause': {
        const block = inner(scope)
        const clause = node
        if (node.param) {
          pattern(block, node.param, path => ({ type: 'catch', clause, path }))
          link(node.param, node, block)
        }
        parents.set(node.body, node)
        declareStatements(block, node.body.body)
        for (const statement of node.body.body) link(statement, node.body, block)
        return
      }
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const block = inner(scope)
        if (node.type === 'ClassExpression' && node.id) declare(block, node.id, node.id.name, { type: 'class', node })
        visitChildren(node, block)
        return
      }
      case 'AssignmentExpression':
        writeTargets(node.left, scope, { value: node.left.type === 'Identifier' ? node.right : null, node, operator: node.operator })
        visitChildren(node, scope)
        return
      case 'UpdateExpression':
        writeTargets(strip(node.argument as Expression), scope, { value: null, node, operator: node.operator })
        visitChildren(node, scope)
        return
      default:
        visitChildren(node, scope)
    }
  }
  function typeParents(node: Node): void {
    for (const child of children(node)) {
      parents.set(child, node)
      typeParents(child)
    }
  }

  declareStatements(top, program.body)
  for (const statement of program.body) link(statement, program, top)

  const lookUp = (name: string, from: Scope): Binding | null => {
    for (let scope: Scope | null = from; scope; scope = scope.parent) {
      const binding = scope.names.get(name)
      if (binding) return binding
    }
    return null
  }
  for (const { name, node, scope } of open) {
    if (bindingOf.has(node)) continue
    const binding = lookUp(name, scope)
    if (!binding) continue
    bindingOf.set(node, binding)
    binding.references.push(node)
  }
  for (const { name, scope, write } of writes) lookUp(name, scope)?.writes.push(write)
  return { bindingOf, top: top.names, parents }
}

/** The function that directly holds the node; null at module level. */
export function enclosingFunction(parents: ReadonlyMap<Node, Node>, node: Node): FunctionNode | null {
  for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at
  return null
}

export function enclosingClass(parents: ReadonlyMap<Node, Node>, node: Node): ClassNode | null {
  for (let at = parents.get(node); at; at = parents.get(at)) if (isClass(at)) return at
  return null
}
