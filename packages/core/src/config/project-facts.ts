/** What the choice of packs looks at: dependencies of the project, and its files. */
import { dirname, join } from 'node:path'
import { byCodeUnit } from '../ir/index.js'
import type { ConfigFiles } from './files.js'
import { readManifest, type Manifest } from './manifest.js'
import { workspaceOf } from './workspace.js'

export interface ProjectFacts {
  /** Dependency name → the package.json that names it, from the project's root. */
  dependencies: ReadonlyMap<string, string>
  /** From the project's root, sorted. */
  files: readonly string[]
  hasEntry: boolean
}

/** More than any project written by hand; what lies beyond is not looked at. */
const MAX_FILES = 50_000
/** A loop of symbolic links has no end of its own. */
const MAX_DEPTH = 16

const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'coverage', 'out'])

/** A dependency counts if the package that owns a file, or the workspace root, names it. */
export function projectFacts(root: string, files: ConfigFiles): ProjectFacts {
  const present = listFiles(root, files)
  const folders = present
    .filter(file => file === 'package.json' || file.endsWith('/package.json'))
    .map(file => dirname(file))
  const manifests = folders.flatMap(folder => {
    const path = folder === '.' ? 'package.json' : `${folder}/package.json`
    const manifest = readManifest(join(root, path), files)
    return manifest === null ? [] : [{ path, manifest }]
  })
  const workspace = workspaceOf(root, files)
  const above =
    workspace === null || workspace.root === root
      ? null
      : readManifest(join(workspace.root, 'package.json'), files)
  return {
    dependencies: dependenciesOf([
      ...manifests,
      ...(above === null ? [] : [{ path: 'package.json of the workspace', manifest: above }]),
    ]),
    files: present,
    hasEntry: manifests.some(({ path, manifest }) => path === 'package.json' && manifest.hasEntry),
  }
}

function dependenciesOf(manifests: readonly { path: string; manifest: Manifest }[]): Map<string, string> {
  const dependencies = new Map<string, string>()
  for (const { path, manifest } of manifests) {
    for (const name of manifest.dependencies) if (!dependencies.has(name)) dependencies.set(name, path)
  }
  return dependencies
}

function listFiles(root: string, files: ConfigFiles): string[] {
  const found: string[] = []
  let folders = ['']
  for (let depth = 0; depth < MAX_DEPTH && folders.length > 0 && found.length < MAX_FILES; depth++) {
    const next: string[] = []
    for (const folder of folders) {
      for (const name of files.list(join(root, folder))) {
        const path = folder === '' ? name : `${folder}/${name}`
        if (files.isFile(join(root, path))) found.push(path)
        else if (isWalked(name)) next.push(path)
      }
    }
    folders = next
  }
  return found.sort(byCodeUnit)
}

/** Hidden folders hold tools, not the project, except the one of Storybook and the output of the CDK. */
const isWalked = (name: string): boolean =>
  !skipped.has(name) && (!name.startsWith('.') || name === '.storybook')
