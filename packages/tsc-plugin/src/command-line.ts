/** The compiler's own command line: in the namespace of 5.9 and 6.0, not in its declarations. */
import type ts from 'typescript'
import type { TypeScript } from './compiler.js'

type CompiledProgram = ts.Program | ts.BuilderProgram

/** Ends the command line where the compiler would end the process. */
class Exit extends Error {
  readonly status: number
  constructor(status: number) {
    super()
    this.status = status
  }
}

/** Runs `tsc` with these words; `onProgram` sees each program after its output was written and its errors told. */
export function runTsc(
  ts: TypeScript,
  args: readonly string[],
  onProgram: (program: ts.Program) => void,
): number {
  const exit = (status = 0): never => {
    throw new Exit(status)
  }
  try {
    executeCommandLineOf(ts)({ ...ts.sys, exit }, compiled => onProgram(programOf(compiled)), args)
  } catch (error) {
    if (error instanceof Exit) return error.status
    throw error
  }
  return 0
}

type ExecuteCommandLine = (
  system: ts.System,
  onProgram: (compiled: CompiledProgram) => void,
  args: readonly string[],
) => void

const executeCommandLineOf = (ts: TypeScript): ExecuteCommandLine =>
  (ts as unknown as { executeCommandLine: ExecuteCommandLine }).executeCommandLine

const programOf = (compiled: CompiledProgram): ts.Program =>
  'getProgram' in compiled ? compiled.getProgram() : compiled
