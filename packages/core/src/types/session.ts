/** One program and its checker: a host's own, or one made from the tsconfig. */
import { dirname, join, relative, sep } from 'node:path'
import type ts from 'typescript'
import type { SourceHost } from '../host.js'
import { SussError } from '../ir/index.js'
import { loadTypeScript, type TypeScript } from './typescript.js'

export interface Session {
  ts: TypeScript
  program: ts.Program
  checker: ts.TypeChecker
  files: ProjectFiles
}

export interface SessionOptions {
  host: SourceHost
  /** Absolute; none: `allowJs` defaults over the project's files. */
  tsconfigs: readonly string[]
}

/** Null when the project's dependencies are not installed: every answer would be `any`. */
export function openSession({ host, tsconfigs }: SessionOptions): Session | null {
  if (host.program !== undefined) {
    // the namespace that made the program: the numbers of the flags differ between versions
    const handed = host.program as { ts: TypeScript; program: ts.Program }
    if (isWhole(handed.program, host)) return sessionOf(handed.ts, handed.program, host)
  }
  const typescript = loadTypeScript()
  if (!isInstalled(typescript, host)) return null
  return sessionOf(typescript, makeProgram(typescript, host, tsconfigs), host)
}

/** It holds every file of the run, as it was read: a lint program may be of one tsconfig among several. */
const isWhole = (program: ts.Program, host: SourceHost): boolean =>
  host.files().every(file => {
    const source = program.getSourceFile(join(host.root, file))
    return source !== undefined && source.text === host.read(file)?.replace(/^\uFEFF/, '')
  })

const sessionOf = (typescript: TypeScript, program: ts.Program, host: SourceHost): Session => ({
  ts: typescript,
  program,
  checker: program.getTypeChecker(),
  files: projectFiles(program, host),
})

export interface ProjectFiles {
  /** The file of a hole. */
  source(file: string): ts.SourceFile | undefined
  /** Path of a file the project declares, from its root; null for a library's. */
  projectPath(source: ts.SourceFile): string | null
  /** Package that declares a file; null for the language's own library. */
  packageOf(source: ts.SourceFile): string | null
}

function projectFiles(program: ts.Program, host: SourceHost): ProjectFiles {
  const pathOf = (source: ts.SourceFile): string => relative(host.root, source.fileName).split(sep).join('/')
  const isLibrary = (source: ts.SourceFile): boolean =>
    program.isSourceFileDefaultLibrary(source) ||
    program.isSourceFileFromExternalLibrary(source) ||
    source.fileName.includes('/node_modules/') ||
    // what another project was built to
    (source.isDeclarationFile && pathOf(source).startsWith('../'))
  return {
    source: file => program.getSourceFile(join(host.root, file)),
    projectPath: source => (isLibrary(source) ? null : pathOf(source)),
    packageOf: source => packageName(source.fileName),
  }
}

/** The innermost package, its types counted as the package itself. */
function packageName(path: string): string | null {
  const [, inside] = /.*\/node_modules\/(.+)$/.exec(path) ?? []
  const [scope = '', name = ''] = inside?.split('/') ?? []
  if (scope === '' || (scope === 'typescript' && path.includes('/typescript/lib/lib.'))) return null
  if (scope === '@types') return name.includes('__') ? `@${name.replace('__', '/')}` : name
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

function isInstalled(typescript: TypeScript, host: SourceHost): boolean {
  const manifest = host.read('package.json') ?? typescript.sys.readFile(join(host.root, 'package.json'))
  if (manifest === undefined || !/"(?:dev|peer)?[dD]ependencies"\s*:\s*\{\s*"/.test(manifest)) return true
  return foldersAbove(host.root).some(folder => typescript.sys.directoryExists(join(folder, 'node_modules')))
}

function foldersAbove(folder: string): string[] {
  const above = join(folder, '..')
  return above === folder ? [folder] : [folder, ...foldersAbove(above)]
}

function makeProgram(typescript: TypeScript, host: SourceHost, tsconfigs: readonly string[]): ts.Program {
  const configs = tsconfigs.flatMap(path => readConfig(typescript, path, new Set()))
  const own = configs[0]?.options ?? looseOptions(typescript)
  const options: ts.CompilerOptions = {
    ...own,
    // version 6 includes no @types packages by itself any more; a project on 5.9 counts on them
    types: own.types ?? ['*'],
    allowJs: true,
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
  }
  const roots = [
    ...configs.flatMap(config => config.fileNames),
    ...host.files().map(file => join(host.root, file)),
  ]
  return typescript.createProgram({
    rootNames: [...new Set(roots)],
    options,
    host: compilerHost(typescript, host, options),
  })
}

/** The texts the spans were measured in win over what is on disk. */
function compilerHost(
  typescript: TypeScript,
  host: SourceHost,
  options: ts.CompilerOptions,
): ts.CompilerHost {
  const disk = typescript.createCompilerHost(options)
  const own = new Map(host.files().map(file => [join(host.root, file), file]))
  const folders = new Set([...own.keys()].flatMap(path => foldersAbove(dirname(path))))
  const read = (path: string): string | undefined => {
    const file = own.get(path)
    return (file === undefined ? undefined : host.read(file)) ?? disk.readFile(path)
  }
  return {
    ...disk,
    getCurrentDirectory: () => host.root,
    readFile: read,
    fileExists: path => own.has(path) || disk.fileExists(path),
    directoryExists: path => folders.has(path) || typescript.sys.directoryExists(path),
    getSourceFile: (path, target) => {
      const text = read(path)
      if (text === undefined) return undefined
      const asked = typeof target === 'object' ? target : { languageVersion: target }
      // comments give types in JavaScript only
      return typescript.createSourceFile(path, text, {
        ...asked,
        jsDocParsingMode: typescript.JSDocParsingMode.ParseForTypeInfo,
      })
    },
  }
}

const looseOptions = (typescript: TypeScript): ts.CompilerOptions => ({
  allowJs: true,
  jsx: typescript.JsxEmit.Preserve,
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Bundler,
  strict: true,
  target: typescript.ScriptTarget.ESNext,
})

/** A config with references only stands for what it refers to. */
function readConfig(typescript: TypeScript, path: string, seen: Set<string>): ts.ParsedCommandLine[] {
  if (seen.has(path)) return []
  seen.add(path)
  const parsed = typescript.getParsedCommandLineOfConfigFile(
    path,
    {},
    {
      ...typescript.sys,
      onUnRecoverableConfigFileDiagnostic: diagnostic => {
        const problem = typescript.flattenDiagnosticMessageText(diagnostic.messageText, ' ')
        throw new SussError('BAD_CONFIG', `${path}: ${problem}`, 'Correct "tsconfig" in suss.json.')
      },
    },
  )
  if (parsed === undefined) return []
  if (parsed.fileNames.length > 0 || parsed.projectReferences === undefined) return [parsed]
  return parsed.projectReferences.flatMap(reference =>
    readConfig(typescript, typescript.resolveProjectReferencePath(reference), seen),
  )
}
