/** One parsed source file: its tree, names, imports, exports and the nodes later stages start from. */
import { parseSync } from 'oxc-parser'
import { type LineStarts, lineAt, lineStarts, type ReasonCode } from '../ir/index.js'
import { refuseText } from './limits.js'
import { type Binding, readScopes } from './scopes.js'
import {
  type AssignmentExpression, type CallNode, type Class, type Expression, type FunctionNode, isCall, isClass, isFunction, isMember, type MemberExpression,
  memberName, type Node, type ProgramNode, strip,
} from './syntax.js'

export type ExportTarget =
  | { type: 'local'; name: string }
  | { type: 'value'; node: Expression | FunctionNode | Class }
  | { type: 'reexport'; specifier: string; imported: string }

export interface ImportRecord {
  specifier: string
  /** Names taken; empty for a side-effect, dynamic or whole import. */
  names: { imported: string; local: string }[]
  typeOnly: boolean
}

export interface SourceModule {
  file: string
  text: string
  lines: LineStarts
  program: ProgramNode
  bindingOf: ReadonlyMap<Node, Binding>
  top: ReadonlyMap<string, Binding>
  parents: ReadonlyMap<Node, Node>
  imports: readonly ImportRecord[]
  exports: ReadonlyMap<string, ExportTarget>
  /** Names of exported types, which are no values. */
  typeExports: readonly string[]
  /** `export * from` specifiers. */
  stars: readonly string[]
  /** `module.exports = e`, in source order. */
  commonExports: readonly Expression[]
  calls: readonly CallNode[]
  functions: readonly FunctionNode[]
  classes: readonly Class[]
  /** Assignments to a member: `o.x = e`. */
  memberWrites: readonly AssignmentExpression[]
  /** `o[k]`, whatever the key. */
  computedMembers: readonly MemberExpression[]
  identifiers: ReadonlyMap<string, readonly Node[]>
}

export interface Unparsed {
  file: string
  reason: ReasonCode
  detail: string
}

export function readModule(file: string, source: string): SourceModule | Unparsed {
  const text = source.charCodeAt(0) === 0xfeff ? ` ${source.slice(1)}` : source
  const refused = refuseText(text)
  if (refused) return { file, ...refused }
  const parsed = parseSync(file, text, { astType: 'ts', preserveParens: false, ...langOf(file) })
  const error = parsed.errors.find(e => String(e.severity) === 'Error')
  if (error) {
    const at = error.labels[0]?.start ?? 0
    return { file, reason: 'parseError', detail: `line ${lineAt(lineStarts(text), at)}: ${error.message}` }
  }
  return buildModule(file, text, parsed.program)
}

/** JavaScript files may hold JSX whatever their ending. */
function langOf(file: string): { lang?: 'jsx' } {
  return /\.[cm]?js$/.test(file) ? { lang: 'jsx' } : {}
}

function buildModule(file: string, text: string, program: ProgramNode): SourceModule {
  const { bindingOf, top, parents } = readScopes(program)
  const calls: CallNode[] = []
  const functions: FunctionNode[] = []
  const classes: Class[] = []
  const memberWrites: AssignmentExpression[] = []
  const computedMembers: MemberExpression[] = []
  const identifiers = new Map<string, Node[]>()
  for (const node of parents.keys()) {
    if (isCall(node)) calls.push(node)
    else if (isFunction(node)) functions.push(node)
    else if (isClass(node)) classes.push(node)
    else if (node.type === 'AssignmentExpression' && isMember(node.left)) memberWrites.push(node)
    else if (isMember(node)) {
      if (node.computed) computedMembers.push(node)
    } else if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
      const list = identifiers.get(node.name)
      if (list) list.push(node)
      else identifiers.set(node.name, [node])
    }
  }
  const bySource = (a: Node, b: Node): number => a.start - b.start || b.end - a.end
  calls.sort(bySource)
  functions.sort(bySource)
  classes.sort(bySource)
  memberWrites.sort(bySource)
  const { imports, exports, typeExports, stars, commonExports } = readLinks(program, calls, memberWrites)
  return {
    file, text, lines: lineStarts(text), program, bindingOf, top, parents, imports, exports, typeExports, stars, commonExports,
    calls, functions, classes, memberWrites, computedMembers, identifiers,
  }
}

