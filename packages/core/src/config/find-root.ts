/** The folder of the project a working folder belongs to. */
import { dirname, join } from 'node:path'
import type { ConfigFiles } from './files.js'
import { CONFIG_FILE } from './load-config.js'

/** The nearest folder with a suss.json, else the nearest with a package.json, else the folder itself. */
export function findRoot(cwd: string, files: ConfigFiles): string {
  const folders = withParents(cwd)
  const holding = (name: string): string | undefined =>
    folders.find(folder => files.isFile(join(folder, name)))
  return holding(CONFIG_FILE) ?? holding('package.json') ?? cwd
}

/** The folder and all above it, innermost first. */
export function withParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...withParents(parent)]
}
