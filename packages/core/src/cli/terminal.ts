/** Where a command runs and what it writes to; a test hands in its own. */

export interface Terminal {
  cwd: string
  /** Only on a terminal that shows colours. */
  color: boolean
  out(text: string): void
  err(text: string): void
}

/** 0: done or nothing counted; 1: something counted, or the work failed; 2: wrong use (checking.md 19). */
export type ExitStatus = 0 | 1 | 2
