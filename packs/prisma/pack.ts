/** Prisma: what its clients read and write, by the project's schema. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { definePack } from '@suss/core/pack'
import { declarations } from './declarations.js'
import { storage } from './recognizers/storage.js'

/** Where a schema lies by default, from the folder of a package. */
const schemas = ['prisma/schema.prisma', 'schema.prisma', 'prisma/schema/schema.prisma']

/** `output` of each generator of the nearest schema above the folder. */
function generatedModuleDirs(fromDir: string): string[] {
  for (let folder = resolve(fromDir); ; folder = dirname(folder)) {
    const found = schemas.map(name => join(folder, name)).find(path => existsSync(path))
    if (found !== undefined)
      return [...readFileSync(found, 'utf8').matchAll(/^\s*output\s*=\s*"([^"]+)"/gm)].map(
        ([, output = '']) => resolve(dirname(found), output),
      )
    if (dirname(folder) === folder || existsSync(join(folder, '.git'))) return []
  }
}

export default definePack({
  name: 'prisma',
  protocol: 'storage',
  languages: ['typescript'],
  requiresImport: ['@prisma/client'],
  discovery: [],
  terminals: [],
  inputMapping: { type: 'allPositional' },
  invocationRecognizers: [storage],
  generatedModuleMarkers: ['schema.prisma'],
  generatedModuleDirs,
  callbackReceivers: [{ module: '@prisma/client', method: '$transaction', argument: 0, parameter: 0 }],
  discoveryInputs: files => files.filter(file => file.endsWith('.prisma')),
  declarations,
})
