/** Follows an expression to what it is worth, through names, modules, members, calls and constructions (extraction.md 6.2, 6.3). */
import { dynamicImportOf, requireOf, type SourceModule } from '../program/module.js'
import type { Program } from '../program/program.js'
import { type Binding, enclosingClass, type PatternStep } from '../program/scopes.js'
import {
  type CallNode, type ClassNode, type Expression, type FunctionNode, isCall, isClass, isFunction, isMember, keyName, memberName, type Node, strip,
} from '../program/syntax.js'
import { findClassMember, superClassOf } from './classes.js'
import { type DecorationMethod, readDecorations } from './decorations.js'
import type { LibraryErrors } from './library-errors.js'
import { isWithin, returnedExpressions } from './returns.js'
import {
  type Argument, distinct, exprAt, type Expr, type Frame, frameAround, frameOf, maxFrames, maxHops, maxValues, siteKey, type Value, valueKey,
} from './value.js'

export interface TransparentWrapper {
  module: string
  name: string
  argument: number
  /** The argument imports a module, whose default export is meant. */
  loads?: true
  /** Methods of what it gives that give it again. */
  chain?: readonly string[]
  /** The method of them that takes the argument. */
  takes?: string
}

/** What packs say of their libraries that decides values. */
export interface LibraryKnowledge {
  /** Parameter decorators whose call is what a container passes in. */
  suppliers?: readonly { module: string; name: string }[]
  errors?: readonly LibraryErrors[]
  /** Functions that make one decorator of several. */
  composers?: readonly { module: string; name: string }[]
}

export interface Values {
  readonly program: Program
  readonly libraryErrors: readonly LibraryErrors[]
  readonly decoratorComposers: readonly { module: string; name: string }[]
  /** Every value the expression may have, in source order; never empty. */
  resolve(expr: Expr): readonly Value[]
  /** The one value, or null when there are several. */
  one(expr: Expr): Value | null
  member(value: Value, property: string, at: Expr): readonly Value[]
  exported(module: SourceModule, name: string): readonly Value[]
  /** Frame in which the function runs for this call. */
  enter(callee: Value & { type: 'function' }, call: Expr<CallNode>): Frame
  /** The values a call of the function returns. */
  results(callee: Value & { type: 'function' }, frame: Frame): readonly Value[]
  binding(module: SourceModule, node: Node): Binding | null
  /** The expression a name was given by its one declaration or import; null for anything else. */
  sourceOf(expr: Expr): Expr | null
  /** The wrapper whose chain of methods the expression is. */
  chained(expr: Expr): TransparentWrapper | null
}

