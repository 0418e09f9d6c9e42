/** How the core reaches files: everything below `program` sees only this. */

export type Resolution =
  | { type: 'project'; file: string }
  | { type: 'package'; name: string; subpath: string; root: string }
  | { type: 'builtin'; name: string }
  | { type: 'missing' }

export interface SourceHost {
  /** Absolute folder of the project; never reaches the output. */
  readonly root: string
  /** Name of the project in its package.json; null without one. */
  readonly workspace: string | null
  /** Project files, "/"-separated, relative to `root`, sorted. */
  files(): readonly string[]
  /** Text of a file by its path from `root`; undefined when there is none. */
  read(file: string): string | undefined
  /** What an import specifier written in `from` leads to. */
  resolve(specifier: string, from: string): Resolution
  /** The ts.Program (and its `ts` namespace) a tsc or typed-lint host already has. */
  readonly program?: { ts: unknown; program: unknown }
}
