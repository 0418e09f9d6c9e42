/** How code that uses the installed libraries is compiled. */
import ts from 'typescript'

export const fixtureOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: ['node'],
  jsx: ts.JsxEmit.ReactJSX,
  // parameters cannot be decorated otherwise
  experimentalDecorators: true,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
}
