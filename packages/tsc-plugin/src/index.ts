/** suss as a program transformer: `{ "transform": "@suss/tsc-plugin" }` for ts-patch, or in `program.emit`. */
import type { SussConfig } from '@suss/core'
import type ts from 'typescript'
import { checkProgram, type Checked } from './check-program.js'
import type { TypeScript } from './compiler.js'

/** What a patched compiler hands over; whoever calls `program.emit` hands over the same. */
export interface Extras {
  /** The namespace that made the program. */
  ts: TypeScript
  addDiagnostic(diagnostic: ts.Diagnostic): unknown
}

/** What a patched compiler itself reads in an entry of `compilerOptions.plugins`. */
const patchKeys = [
  'transform',
  'name',
  'type',
  'import',
  'after',
  'afterDeclarations',
  'transformProgram',
  'isEsm',
  'resolvePathAliases',
  'tsConfig',
] as const

/** An entry of `compilerOptions.plugins`: every key of suss.json, beside those of the patched compiler. */
export type PluginConfig = Partial<SussConfig> & { [key in (typeof patchKeys)[number]]?: unknown }

/** An incremental build emits file by file: one program is checked once and its asset written once. */
const done = new WeakSet<ts.Program>()

/** Changes no file: the emit is the occasion to check the program and to write its asset. */
export default function sussTransformer(
  program: ts.Program,
  config: PluginConfig | undefined,
  { ts, addDiagnostic }: Extras,
): ts.TransformerFactory<ts.SourceFile> {
  return context => {
    if (!done.has(program)) {
      done.add(program)
      const checked = checkProgram({ ts, program, config: configOf(config) })
      for (const diagnostic of checked.diagnostics) addDiagnostic(diagnostic)
      writeAsset(checked, { ts, context })
    }
    return file => file
  }
}

function configOf(config: PluginConfig = {}): Partial<SussConfig> {
  const rest = { ...config }
  for (const key of patchKeys) delete rest[key]
  return rest
}

/** Where this emit writes, which need not be the disk; the compiler keeps it out of its declarations. */
interface Emitting {
  getEmitHost?(): { writeFile: ts.WriteFileCallback }
}

function writeAsset(
  { asset }: Checked,
  { ts, context }: { ts: TypeScript; context: ts.TransformationContext & Emitting },
): void {
  if (!asset) return
  const write = context.getEmitHost?.().writeFile ?? ts.sys.writeFile
  write(asset.file, asset.text, false)
}
