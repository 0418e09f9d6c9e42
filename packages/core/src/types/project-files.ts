/** Whose a declaring file is: the project's, a package's, the language's own. */
import { relative, sep } from 'node:path'
import type { SourceHost } from '../host.js'
import type { ProjectFiles } from './checker.js'

/** `isLibrary` is what the program itself knows of a file. */
export function projectFiles(root: string, isLibrary: (file: string) => boolean): ProjectFiles {
  const paths = new Map<string, string | null>()
  return {
    projectPath: file => {
      const known = paths.get(file)
      if (known !== undefined) return known
      const path = relative(root, file).split(sep).join('/')
      // a declaration file outside is what another project was built to
      const isForeign = /\/node_modules\//.test(file) || (path.startsWith('../') && isDeclaration(file))
      const answer = isForeign || isLibrary(file) ? null : path
      paths.set(file, answer)
      return answer
    },
    packageOf: packageName,
  }
}

const isDeclaration = (file: string): boolean => /\.d\.(?:[cm]?ts|[^./]+\.ts)$/.test(file)

/** The innermost package, its types counted as the package itself. */
function packageName(path: string): string | null {
  const [, inside] = /.*\/node_modules\/(.+)$/.exec(path) ?? []
  const [scope = '', name = ''] = inside?.split('/') ?? []
  if (scope === '' || isStandardLibrary(path)) return null
  if (scope === '@types') return name.includes('__') ? `@${name.replace('__', '/')}` : name
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

const isStandardLibrary = (path: string): boolean =>
  /\/node_modules\/(?:typescript|@typescript\/[^/]+)\/lib\/lib\.[^/]*$/.test(path)

/** Spans count a byte order mark, and most trees leave it out. */
export function shiftOf(host: SourceHost, file: string, treeText: string | undefined): number {
  const isLeftOut = treeText !== undefined && !treeText.startsWith('\uFEFF')
  return isLeftOut && host.read(file)?.startsWith('\uFEFF') ? 1 : 0
}
