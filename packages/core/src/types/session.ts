/** One program and its checker: a host's own, or one made from the tsconfig. */
import { dirname, join } from 'node:path'
import type ts from 'typescript'
import type { SourceHost } from '../host.js'
import { SussError } from '../ir/index.js'
import type { ProjectFiles } from './checker.js'
import { foldersAbove, isInstalled } from './installed.js'
import { projectFiles, shiftOf } from './project-files.js'
import { loadTypeScript, type TypeScript } from './typescript.js'

export interface Session {
  ts: TypeScript
  program: ts.Program
  checker: ts.TypeChecker
  files: ProjectFiles
  source(file: string): ts.SourceFile | undefined
  /** How many characters of the file stand before the text of its tree. */
  shift(file: string): number
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
  if (!isInstalled(host)) return null
  const typescript = loadTypeScript()
  return sessionOf(typescript, makeProgram(typescript, host, tsconfigs), host)
}

/** It holds every file of the run, as it was read: a lint program may be of one tsconfig among several. */
const isWhole = (program: ts.Program, host: SourceHost): boolean =>
  host.files().every(file => {
    const source = program.getSourceFile(join(host.root, file))
    return source !== undefined && source.text === host.read(file)?.replace(/^\uFEFF/, '')
  })

function sessionOf(typescript: TypeScript, program: ts.Program, host: SourceHost): Session {
  const source = (file: string): ts.SourceFile | undefined => program.getSourceFile(join(host.root, file))
  return {
    ts: typescript,
    program,
    checker: program.getTypeChecker(),
    files: projectFiles(host.root, file => isLibrary(program, file)),
    source,
    shift: file => shiftOf(host, file, source(file)?.text),
  }
}

function isLibrary(program: ts.Program, file: string): boolean {
  const source = program.getSourceFile(file)
  if (source === undefined) return false
  return program.isSourceFileDefaultLibrary(source) || program.isSourceFileFromExternalLibrary(source)
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
