/** Checks the project a program was made from; all doors of this package come through here. */
import { dirname, join, relative, resolve, sep } from 'node:path'
import { findRoot, openProject, summariesText, type Project, type SussConfig } from '@suss/core'
import { SussError } from '@suss/core/ir'
import type ts from 'typescript'
import type { TypeScript } from './compiler.js'
import { globalDiagnostic, toDiagnostics } from './diagnostics.js'

export interface Compiled {
  /** The namespace that made the program. */
  ts: TypeScript
  program: ts.Program
  /** Wins over suss.json. */
  config?: Partial<SussConfig>
}

export interface Asset {
  /** Absolute path. */
  file: string
  text: string
}

export interface Checked {
  diagnostics: readonly ts.Diagnostic[]
  failed: boolean
  /** Null when the check failed, or when this compilation writes nothing. */
  asset: Asset | null
  /** What could not be read as a whole, one line each. */
  incomplete: readonly string[]
}

export function checkProgram(compiled: Compiled): Checked {
  try {
    return check(compiled)
  } catch (error) {
    if (!(error instanceof SussError)) throw error
    const message = [error.message, error.remedy].filter(Boolean).join('. ')
    const diagnostic = globalDiagnostic(message, compiled.ts.DiagnosticCategory.Error)
    return { diagnostics: [diagnostic], failed: true, asset: null, incomplete: [] }
  }
}

function check({ ts, program, config }: Compiled): Checked {
  const project = open({ ts, program, ...(config && { config }) })
  const { summaries, incomplete } = project.extract()
  const report = project.check({ medium: 'host' })
  return {
    diagnostics: toDiagnostics(report, { ts, program, project }),
    failed: report.failed,
    asset:
      report.failed || !isWriting(ts, program)
        ? null
        : { file: join(outputFolder(program), 'behavioral-summary.json'), text: summariesText(summaries) },
    incomplete: incomplete.map(({ file, detail }) => ['incomplete', file, detail].filter(Boolean).join(': ')),
  }
}

/** The project is what the compiler compiles: the tsconfig of this program, not the one suss would find. */
function open({ ts, program, config }: Compiled): Project {
  const tsconfig = configFileOf(program)
  const root = findRoot(tsconfig === null ? program.getCurrentDirectory() : dirname(tsconfig))
  const inRoot = (file: string): string => relative(root, file).split(sep).join('/')
  const files =
    tsconfig === null
      ? {
          include: program
            .getRootFileNames()
            .map(file => inRoot(resolve(program.getCurrentDirectory(), file))),
        }
      : { tsconfig: inRoot(tsconfig) }
  return openProject({ root, config: { ...files, ...config }, program: { ts, program } })
}

function configFileOf(program: ts.Program): string | null {
  const { configFilePath } = program.getCompilerOptions()
  return typeof configFilePath === 'string' ? configFilePath : null
}

function isWriting(ts: TypeScript, program: ts.Program): boolean {
  const { noEmit, noEmitOnError } = program.getCompilerOptions()
  if (noEmit) return false
  const isError = ({ category }: ts.Diagnostic): boolean => category === ts.DiagnosticCategory.Error
  return !noEmitOnError || !ts.getPreEmitDiagnostics(program).some(isError)
}

/** `outDir`, else the folder of the tsconfig. */
function outputFolder(program: ts.Program): string {
  const from = program.getCurrentDirectory()
  const tsconfig = configFileOf(program)
  return resolve(from, program.getCompilerOptions().outDir ?? (tsconfig === null ? '.' : dirname(tsconfig)))
}
