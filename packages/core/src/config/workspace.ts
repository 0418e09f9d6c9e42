/** The workspace a project belongs to: where it starts and which folders are members. */
import { join, relative, sep } from 'node:path'
import picomatch from 'picomatch'
import { parse as parseYaml } from 'yaml'
import { byCodeUnit, isRecord } from '../ir/index.js'
import type { ConfigFiles } from './files.js'
import { withParents } from './find-root.js'
import { readManifest } from './manifest.js'

export interface Workspace {
  /** Absolute. */
  root: string
  /** Folders with a package.json, from the root, sorted; the root itself is not one of them. */
  folders: readonly string[]
}

/** A member folder lies no deeper than this below the root. */
const MAX_DEPTH = 8

/** Null for a project that stands alone. */
export function workspaceOf(root: string, files: ConfigFiles): Workspace | null {
  for (const folder of withParents(root)) {
    const globs = memberGlobs(folder, files)
    if (globs.length === 0) continue
    const folders = memberFolders(folder, globs, files)
    if (folder === root || folders.includes(slashed(relative(folder, root)))) return { root: folder, folders }
  }
  return null
}

function memberGlobs(folder: string, files: ConfigFiles): readonly string[] {
  const pnpm = files.read(join(folder, 'pnpm-workspace.yaml'))
  const own = pnpm === undefined ? [] : packagesOf(pnpm)
  return own.length > 0 ? own : (readManifest(join(folder, 'package.json'), files)?.workspaces ?? [])
}

function packagesOf(text: string): string[] {
  try {
    const yaml: unknown = parseYaml(text)
    const packages = isRecord(yaml) ? yaml['packages'] : undefined
    return Array.isArray(packages) ? packages.filter(glob => typeof glob === 'string') : []
  } catch {
    return []
  }
}

function memberFolders(root: string, globs: readonly string[], files: ConfigFiles): string[] {
  const tidy = globs.map(glob => glob.replace(/^(!?)\.\//, '$1').replace(/\/+$/, ''))
  const wanted = tidy.filter(glob => !glob.startsWith('!'))
  const isMember = picomatch(wanted, {
    ignore: tidy.filter(glob => glob.startsWith('!')).map(glob => glob.slice(1)),
  })
  const depth = wanted.some(glob => glob.includes('**'))
    ? MAX_DEPTH
    : Math.max(0, ...wanted.map(glob => glob.split('/').length))
  return subFolders(root, '', depth, files)
    .filter(folder => isMember(folder) && files.isFile(join(root, folder, 'package.json')))
    .sort(byCodeUnit)
}

function subFolders(root: string, folder: string, depth: number, files: ConfigFiles): string[] {
  if (depth === 0) return []
  return files
    .list(join(root, folder))
    .filter(
      name => name !== 'node_modules' && !name.startsWith('.') && !files.isFile(join(root, folder, name)),
    )
    .flatMap(name => {
      const inner = folder === '' ? name : `${folder}/${name}`
      return [inner, ...subFolders(root, inner, depth - 1, files)]
    })
}

const slashed = (path: string): string => path.split(sep).join('/')
