/** The fixtures are code that the libraries' types accept. */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { fixtureOptions } from './testing/compiler-options.js'
import { fixtureFiles, packsFolder } from './testing/fixtures.js'

function problemsOf(rootNames: string[]): string[] {
  const program = ts.createProgram({ rootNames, options: fixtureOptions })
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const where =
      file === undefined ? '' : `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1} `
    return where.replace(packsFolder, '') + ts.flattenDiagnosticMessageText(messageText, ' ')
  })
}

test('packs/K15 every fixture type-checks with the installed versions', () => {
  const files = fixtureFiles()
  expect(files.length).toBeGreaterThan(20)
  expect(problemsOf(files.map(file => packsFolder + file))).toEqual([])
})

test('packs/K15 the versions are those of the specification', () => {
  const versionOf = (name: string) => {
    const { dependencies = {}, devDependencies = {} } = manifest()
    return { ...dependencies, ...devDependencies }[name]
  }
  expect(['express', '@types/express', 'axios'].map(versionOf)).toEqual(['5.3.0', '5.0.6', '1.21.1'])
  expect(ts.version).toBe('6.0.3')
})

const manifest = (): { dependencies?: Record<string, string>; devDependencies?: Record<string, string> } =>
  JSON.parse(ts.sys.readFile(`${packsFolder}package.json`) ?? '{}')
