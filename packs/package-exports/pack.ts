/** Packages of the workspace: what each exports, and what others call of it. */
import { definePack } from '@suss/core/pack'

export default definePack({
  name: 'package-exports',
  protocol: 'in-process',
  languages: ['typescript'],
  requiresImport: [],
  discovery: [
    { kind: 'library', match: { type: 'packageExports', workspaces: true }, requiresImport: [] },
    { kind: 'caller', match: { type: 'packageImport', packages: [], workspaces: true }, requiresImport: [] },
  ],
  terminals: [
    { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
    { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
    { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
  ],
  inputMapping: { type: 'allPositional' },
})
