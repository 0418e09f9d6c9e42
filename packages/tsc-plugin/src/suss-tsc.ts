/** `suss-tsc`: tsc with every word of its command line, then the findings of the same program. */
import { SussError } from '@suss/core/ir'
import type ts from 'typescript'
import { checkProgram, type Checked } from './check-program.js'
import { runTsc } from './command-line.js'
import { requireCompiler, type TypeScript } from './compiler.js'

function main(args: readonly string[]): number {
  requireOneRun(args)
  const ts = requireCompiler(process.cwd())
  let failed = false
  const status = runTsc(ts, args, program => {
    const checked = checkProgram({ ts, program })
    failed ||= checked.failed
    show(ts, checked, program)
  })
  return status === 0 && failed ? 1 : status
}

/** A build that skips what is up to date would skip its findings too. */
function requireOneRun(args: readonly string[]): void {
  const later = args.find(word => /^--?(b|build|w|watch)$/i.test(word))
  if (later === undefined) return
  throw new SussError(
    'NOT_AVAILABLE',
    `suss-tsc ${later} is not available yet`,
    'Run suss-tsc -p for each project.',
  )
}

function show(ts: TypeScript, { diagnostics, asset, incomplete }: Checked, program: ts.Program): void {
  for (const line of incomplete) process.stderr.write(`${line}\n`)
  if (diagnostics.length > 0) ts.sys.write(format(ts, diagnostics, program))
  if (asset) ts.sys.writeFile(asset.file, asset.text)
}

function format(ts: TypeScript, diagnostics: readonly ts.Diagnostic[], program: ts.Program): string {
  const host: ts.FormatDiagnosticsHost = {
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getCanonicalFileName: name => (ts.sys.useCaseSensitiveFileNames ? name : name.toLowerCase()),
    getNewLine: () => ts.sys.newLine,
  }
  return isPretty(ts, program)
    ? ts.formatDiagnosticsWithColorAndContext(diagnostics, host)
    : ts.formatDiagnostics(diagnostics, host)
}

/** As tsc decides it. */
const isPretty = (ts: TypeScript, program: ts.Program): boolean =>
  program.getCompilerOptions()['pretty'] !== undefined
    ? program.getCompilerOptions()['pretty'] === true
    : ts.sys.writeOutputIsTTY?.() === true && !process.env['NO_COLOR']

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SussError)) throw error
  process.stderr.write(`suss-tsc: ${[error.message, error.remedy].filter(Boolean).join('. ')}\n`)
  process.exitCode = 2
}
