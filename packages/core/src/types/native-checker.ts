/** What the native checker says; every question is a message to its process, so answers are kept. */
import { join } from 'node:path'
import type { Node } from '@typescript/native/unstable/ast'
import type { NodeHandle, Symbol, Type } from '@typescript/native/unstable/sync'
import type { SourceHost } from '../host.js'
import type { Checker, Declaration } from './checker.js'
import { memo } from './memo.js'
import type { NativeSession } from './native-session.js'
import { nativeTypes } from './native-types.js'
import { projectFiles, shiftOf } from './project-files.js'

export function nativeChecker(session: NativeSession, host: SourceHost): Checker<Node, Type> {
  const { native, project } = session
  const { checker, program } = project
  const fileOf = fileNames(() => program.getSourceFileNames())
  const files = projectFiles(host.root, file => {
    const known = program.getSourceFileMetadata(file)
    return known !== undefined && (known.isDefaultLibrary || known.isFromExternalLibrary)
  })
  const declared = (handle: NodeHandle): Declaration<Node> => ({
    file: fileOf(handle.path),
    node: () => handle.resolve() ?? null,
  })
  const behind = memo((symbol: Symbol): Symbol => {
    const isAlias = (symbol.flags & native.api.SymbolFlags.Alias) !== 0
    return isAlias ? checker.getAliasedSymbol(symbol) : symbol
  })
  const source = memo((file: string) => program.getSourceFile(join(host.root, file)))
  return {
    files,
    trees: {
      source,
      shift: memo(file => shiftOf(host, file, source(file)?.text)),
      textAt: (node, start, end) => node.getSourceFile().text.slice(start, end),
      kinds: native.syntax.SyntaxKind,
      isExpression: native.syntax.isExpression,
      isTypeNode: native.syntax.isTypeNode,
      isMemberName: native.syntax.isMemberName,
    },
    types: nativeTypes(session, path => files.projectPath(fileOf(path))),
    typesAt: nodes => checker.getTypeAtLocation(nodes).map(type => type ?? null),
    declarationsAt: names =>
      checker
        .getSymbolAtLocation(names)
        .map(symbol => (symbol === undefined ? [] : behind(symbol).declarations.map(declared))),
    valueDeclaration: type => {
      const handle = type.getSymbol()?.valueDeclaration
      return handle === undefined ? null : declared(handle)
    },
  }
}

/** Where upper and lower case are one, handles name files in lower case. */
function fileNames(names: () => readonly string[]): (path: string) => string {
  const known = memo(
    (_: 'all') =>
      new Map(
        names().flatMap(name => [
          [name.toLowerCase(), name],
          [name, name],
        ]),
      ),
  )
  return path => known('all').get(path) ?? path
}
