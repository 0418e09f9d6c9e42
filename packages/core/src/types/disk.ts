/** What is looked up on disk without loading a TypeScript for it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export const exists = (path: string): boolean => existsSync(path)

export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
