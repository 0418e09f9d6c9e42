/** Whether a project's dependencies are there: without them every answer would be `any`. */
import { join } from 'node:path'
import type { SourceHost } from '../host.js'
import { exists, textOf } from './disk.js'

export function isInstalled(host: SourceHost): boolean {
  const manifest = host.read('package.json') ?? textOf(join(host.root, 'package.json'))
  if (manifest === undefined || !/"(?:dev|peer)?[dD]ependencies"\s*:\s*\{\s*"/.test(manifest)) return true
  return foldersAbove(host.root).some(folder => exists(join(folder, 'node_modules')))
}

export function foldersAbove(folder: string): string[] {
  const above = join(folder, '..')
  return above === folder ? [folder] : [folder, ...foldersAbove(above)]
}
