/** How configuration reaches files; the real one is in `program`. */

export interface ConfigFiles {
  /** Undefined when there is no such file. */
  read(path: string): string | undefined
  /** Names in a folder, in any order; empty when there is no such folder. */
  list(folder: string): readonly string[]
  isFile(path: string): boolean
}
