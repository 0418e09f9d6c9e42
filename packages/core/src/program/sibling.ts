/** Whether an import means a package of the workspace, or what the registry installs under its name. */
import { posix } from 'node:path'
import semver from 'semver'
import { isRecord } from '../ir/index.js'

/** What is known of the sibling: its folder in the form of `Importer.folder`, and its manifest. */
export interface Sibling {
  name: string
  folder: string
  version: unknown
}

/** A manifest at or above the importing file, and its folder, "/"-separated. */
export interface Importer {
  folder: string
  manifest: Record<string, unknown>
}

/**
 * By the first of the importers that depends on the name, from the file upwards.
 * Nobody depends on it: installers link a workspace's own packages.
 * `installed` says where `node_modules` leads: true to the sibling, false elsewhere, null without an installation.
 */
export function meansSibling(sibling: Sibling, importers: readonly Importer[], installed: () => boolean | null): boolean {
  for (const { folder, manifest } of importers) {
    const range = rangeOf(manifest, sibling.name)
    if (range === null) continue
    const protocol = /^(workspace|link|file|portal):(.*)$/.exec(range)
    if (protocol?.[1] === 'workspace') return true
    if (protocol) return posix.join(folder, protocol[2] ?? '') === sibling.folder
    return installed() ?? satisfies(sibling.version, range)
  }
  return installed() ?? true
}

/** `@s/p/sub` is a path of `@s/p`. */
export function packageNameOf(specifier: string): string {
  const [first = '', second] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second ?? ''}` : first
}

const fields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

function rangeOf(manifest: Record<string, unknown>, name: string): string | null {
  for (const field of fields) {
    const listed = manifest[field]
    if (isRecord(listed) && typeof listed[name] === 'string') return listed[name].trim()
  }
  return null
}

/** A tag, an address or a catalog names something that only an installation knows. */
function satisfies(version: unknown, range: string): boolean {
  if (semver.validRange(range) === null) return false
  return range === '' || range === '*' || (typeof version === 'string' && semver.satisfies(version, range, { loose: true }))
}
