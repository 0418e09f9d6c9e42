/** What a type name stands for: an interface, an alias, an enum or a class of the project, through imports. */
import type { SourceModule } from '../program/module.js'
import type { Program } from '../program/program.js'
import type { ClassNode, Node } from '../program/syntax.js'

export type NamedType =
  | { type: 'interface'; module: SourceModule; node: Extract<Node, { type: 'TSInterfaceDeclaration' }> }
  | { type: 'alias'; module: SourceModule; node: Extract<Node, { type: 'TSTypeAliasDeclaration' }> }
  | { type: 'enum'; module: SourceModule; node: Extract<Node, { type: 'TSEnumDeclaration' }> }
  | { type: 'class'; module: SourceModule; node: ClassNode }

const maxDepth = 6

export function namedType(program: Program, module: SourceModule, name: string, depth = 0): NamedType | null {
  for (const statement of module.program.body) {
    const node =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement
    if (node?.type === 'TSInterfaceDeclaration' && node.id.name === name)
      return { type: 'interface', module, node }
    if (node?.type === 'TSTypeAliasDeclaration' && node.id.name === name)
      return { type: 'alias', module, node }
    if (node?.type === 'TSEnumDeclaration' && node.id.name === name) return { type: 'enum', module, node }
    if (node?.type === 'ClassDeclaration' && node.id?.name === name) return { type: 'class', module, node }
  }
  if (depth > maxDepth) return null
  for (const { specifier, names } of module.imports) {
    const imported = names.find(n => n.local === name)
    const target = imported ? program.resolve(specifier, module.file) : null
    const other = target?.type === 'project' ? program.module(target.file) : null
    if (imported) return other ? exportedType(program, other, imported.imported, depth + 1) : null
  }
  return null
}

function exportedType(program: Program, module: SourceModule, name: string, depth: number): NamedType | null {
  const target = module.exports.get(name)
  if (target?.type === 'local') return namedType(program, module, target.name, depth)
  const own = namedType(program, module, name, depth)
  if (own || depth > maxDepth) return own
  const from =
    target?.type === 'reexport'
      ? [{ specifier: target.specifier, name: target.imported }]
      : module.stars.map(specifier => ({ specifier, name }))
  for (const { specifier, name: wanted } of from) {
    const next = program.resolve(specifier, module.file)
    const other = next.type === 'project' ? program.module(next.file) : null
    const found = other ? exportedType(program, other, wanted, depth + 1) : null
    if (found) return found
  }
  return null
}