function readLinks(program: ProgramNode, calls: readonly CallNode[], memberWrites: readonly AssignmentExpression[]) {
  const imports: ImportRecord[] = []
  const exports = new Map<string, ExportTarget>()
  const stars: string[] = []
  const commonExports: Expression[] = []
  const typeExports: string[] = []
  for (const node of program.body) {
    switch (node.type) {
      case 'ImportDeclaration': {
        const typeOnly = node.importKind === 'type'
          || (node.specifiers.length > 0 && node.specifiers.every(s => s.type === 'ImportSpecifier' && s.importKind === 'type'))
        const names = node.specifiers.map(s => ({
          imported: s.type === 'ImportDefaultSpecifier' ? 'default' : s.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(s.imported),
          local: s.local.name,
        }))
        imports.push({ specifier: node.source.value, names, typeOnly })
        break
      }
      case 'ExportAllDeclaration':
        imports.push({ specifier: node.source.value, names: [], typeOnly: node.exportKind === 'type' })
        if (node.exportKind === 'type') break
        if (node.exported) exports.set(nameOf(node.exported), { type: 'reexport', specifier: node.source.value, imported: '*' })
        else stars.push(node.source.value)
        break
      case 'ExportNamedDeclaration':
        if (node.source) imports.push({ specifier: node.source.value, names: [], typeOnly: node.exportKind === 'type' })
        for (const specifier of node.specifiers) {
          const exported = nameOf(specifier.exported)
          exports.set(exported, node.source
            ? { type: 'reexport', specifier: node.source.value, imported: nameOf(specifier.local) }
            : { type: 'local', name: nameOf(specifier.local) })
        }
        if (node.declaration) for (const name of declaredNames(node.declaration)) exports.set(name, { type: 'local', name })
        if ((node.declaration?.type === 'TSInterfaceDeclaration' || node.declaration?.type === 'TSTypeAliasDeclaration')) typeExports.push(node.declaration.id.name)
        break
      case 'ExportDefaultDeclaration': {
        const value = node.declaration
        if ((value.type === 'FunctionDeclaration' || value.type === 'ClassDeclaration') && value.id) exports.set('default', { type: 'local', name: value.id.name })
        else if (value.type !== 'TSInterfaceDeclaration') exports.set('default', { type: 'value', node: value })
        break
      }
      case 'TSExportAssignment':
        exports.set('default', { type: 'value', node: node.expression })
        commonExports.push(node.expression)
        break
      case 'TSImportEqualsDeclaration':
        if (node.moduleReference.type === 'TSExternalModuleReference')
          imports.push({ specifier: node.moduleReference.expression.value, names: [{ imported: '*', local: node.id.name }], typeOnly: node.importKind === 'type' })
        break
      default:
    }
  }
  for (const call of calls) {
    const specifier = requireOf(call)
    if (specifier !== null) imports.push({ specifier, names: [], typeOnly: false })
  }
  for (const write of memberWrites) {
    if (!isMember(write.left)) continue
    const name = memberName(write.left)
    const object = strip(write.left.object)
    const isExports = (node: Expression): boolean => node.type === 'Identifier' && node.name === 'exports'
    const isModuleExports = (node: Expression): boolean =>
      isMember(node) && memberName(node) === 'exports' && node.object.type === 'Identifier' && node.object.name === 'module'
    if (isModuleExports(write.left)) {
      commonExports.push(write.right)
      exports.set('default', { type: 'value', node: write.right })
    } else if (name !== null && (isExports(object) || isModuleExports(object))) exports.set(name, { type: 'value', node: write.right })
  }
  return { imports, exports, typeExports, stars, commonExports }
}

const nameOf = (node: { type: string; name?: string; value?: unknown }): string => node.name ?? String(node.value)

function declaredNames(node: Node): string[] {
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(d => patternNames(d.id))
  if ('id' in node && node.id && node.id.type === 'Identifier' && !node.type.startsWith('TSInterface') && !node.type.startsWith('TSType')) return [node.id.name]
  return []
}

function patternNames(node: Node): string[] {
  switch (node.type) {
    case 'Identifier': return [node.name]
    case 'AssignmentPattern': return patternNames(node.left)
    case 'ObjectPattern': return node.properties.flatMap(p => patternNames(p.type === 'RestElement' ? p.argument : p.value))
    case 'ArrayPattern': return node.elements.flatMap(e => (e ? patternNames(e.type === 'RestElement' ? e.argument : e) : []))
    default: return []
  }
}

/** The literal specifier of `require("m")`. */
export function requireOf(node: Node): string | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return null
  const [argument] = node.arguments
  return argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : null
}

/** The literal specifier of `import("m")`. */
export function dynamicImportOf(node: Node): string | null {
  return node.type === 'ImportExpression' && node.source.type === 'Literal' && typeof node.source.value === 'string' ? node.source.value : null
}