export function openValues(program: Program, transparent: readonly TransparentWrapper[] = [], decorated: readonly DecorationMethod[] = [], libraries: LibraryKnowledge = {}): Values {
  const chains = transparent.filter(({ chain, takes }) => chain !== undefined || takes !== undefined)
  const decorations = readDecorations(program, decorated)
  const memo = new Map<Node, Map<string, readonly Value[]>>()
  const active = new Map<Node, Set<string>>()
  const writesByName = new Map<string, { module: SourceModule; object: Expression; value: Expression }[]>()
  let writesRead = false
  const frameIds = new Map<string, string>()
  let hops = 0

  const bindingIn = (module: SourceModule, node: Node): Binding | null => module.bindingOf.get(node) ?? null
  const opaque = (expr: Expr, reason: 'cycle' | 'depthLimit' | 'unsupportedSyntax' | 'computedKey' | 'callResult' | 'ambientValue' | 'externalValue'): Value[] => [{ type: 'opaque', expr, reason }]

  function resolve(expr: Expr): readonly Value[] {
    const node = strip(expr.node as Expression)
    const frameId = expr.frame?.id ?? ''
    const known = memo.get(node)?.get(frameId)
    if (known) return known
    const at = node === expr.node ? expr : { ...expr, node }
    const running = active.get(node) ?? new Set<string>()
    if (running.has(frameId)) return opaque(at, 'cycle')
    if (hops > maxHops) return opaque(at, 'depthLimit')
    active.set(node, running.add(frameId))
    hops++
    const raw = distinct(step(at))
    hops--
    running.delete(frameId)
    if (running.size === 0) active.delete(node)
    const values = raw.length === 0 ? opaque(at, 'unsupportedSyntax') : raw.length > maxValues ? opaque(at, 'depthLimit') : raw
    if (hops === 0 || !values.some(v => v.type === 'opaque' && (v.reason === 'cycle' || v.reason === 'depthLimit'))) {
      const byFrame = memo.get(node)
      if (byFrame) byFrame.set(frameId, values)
      else memo.set(node, new Map([[frameId, values]]))
    }
    return values
  }

  const inner = (expr: Expr, node: Node): Expr => ({ ...expr, node })

  function step(expr: Expr): readonly Value[] {
    const { node, module } = expr
    if (isFunction(node)) return [{ type: 'function', expr: { ...expr, node }, self: null }]
    if (isClass(node)) return [{ type: 'class', expr: { ...expr, node } }]
    switch (node.type) {
      case 'Literal':
        if (node.value instanceof RegExp || typeof node.value === 'bigint') return opaque(expr, 'unsupportedSyntax')
        return [{ type: 'literal', value: node.value }]
      case 'TemplateLiteral':
        if (node.expressions.length === 0) return [{ type: 'literal', value: node.quasis[0]?.value.cooked ?? '' }]
        return opaque(expr, 'unsupportedSyntax')
      case 'UnaryExpression':
        if (node.operator === '-') {
          const inside = resolve(inner(expr, node.argument))
          const [only] = inside
          if (inside.length === 1 && only?.type === 'literal' && typeof only.value === 'number') return [{ type: 'literal', value: -only.value }]
        }
        return opaque(expr, 'unsupportedSyntax')
      case 'Identifier':
      case 'JSXIdentifier':
        return identifier(expr, node.name)
      case 'ThisExpression':
        return thisValue(expr)
      case 'MemberExpression': {
        const name = memberName(node)
        const objects = resolve(inner(expr, node.object))
        if (name !== null) return objects.flatMap(object => member(object, name, expr))
        return objects.flatMap(object => computedMember(object, inner(expr, node.property as Node), expr))
      }
      case 'JSXMemberExpression':
        return resolve(inner(expr, node.object)).flatMap(object => member(object, node.property.name, expr))
      case 'CallExpression':
      case 'NewExpression':
        return callValue({ ...expr, node })
      case 'ConditionalExpression':
        return [...resolve(inner(expr, node.consequent)), ...resolve(inner(expr, node.alternate))]
      case 'LogicalExpression':
        if (node.operator === '&&') return resolve(inner(expr, node.right))
        return [...resolve(inner(expr, node.left)), ...resolve(inner(expr, node.right))]
      case 'SequenceExpression':
        return resolve(inner(expr, node.expressions.at(-1) ?? node))
      case 'AssignmentExpression':
        return node.operator === '=' ? resolve(inner(expr, node.right)) : opaque(expr, 'unsupportedSyntax')
      case 'ObjectExpression':
        return [{ type: 'object', expr }]
      case 'ArrayExpression':
        return [{ type: 'array', expr }]
      case 'ImportExpression': {
        const specifier = dynamicImportOf(node)
        return specifier === null ? opaque(expr, 'computedKey') : imported(module, specifier, '*')
      }
      case 'TSEnumDeclaration':
        return [{ type: 'enum', expr }]
      default:
        return opaque(expr, 'unsupportedSyntax')
    }
  }

  function identifier(expr: Expr, name: string): readonly Value[] {
    const binding = bindingIn(expr.module, expr.node)
    if (!binding) {
      if (name === 'undefined') return [{ type: 'literal', value: undefined }]
      return [{ type: 'global', path: name === 'globalThis' || name === 'window' || name === 'self' || name === 'global' ? [] : [name] }]
    }
    return bindingValues(binding, { ...expr, frame: frameAround(expr.frame, binding.node) })
  }

  function bindingValues(binding: Binding, at: Expr): readonly Value[] {
    const declared = declaredValues(binding, at)
    const writes = binding.writes.filter(w => !(w.value && narrows(w.value, binding, at.module)))
    if (writes.length === 0) return declared
    const straight = lastStraightWrite(binding, writes, at)
    if (straight !== undefined) return straight
    const written = writes.flatMap((w): readonly Value[] =>
      (w.value && (w.operator === '=' || w.operator === '??=' || w.operator === '||=')
        ? resolve(exprAt(at.module, w.value, at.frame))
        : opaque(exprAt(at.module, w.node, at.frame), 'unsupportedSyntax')))
    return binding.source.type === 'none' ? written : [...declared, ...written]
  }

  /** `x = x.filter(f)` only narrows what `x` was. */
  function narrows(value: Expression, binding: Binding, module: SourceModule): boolean {
    let at: Expression = strip(value)
    if (!isCall(at)) return false
    while (isCall(at) || isMember(at)) at = strip(isCall(at) ? (at.callee as Expression) : at.object)
    return at.type === 'Identifier' && module.bindingOf.get(at) === binding
  }

  /** Writes that all stand in one statement list with the read: the last one before it (V2). */
  function lastStraightWrite(binding: Binding, writes: readonly Binding['writes'][number][], at: Expr): readonly Value[] | undefined {
    const { parents } = at.module
    const statementOf = (node: Node): Node => {
      let n = node
      for (let p = parents.get(n); p && p.type !== 'BlockStatement' && p.type !== 'Program' && !isFunction(p); p = parents.get(n)) n = p
      return n
    }
    const list = (node: Node): Node | undefined => parents.get(statementOf(node))
    const home = list(binding.node)
    if (!home || !writes.every(w => w.operator === '=' && w.value && isStatementOf(parents, w.node, home))) return undefined
    if (!isWithin(parents, at.node, home) || writes.some(w => isWithin(parents, at.node, w.node))) return undefined
    if (enclosingOwner(parents, at.node) !== binding.owner) return undefined
    const last = writes.filter(w => w.node.end <= at.node.start).at(-1)
    if (!last?.value) return declaredValues(binding, at)
    return resolve(exprAt(at.module, last.value, at.frame))
  }

  function declaredValues(binding: Binding, at: Expr): readonly Value[] {
    const { source } = binding
    const { module, frame } = at
    switch (source.type) {
      case 'import': return imported(module, source.specifier, source.imported)
      case 'init': return pathValues(resolve(exprAt(module, source.value, frame)), source.path, exprAt(module, binding.node, frame))
      case 'function': return [{ type: 'function', expr: exprAt(module, source.node, frame), self: null }]
      case 'class': return [{ type: 'class', expr: exprAt(module, source.node, frame) }]
      case 'enum': return [{ type: 'enum', expr: exprAt(module, source.node, frame) }]
      case 'param': {
        const bound = frameOf(frame, source.fn)
        if (!bound) return typedParam(binding, module) ?? suppliedParam(binding, module) ?? pathValues([{ type: 'param', binding: rootParam(binding), module }], source.path, exprAt(module, binding.node, frame))
        if (source.rest) return opaque(exprAt(module, binding.node, frame), 'unsupportedSyntax')
        const base = argumentValues(bound, source.index, source.fallback, module)
        return pathValues(base, source.path, exprAt(module, binding.node, frame))
      }
      case 'loop': {
        const bound = frameOf(frame, source.statement)
        if (!bound) return [{ type: 'param', binding, module }]
        return pathValues(argumentValues(bound, 0, null, module), source.path, exprAt(module, binding.node, frame))
      }
      case 'catch': return [{ type: 'param', binding, module }]
      case 'none': return opaque(exprAt(module, binding.node, frame), 'ambientValue')
      default: return source satisfies never
    }
  }

  /** A parameter nobody binds whose type is a project class, or what a project function returns. */
  function typedParam(binding: Binding, module: SourceModule): readonly Value[] | null {
    const { source } = binding
    if (source.type !== 'param' || !('typeAnnotation' in source.node) || !source.node.typeAnnotation) return null
    const annotation = source.node.typeAnnotation
    let type: Node | null = 'typeAnnotation' in annotation ? annotation.typeAnnotation : null
    for (const step of source.path) type = type && step.type === 'property' ? memberType(type, step.name) : null
    return type ? valueOfType(type, module, 0) : null
  }

  /** What a container passes in for the parameter: the call of its decorator. */
  function suppliedParam({ source }: Binding, module: SourceModule): readonly Value[] | null {
    const suppliers = libraries.suppliers ?? []
    if (suppliers.length === 0 || source.type !== 'param' || source.path.length > 0) return null
    for (const { expression } of decoratorsOf(module, source.node)) {
      const [value] = resolve(exprAt(module, expression))
      if (value?.type === 'call' && suppliers.some(s => isOrigin(value.callee, s.module, s.name))) return [value]
    }
    return null
  }

  function memberType(type: Node, name: string): Node | null {
    if (type.type !== 'TSTypeLiteral') return null
    const found = type.members.find(m => m.type === 'TSPropertySignature' && keyName(m.key, m.computed) === name)
    return found?.type === 'TSPropertySignature' ? (found.typeAnnotation?.typeAnnotation ?? null) : null
  }

  function valueOfType(type: Node, module: SourceModule, depth: number): readonly Value[] | null {
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier' || depth > 4) return null
    const { name } = type.typeName
    const [argument] = type.typeArguments?.params ?? []
    if (name === 'Awaited' || name === 'Readonly') return argument ? valueOfType(argument, module, depth + 1) : null
    if (name === 'ReturnType') {
      if (argument?.type !== 'TSTypeQuery' || argument.exprName.type !== 'Identifier') return null
      const [fn] = namedValues(argument.exprName.name, module)
      if (fn?.type !== 'function') return null
      const returned = results(fn, { id: `type:${siteKey(fn.expr)}`, owner: fn.expr.node, args: [], self: fn.self, parent: fn.expr.frame, depth: 0, site: null })
      return returned.some(v => v.type === 'function' || v.type === 'object' || v.type === 'instance') ? returned : null
    }
    const [cls] = namedValues(name, module)
    if (cls?.type === 'class') return [{ type: 'instance', cls: cls.expr, site: null }]
    const alias = findTypeAlias(module, name)
    return alias ? valueOfType(alias.type, alias.module, depth + 1) : null
  }

  /** A top-level or imported name, type-only imports included. */
  function namedValues(name: string, module: SourceModule): readonly Value[] {
    const binding = module.top.get(name)
    if (binding) return bindingValues(binding, exprAt(module, binding.node))
    const record = module.imports.find(i => i.names.some(n => n.local === name))
    const imported = record?.names.find(n => n.local === name)
    const target = record ? program.resolve(record.specifier, module.file) : null
    const other = target?.type === 'project' ? program.module(target.file) : null
    return other && imported ? exported(other, imported.imported) : []
  }

  function findTypeAlias(module: SourceModule, name: string, depth = 0): { module: SourceModule; type: Node } | null {
    for (const statement of module.program.body) {
      const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (node?.type === 'TSTypeAliasDeclaration' && node.id.name === name) return { module, type: node.typeAnnotation }
    }
    const record = module.imports.find(i => i.names.some(n => n.local === name))
    const imported = record?.names.find(n => n.local === name)
    const target = record && depth < 4 ? program.resolve(record.specifier, module.file) : null
    const other = target?.type === 'project' ? program.module(target.file) : null
    return other && imported ? findTypeAlias(other, imported.imported, depth + 1) : null
  }

  /** All names of one destructured parameter share one value, told apart by their paths. */
  const roots = new Map<Node, Binding>()
  function rootParam(binding: Binding): Binding {
    if (binding.source.type !== 'param' || binding.source.path.length === 0) return binding
    const known = roots.get(binding.source.node)
    if (known) return known
    const root: Binding = { ...binding, name: `arg${binding.source.index}`, node: binding.source.node, source: { ...binding.source, path: [] } }
    roots.set(binding.source.node, root)
    return root
  }

  function argumentValues(frame: Frame, index: number, fallback: Expression | null, module: SourceModule): readonly Value[] {
    const argument = frame.args[index]
    const otherwise = fallback ? resolve(exprAt(module, fallback, frame)) : null
    if (!argument) {
      if (frame.args.some(a => a.type === 'unknown')) return opaque(frame.site ?? exprAt(module, frame.owner, null), 'unsupportedSyntax')
      return otherwise ?? [{ type: 'literal', value: undefined }]
    }
    switch (argument.type) {
      case 'expr': {
        const values = resolve(argument.expr)
        if (!otherwise) return values
        return values.flatMap(v => (v.type === 'literal' && v.value === undefined ? otherwise : [v]))
      }
      case 'value': return [argument.value]
      case 'unknown': return opaque(frame.site ?? exprAt(module, frame.owner, null), 'unsupportedSyntax')
      default: return argument satisfies never
    }
  }

  function pathValues(values: readonly Value[], path: readonly PatternStep[], at: Expr): readonly Value[] {
    let current = values
    for (const stepOf of path) {
      const fallback = 'fallback' in stepOf && stepOf.fallback ? resolve(exprAt(at.module, stepOf.fallback, at.frame)) : null
      const next = current.flatMap((value): readonly Value[] => {
        switch (stepOf.type) {
          case 'property': return member(value, stepOf.name, at)
          case 'index': return member(value, String(stepOf.index), at)
          case 'computed': return computedMember(value, exprAt(at.module, stepOf.key, at.frame), at)
          case 'restObject': return value.type === 'object' ? [{ ...value, without: [...(value.without ?? []), ...stepOf.without] }] : [value.type === 'param' ? value : { type: 'opaque', expr: at, reason: 'unsupportedSyntax' }]
          case 'restArray': return [{ type: 'opaque', expr: at, reason: 'unsupportedSyntax' }]
          default: return stepOf satisfies never
        }
      })
      current = fallback ? next.flatMap(v => (v.type === 'literal' && v.value === undefined ? fallback : v.type === 'literal' ? [v] : [v, ...fallback])) : next
    }
    return current
  }

  function imported(module: SourceModule, specifier: string, name: string): readonly Value[] {
    const target = program.resolve(specifier, module.file)
    switch (target.type) {
      case 'project': {
        const other = program.module(target.file)
        if (!other) return [{ type: 'external', module: specifier, path: name === '*' ? [] : [name] }]
        return name === '*' ? wholeModule(other) : exported(other, name)
      }
      case 'builtin': return [{ type: 'external', module: `node:${target.name}`, path: name === '*' ? [] : [name] }]
      // a relative import of a package leads to what a generator wrote for it
      case 'package': return [{ type: 'external', module: specifier.startsWith('.') ? target.name : specifier, path: name === '*' ? [] : [name] }]
      case 'missing': return [{ type: 'external', module: specifier, path: name === '*' ? [] : [name] }]
      default: return target satisfies never
    }
  }

  function wholeModule(module: SourceModule): readonly Value[] {
    const [only] = module.commonExports
    if (only && module.commonExports.length === 1) return resolve(exprAt(module, only))
    return [{ type: 'namespace', module }]
  }

  const exportActive = new Set<string>()
  function exported(module: SourceModule, name: string): readonly Value[] {
    const key = `${module.file}\0${name}`
    if (exportActive.has(key)) return []
    exportActive.add(key)
    const values = exportedValues(module, name)
    exportActive.delete(key)
    return values
  }

  function exportedValues(module: SourceModule, name: string): readonly Value[] {
    const target = module.exports.get(name)
    if (target?.type === 'local') {
      const binding = module.top.get(target.name)
      return binding ? bindingValues(binding, exprAt(module, binding.node)) : []
    }
    if (target?.type === 'value') return resolve(exprAt(module, target.node))
    if (target?.type === 'reexport') return imported(module, target.specifier, target.imported)
    for (const star of name === 'default' ? [] : module.stars) {
      const from = program.resolve(star, module.file)
      if (from.type === 'project') {
        const other = program.module(from.file)
        const values = other ? exported(other, name) : []
        if (values.length > 0) return values
      } else if (from.type === 'package') return [{ type: 'external', module: star, path: [name] }]
    }
    const [whole] = module.commonExports
    if (whole && name !== 'default') return resolve(exprAt(module, whole)).flatMap(v => member(v, name, exprAt(module, whole)))
    if (name === 'default' && module.exports.size > 0 && !hasModuleSyntax(module)) return [{ type: 'namespace', module }]
    return []
  }

  const hasModuleSyntax = (module: SourceModule): boolean => module.program.body.some(n => n.type === 'ImportDeclaration' || n.type.startsWith('Export'))

  function member(value: Value, property: string, at: Expr): readonly Value[] {
    const fallback: Value = { type: 'member', object: value, property, expr: at }
    switch (value.type) {
      case 'external': return [{ ...value, path: [...value.path, property] }]
      case 'global':
        if (value.path.length === 0 && ['globalThis', 'window', 'self', 'global'].includes(property)) return [value]
        return [{ ...value, path: [...value.path, property] }]
      case 'namespace': {
        const values = exported(value.module, property)
        return values.length > 0 ? values : property === 'default' ? wholeModule(value.module) : opaque(at, 'ambientValue')
      }
      case 'object': return objectMemberOnce(value, property, at) ?? [fallback]
      case 'array': {
        if (value.expr.node.type !== 'ArrayExpression' || !/^\d+$/.test(property)) return [fallback]
        const elements = value.expr.node.elements
        if (elements.some(e => e?.type === 'SpreadElement')) return opaque(at, 'unsupportedSyntax')
        const element = elements[Number(property)]
        return element && element.type !== 'SpreadElement' ? resolve(inner(value.expr, element)) : [{ type: 'literal', value: undefined }]
      }
      case 'enum': return enumMember(value.expr, property) ?? [fallback]
      case 'class': return classMember(value.expr, property, true, value) ?? writtenMember(value, property) ?? [fallback]
      case 'instance': return classMember(value.cls, property, false, value) ?? writtenMember(value, property) ?? [fallback]
      case 'function': return writtenMember(value, property) ?? [fallback]
      case 'param': case 'call': return decoratedMember(value, property) ?? [fallback]
      case 'literal': case 'member': case 'opaque': return [fallback]
      default: return value satisfies never
    }
  }

  /** What an application added under this name to the values of its framework. */
  function decoratedMember(value: Value, property: string): readonly Value[] | null {
    const found = decorations.get(property)
    if (!found) return null
    const values = found.flatMap(resolve)
    return values.every(v => v.type === 'function') ? values.map(v => (v.type === 'function' ? { ...v, self: value } : v)) : null
  }

  function computedMember(object: Value, key: Expr, at: Expr): readonly Value[] {
    const keys = resolve(key)
    if (keys.every(k => k.type === 'literal')) return keys.flatMap(k => (k.type === 'literal' ? member(object, String(k.value), at) : []))
    if (object.type === 'object' && object.expr.node.type === 'ObjectExpression') {
      const values = object.expr.node.properties.flatMap((p): readonly Value[] => (p.type === 'Property' ? resolve(inner(object.expr, p.value)) : opaque(at, 'computedKey')))
      if (values.length > 0 && values.length <= maxValues && values.every(v => v.type === 'function')) return values
    }
    return opaque(at, 'computedKey')
  }

  /** An object may be made from itself: `options = { ...options, a: 1 }`. */
  function objectMemberOnce(value: Value & { type: 'object' }, property: string, at: Expr): readonly Value[] | null {
    const key = `${siteKey(value.expr)}.${property}`
    if (readingMembers.has(key)) return opaque(at, 'cycle')
    readingMembers.add(key)
    try {
      return objectMember(value, property, at)
    } finally {
      readingMembers.delete(key)
    }
  }
  const readingMembers = new Set<string>()

  /** Properties of a literal: a later key or spread wins; writes from elsewhere add (V6). */
  function objectMember(value: Value & { type: 'object' }, property: string, at: Expr): readonly Value[] | null {
    const node = value.expr.node
    if (node.type !== 'ObjectExpression') return null
    if (value.without?.includes(property)) return [{ type: 'literal', value: undefined }]
    const written = writtenMember(value, property) ?? []
    for (const entry of [...node.properties].reverse()) {
      if (entry.type === 'SpreadElement') {
        const spread = resolve(inner(value.expr, entry.argument))
        if (spread.every(v => v.type === 'object' || v.type === 'namespace' || v.type === 'literal')) {
          const found = spread.flatMap(v => (v.type === 'literal' ? [] : member(v, property, at)))
          if (found.some(v => !(v.type === 'literal' && v.value === undefined))) return [...found, ...written]
          continue
        }
        if (node.properties.some(p => p.type === 'Property' && keyName(p.key, p.computed) === property)) {
          return [...opaque(at, 'externalValue'), ...explicit(value, property), ...written]
        }
        return opaque(at, 'externalValue')
      }
      if (keyName(entry.key, entry.computed) === property) return [...resolveProperty(value.expr, entry, value), ...written]
      if (entry.computed && keyName(entry.key, true) === null) {
        const keys = resolve(inner(value.expr, entry.key as Expression))
        const [key] = keys
        if (keys.length === 1 && key?.type === 'literal') {
          if (String(key.value) === property) return [...resolve(inner(value.expr, entry.value)), ...written]
        } else return opaque(at, 'computedKey')
      }
    }
    return written.length > 0 ? written : [{ type: 'literal', value: undefined }]
  }

  function explicit(value: Value & { type: 'object' }, property: string): readonly Value[] {
    if (value.expr.node.type !== 'ObjectExpression') return []
    const entry = value.expr.node.properties.find(p => p.type === 'Property' && keyName(p.key, p.computed) === property)
    return entry?.type === 'Property' ? resolve(inner(value.expr, entry.value)) : []
  }

  function resolveProperty(object: Expr, entry: { kind: string; value: Node }, self: Value): readonly Value[] {
    if (entry.kind === 'get' && isFunction(entry.value)) {
      const fn: Value & { type: 'function' } = { type: 'function', expr: { ...object, node: entry.value }, self }
      return results(fn, makeFrame(fn, [], object))
    }
    return withSelf(resolve(inner(object, entry.value)), self)
  }

  const withSelf = (values: readonly Value[], self: Value): readonly Value[] =>
    values.map(v => (v.type === 'function' && v.self === null && v.expr.node.type === 'FunctionExpression' ? { ...v, self } : v))

  function enumMember(expr: Expr, property: string): readonly Value[] | null {
    if (expr.node.type !== 'TSEnumDeclaration') return null
    let next: number | null = 0
    for (const entry of expr.node.body.members) {
      const name = entry.id.type === 'Identifier' ? entry.id.name : entry.id.type === 'Literal' ? String(entry.id.value) : null
      const values: readonly Value[] = entry.initializer ? resolve(inner(expr, entry.initializer)) : [{ type: 'literal', value: next ?? undefined }]
      const [value] = values
      if (name === property) return values
      next = value?.type === 'literal' && typeof value.value === 'number' ? value.value + 1 : null
    }
    return null
  }

  function classMember(cls: Expr<ClassNode>, property: string, isStatic: boolean, self: Value): readonly Value[] | null {
    let at: Expr<ClassNode> | null = cls
    for (let depth = 0; at && depth < 16; depth++) {
      const found = findClassMember(at.node, property, isStatic)
      const here: Expr<ClassNode> = at
      switch (found?.type) {
        case 'method': return [{ type: 'function', expr: { ...here, node: found.node }, self }]
        case 'getter': {
          const fn: Value & { type: 'function' } = { type: 'function', expr: { ...here, node: found.node }, self }
          return results(fn, makeFrame(fn, [], here))
        }
        case 'field': return withSelfArrow(resolve({ ...here, node: found.value, frame: fieldFrame(here, self) }))
        case 'assigned': {
          const frame = constructorFrame(here, self)
          return found.values.flatMap(node => withSelfArrow(resolve({ ...here, node, frame })))
        }
        case 'parameter': {
          const frame = constructorFrame(here, self)
          return resolve({ ...here, node: found.node, frame })
        }
        default:
      }
      const base = superClassOf(at.node)
      const bases: readonly Value[] = base ? resolve({ ...here, node: base }) : []
      const [only] = bases
      if (bases.length === 1 && only?.type === 'class') at = only.expr
      else if (only && only.type !== 'class') return [{ type: 'member', object: only, property, expr: here }]
      else at = null
    }
    return null

    function withSelfArrow(values: readonly Value[]): readonly Value[] {
      return values.map(v => (v.type === 'function' && v.self === null ? { ...v, self } : v))
    }
  }

  const fieldFrame = (cls: Expr<ClassNode>, self: Value): Frame =>
    ({ id: `${cls.frame?.id ?? ''}/this:${valueKey(self)}`, owner: cls.node, args: [], self, parent: cls.frame, depth: cls.frame?.depth ?? 0, site: null })

  /** Parameters of the constructor bound to what the instance was made with (V5). */
  function constructorFrame(cls: Expr<ClassNode>, self: Value): Frame | null {
    const constructor = cls.node.body.body.find(m => m.type === 'MethodDefinition' && m.kind === 'constructor')
    if (constructor?.type !== 'MethodDefinition' || !isFunction(constructor.value)) return fieldFrame(cls, self)
    if (self.type !== 'instance' || !self.site) return fieldFrame(cls, self)
    const fn: Value & { type: 'function' } = { type: 'function', expr: { ...cls, node: constructor.value }, self }
    const args = self.cls.node === cls.node ? callArguments(self.site) : superArguments(self, cls)
    return args ? makeFrame(fn, args, self.site) : fieldFrame(cls, self)
  }

  /** Arguments the derived constructor hands to `super(…)`, one level. */
  function superArguments(self: Value & { type: 'instance' }, base: Expr<ClassNode>): readonly Argument[] | null {
    const derived = self.cls
    if (!self.site) return null
    const constructor = derived.node.body.body.find(m => m.type === 'MethodDefinition' && m.kind === 'constructor')
    if (constructor?.type !== 'MethodDefinition' || !isFunction(constructor.value)) {
      const up = superClassOf(derived.node)
      const [value] = up ? resolve({ ...derived, node: up }) : []
      return value?.type === 'class' && value.expr.node === base.node ? callArguments(self.site) : null
    }
    const fn = constructor.value
    const superCall = derived.module.calls.find(c => c.type === 'CallExpression' && c.callee.type === 'Super' && isWithin(derived.module.parents, c, fn))
    if (!superCall) return null
    const frame = makeFrame({ type: 'function', expr: { ...derived, node: fn }, self }, callArguments(self.site), self.site)
    return callArguments({ ...derived, node: superCall, frame })
  }

  function thisValue(expr: Expr): readonly Value[] {
    const { parents } = expr.module
    for (let at = parents.get(expr.node); at; at = parents.get(at)) {
      if (isClass(at)) {
        const bound = frameOf(expr.frame, at)?.self
        return [bound ?? { type: 'instance', cls: exprAt(expr.module, at, expr.frame), site: null }]
      }
      if (at.type !== 'FunctionExpression' && at.type !== 'FunctionDeclaration') continue
      const bound = frameOf(expr.frame, at)?.self
      if (bound) return [bound]
      const holder = parents.get(at)
      if (holder?.type === 'MethodDefinition') {
        const cls = enclosingClass(parents, at)
        if (cls) {
          if (holder.static) return [{ type: 'class', expr: exprAt(expr.module, cls, expr.frame) }]
          return [frameOf(expr.frame, cls)?.self ?? { type: 'instance', cls: exprAt(expr.module, cls, expr.frame), site: null }]
        }
      }
      if (holder?.type === 'Property') {
        const object = parents.get(holder)
        if (object?.type === 'ObjectExpression') return [{ type: 'object', expr: exprAt(expr.module, object, expr.frame) }]
      }
      return opaque(expr, 'ambientValue')
    }
    return opaque(expr, 'ambientValue')
  }

  function callArguments(call: Expr<CallNode>): readonly Argument[] {
    const out: Argument[] = []
    for (const node of call.node.arguments) {
      if (node.type === 'SpreadElement') {
        const spread = resolve({ ...call, node: node.argument })
        const [only] = spread
        if (spread.length === 1 && only?.type === 'array' && only.expr.node.type === 'ArrayExpression' && only.expr.node.elements.every(e => e && e.type !== 'SpreadElement')) {
          for (const element of only.expr.node.elements) if (element && element.type !== 'SpreadElement') out.push({ type: 'expr', expr: inner(only.expr, element) })
          continue
        }
        out.push({ type: 'unknown' })
        break
      }
      out.push({ type: 'expr', expr: { ...call, node } })
    }
    return out
  }

  /** Ids hold the ids of the frames around them: numbered, they stay short however deep the calls go. */
  function shortId(long: string): string {
    const known = frameIds.get(long)
    if (known !== undefined) return known
    const id = `#${frameIds.size}`
    frameIds.set(long, id)
    return id
  }

  function makeFrame(fn: Value & { type: 'function' }, args: readonly Argument[], site: Expr): Frame {
    const parent = fn.expr.frame
    const caller = site.frame
    return {
      id: shortId(`${siteKey(site)}${fn.self?.type === 'instance' && fn.self.site ? `!${siteKey(fn.self.site)}` : ''}${parent ? `^${parent.id}` : ''}`),
      owner: fn.expr.node, args, self: fn.self, parent,
      depth: Math.max(parent?.depth ?? 0, caller?.depth ?? 0) + 1, site,
    }
  }

  const enter = (callee: Value & { type: 'function' }, call: Expr<CallNode>): Frame => makeFrame(callee, callArguments(call), call)

  function results(callee: Value & { type: 'function' }, frame: Frame): readonly Value[] {
    const fn: FunctionNode = callee.expr.node
    if (frame.depth > maxFrames) return opaque(callee.expr, 'depthLimit')
    const returned = returnedExpressions(fn)
    return returned.flatMap(node => (node ? resolve({ module: callee.expr.module, node, frame }) : [{ type: 'literal', value: undefined } as const]))
  }

  function callValue(call: Expr<CallNode>): readonly Value[] {
    const specifier = requireOf(call.node)
    if (specifier !== null && !bindingIn(call.module, call.node.callee)) return imported(call.module, specifier, '*')
    for (let at = call.frame; at; at = at.parent) {
      const answer = at.answers?.get(call.node)
      if (answer !== undefined) return answer ? resolve(answer) : [{ type: 'literal', value: undefined }]
    }
    const chained = chainOf(call)
    if (chained) return chained
    const callees = resolve(inner(call, call.node.callee))
    return callees.flatMap((callee): readonly Value[] => {
      if (call.node.type === 'NewExpression' && callee.type === 'class') return [{ type: 'instance', cls: callee.expr, site: call }]
      if (callee.type === 'function' && call.node.type === 'CallExpression') {
        if (callee.expr.node.generator) return [{ type: 'call', callee, expr: call }]
        const returned = results(callee, enter(callee, call))
        return returned.length > 0 ? returned : [{ type: 'literal', value: undefined }]
      }
      return known(callee, call) ?? [{ type: 'call', callee, expr: call }]
    })
  }

  /** `wrap(f).use(x)`, `wrap().use(x).handler(f)`: still `f`. */
  function chainOf(call: Expr<CallNode>): readonly Value[] | null {
    const { callee, arguments: args } = call.node
    if (chains.length === 0 || !isMember(callee)) return null
    const name = memberName(callee)
    if (name === null || !chains.some(({ chain, takes }) => takes === name || chain?.includes(name))) return null
    const from = inner(call, strip(callee.object))
    const wrapper = chained(from)
    const [argument] = args
    if (wrapper?.takes === name && argument && argument.type !== 'SpreadElement') return resolve(inner(call, argument))
    return wrapper?.chain?.includes(name) ? resolve(from) : null
  }

  function chained(expr: Expr): TransparentWrapper | null {
    const node = strip(expr.node as Expression)
    if (chains.length === 0 || node.type !== 'CallExpression') return null
    const { callee } = node
    const name = isMember(callee) ? memberName(callee) : null
    if (isMember(callee) && name !== null && chains.some(({ chain, takes }) => takes === name || chain?.includes(name))) return chained(inner(expr, callee.object))
    const [origin] = resolve(inner(expr, callee))
    return origin?.type === 'external' ? (chains.find(({ module, name: own }) => isOrigin(origin, module, own)) ?? null) : null
  }

  /** Calls of the language and of declared wrappers that hand a value through. */
  function known(callee: Value, call: Expr<CallNode>): readonly Value[] | null {
    const argument = (index: number): readonly Value[] | null => {
      const node = call.node.arguments[index]
      return node && node.type !== 'SpreadElement' ? resolve(inner(call, node)) : null
    }
    if (callee.type === 'global') {
      const name = callee.path.join('.')
      if (name === 'Object.freeze' || name === 'Object.seal' || name === 'Promise.resolve') return argument(0)
      if (name === 'Promise.all') return argument(0)?.every(v => v.type === 'array') ? argument(0) : null
    }
    if (callee.type === 'member' && callee.property === 'bind' && callee.object.type === 'function') return [callee.object]
    if (callee.type === 'external')
      for (const wrapper of transparent)
        if (isOrigin(callee, wrapper.module, wrapper.name)) return wrapper.loads ? loadedDefault(argument(wrapper.argument), call) : argument(wrapper.argument)
    return null
  }

  /** `lazy(() => import("./x"))`: the default export of what is loaded. */
  function loadedDefault(loaders: readonly Value[] | null, call: Expr<CallNode>): readonly Value[] | null {
    const [loader] = loaders ?? []
    if (loaders?.length !== 1 || loader?.type !== 'function') return null
    const loaded = results(loader, makeFrame(loader, [], call))
    const found = loaded.flatMap(v => (v.type === 'namespace' || v.type === 'object' ? member(v, 'default', call) : []))
    return found.length > 0 ? found : null
  }

  /** `o.x = e` written anywhere (V6), for an object literal, class, instance or function. */
  function writtenMember(value: Value, property: string): readonly Value[] | null {
    const candidates = memberWrites(property)
    if (candidates.length === 0) return null
    const key = identity(value)
    if (key === null || writing.has(key + property)) return null
    writing.add(key + property)
    const found = candidates.filter(w => resolve(exprAt(w.module, w.object)).some(o => identity(o) === key))
    writing.delete(key + property)
    return found.length > 0 ? found.flatMap(w => resolve(exprAt(w.module, w.value))) : null
  }
  const writing = new Set<string>()

  const identity = (value: Value): string | null => {
    switch (value.type) {
      case 'object': case 'class': case 'function': return `${value.expr.module.file}:${value.expr.node.start}:${value.expr.node.end}`
      default: return null
    }
  }

  function memberWrites(property: string) {
    if (!writesRead) {
      writesRead = true
      for (const module of program.all()) {
        for (const write of module.memberWrites) {
          if (!isMember(write.left) || write.operator !== '=') continue
          const name = memberName(write.left)
          const object = strip(write.left.object)
          if (name === null || object.type === 'ThisExpression') continue
          const list = writesByName.get(name)
          const entry = { module, object, value: write.right }
          if (list) list.push(entry)
          else writesByName.set(name, [entry])
        }
      }
    }
    return writesByName.get(property) ?? []
  }

  function sourceOf(expr: Expr): Expr | null {
    const node = strip(expr.node as Expression)
    if (node.type !== 'Identifier') return node === expr.node ? null : { ...expr, node }
    const binding = bindingIn(expr.module, node)
    if (!binding || binding.writes.length > 0) return null
    const { source } = binding
    if (source.type === 'init' && source.path.length === 0) return { ...expr, node: strip(source.value), frame: frameAround(expr.frame, binding.node) }
    if (source.type === 'param') {
      const argument = frameOf(expr.frame, source.fn)?.args[source.index]
      return argument?.type === 'expr' && source.path.length === 0 ? argument.expr : null
    }
    if (source.type !== 'import') return null
    const target = program.resolve(source.specifier, expr.module.file)
    const other = target.type === 'project' ? program.module(target.file) : null
    const exported = other?.exports.get(source.imported)
    if (!other || !exported) return null
    if (exported.type === 'value') return exprAt(other, exported.node)
    const local = exported.type === 'local' ? other.top.get(exported.name) : undefined
    return local?.source.type === 'init' && local.source.path.length === 0 ? exprAt(other, strip(local.source.value)) : null
  }

  return {
    program, libraryErrors: libraries.errors ?? [], decoratorComposers: libraries.composers ?? [], resolve, sourceOf, chained, member, exported, enter, results, binding: bindingIn,
    one: expr => {
      const values = resolve(expr)
      return values.length === 1 ? (values[0] ?? null) : null
    },
  }
}

