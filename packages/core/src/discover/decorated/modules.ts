/** Which classes a module class lists, and under which paths modules are put (extraction.md 8.1). */
import type { Modules } from '../../pack/index.js'
import { type ClassNode, type Expression, isFunction, strip } from '../../program/syntax.js'
import { findDecorator } from '../../values/decorators.js'
import { elementsOf } from '../../values/elements.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { returnedExpressions } from '../../values/returns.js'
import { literalOf } from '../../values/text.js'
import type { Expr, Value } from '../../values/value.js'
import { optionOf } from '../routes/arguments.js'
import { joinPaths } from '../binding/provider-path.js'
import { decoratedClasses } from './classes.js'

export interface ModuleGraph {
  /** Modules that list the class as one of their controllers. */
  modulesOf(controller: ClassNode): readonly ClassNode[]
  /** Every module reached from the root; `open`: some import was not read. */
  reachedFrom(root: Expr): { modules: ReadonlySet<ClassNode>; open: boolean }
  /** Paths the module is put under; null for one that was not read. */
  pathsOf(module: ClassNode): readonly (string | null)[]
  /** Entries of the modules' lists of providers. */
  readonly providers: readonly { module: ClassNode; entry: Expr }[]
  /** The class of the reference: itself, behind `forwardRef`, of a dynamic module. */
  classOf(expr: Expr): Expr<ClassNode> | null
}

interface ModuleFacts {
  cls: Expr<ClassNode>
  options: Expr | null
}

const maxDepth = 4

export function readModules(input: {
  values: Values
  pattern: Modules
  importModule: string | readonly string[]
  gate(file: string): boolean
}): ModuleGraph {
  const { values, pattern } = input
  const modules = new Map<ClassNode, ModuleFacts>()
  for (const { cls, decorators } of decoratedClasses(values, input.gate)) {
    const found = findDecorator(decorators, input.importModule, [pattern.decorator])
    if (found) modules.set(cls.node, { cls, options: found.args[0] ?? null })
  }
  const dynamic: { module: ClassNode; options: Expr }[] = []
  const entriesOf = (options: Expr | null, key: string): { entries: Expr[]; open: boolean } => {
    const list = options ? optionOf(values, options, key) : null
    if (!list) return { entries: [], open: false }
    const entries = elementsOf(values, list)
    return { entries: entries ?? [], open: entries === null }
  }

  /** A class, `forwardRef(() => Class)`, `Class.forRoot(…)`, `{ module: Class, … }`. */
  function classOf(expr: Expr, depth = 0): Expr<ClassNode> | null {
    if (depth > maxDepth) return null
    const node = strip(expr.node as Expression)
    const value: Value | null = values.one({ ...expr, node })
    switch (value?.type) {
      case 'class':
        return value.expr
      case 'object': {
        const inner = optionOf(values, value.expr, 'module')
        const cls = inner ? classOf(inner, depth + 1) : null
        if (cls) dynamic.push({ module: cls.node, options: value.expr })
        return cls
      }
      case 'call': {
        const [first] = value.expr.node.arguments
        const given =
          first && first.type !== 'SpreadElement' ? values.one({ ...value.expr, node: first }) : null
        const [returned] = given?.type === 'function' ? returnedExpressions(given.expr.node) : []
        if (given?.type === 'function' && returned && isFunction(given.expr.node))
          return classOf({ ...given.expr, node: returned }, depth + 1)
        return value.callee.type === 'member' && value.callee.object.type === 'class'
          ? value.callee.object.expr
          : null
      }
      case undefined: {
        // a dynamic module made in one of several ways: its class is the receiver
        if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
          return classOf({ ...expr, node: node.callee.object }, depth + 1)
        return null
      }
      default:
        return null
    }
  }

  const controllers = new Map<ClassNode, ClassNode[]>()
  const providers: { module: ClassNode; entry: Expr }[] = []
  const imports = new Map<ClassNode, { modules: ClassNode[]; open: boolean }>()
  const addFacts = (module: ClassNode, options: Expr | null): void => {
    for (const entry of entriesOf(options, pattern.controllersKey).entries) {
      const cls = classOf(entry)
      if (cls) controllers.set(cls.node, [...new Set([...(controllers.get(cls.node) ?? []), module])])
    }
    for (const entry of entriesOf(options, pattern.providersKey).entries) providers.push({ module, entry })
    const { entries, open } = entriesOf(options, pattern.importsKey)
    const known = imports.get(module) ?? { modules: [], open: false }
    imports.set(module, {
      modules: [...known.modules, ...entries.flatMap(e => classOf(e)?.node ?? [])],
      open: known.open || open,
    })
  }
  for (const { cls, options } of modules.values()) addFacts(cls.node, options)
  for (let i = 0; i < dynamic.length && i < 256; i++) {
    const each = dynamic[i]
    if (each) addFacts(each.module, each.options)
  }

  const paths = new Map<ClassNode, (string | null)[]>()
  readRouter()

  /** `RouterModule.register([{ path, module, children }])`. */
  function readRouter(): void {
    const { router } = pattern
    if (!router) return
    for (const module of values.program.modules.filter(m => input.gate(m.file))) {
      for (const node of module.calls) {
        if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') continue
        const callee = values.one({ module, node: node.callee, frame: null })
        if (
          !callee ||
          !router.methods.some(m => isOrigin(callee, router.importModule, `${router.importName}.${m}`))
        )
          continue
        const [first] = node.arguments
        if (first && first.type !== 'SpreadElement') readTree({ module, node: first, frame: null }, '')
      }
    }
  }

  function readTree(list: Expr, above: string | null, depth = 0): void {
    const { router } = pattern
    if (!router || depth > 8) return
    for (const entry of elementsOf(values, list) ?? []) {
      const cls = values.one(entry)
      if (cls?.type === 'class') {
        add(cls.expr.node, above)
        continue
      }
      const given = optionOf(values, entry, router.pathKey)
      const own = given ? literalOf(values, given) : ''
      const path =
        own === null || above === null ? null : own === '' || own === '/' ? above : joinPaths(above, own)
      const target = optionOf(values, entry, router.moduleKey)
      const module = target ? classOf(target) : null
      if (module) add(module.node, path)
      const children = optionOf(values, entry, router.childrenKey)
      if (children) readTree(children, path, depth + 1)
    }
  }

  function add(module: ClassNode, path: string | null): void {
    paths.set(module, [...new Set([...(paths.get(module) ?? []), path])])
  }

  return {
    providers,
    classOf: expr => classOf(expr),
    modulesOf: controller => controllers.get(controller) ?? [],
    pathsOf: module => paths.get(module) ?? [''],
    reachedFrom(root) {
      const first = classOf(root)
      const reached = new Set<ClassNode>(first ? [first.node] : [])
      let open = first === null
      for (const module of reached) {
        const next = imports.get(module)
        open ||= next?.open ?? false
        for (const other of next?.modules ?? []) reached.add(other)
      }
      return { modules: reached, open }
    },
  }
}