/** Decorators of a parameter; a parameter property holds them for the name inside it. */
const decoratorsOf = ({ parents }: SourceModule, node: Node): readonly { expression: Expression }[] => {
  for (let at: Node | undefined = node; at && !isFunction(at); at = parents.get(at)) if ('decorators' in at && Array.isArray(at.decorators) && at.decorators.length > 0) return at.decorators
  return []
}

/** The expression is a statement of the list itself, not of an arm below it. */
const isStatementOf = (parents: ReadonlyMap<Node, Node>, node: Node, list: Node): boolean => {
  const statement = parents.get(node)
  return statement?.type === 'ExpressionStatement' && parents.get(statement) === list
}

const enclosingOwner = (parents: ReadonlyMap<Node, Node>, node: Node): FunctionNode | null => {
  for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at
  return null
}

/** Whether an external value is the named export of the module, in any of the spellings of O2. */
export function isOrigin(value: Value, module: string, name: string): boolean {
  if (value.type !== 'external' || (value.module !== module && value.module !== `node:${module}`)) return false
  const path = value.path.filter(p => p !== 'default')
  const whole = name === 'default' || name === '*' || name.toLowerCase() === (module.split('/').at(-1) ?? '').toLowerCase()
  if (whole && path.length === 0) return true
  return path.join('.') === name
}
