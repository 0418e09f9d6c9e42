/** What is read of a package.json; one that is broken counts as empty. */
import { isRecord } from '../ir/index.js'
import type { ConfigFiles } from './files.js'

export interface Manifest {
  name: string | null
  /** Of every dependency list. */
  dependencies: ReadonlySet<string>
  /** Globs of member folders. */
  workspaces: readonly string[]
  hasEntry: boolean
}

const lists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Null when there is no such file. */
export function readManifest(path: string, files: ConfigFiles): Manifest | null {
  const text = files.read(path)
  if (text === undefined) return null
  const json = parseObject(text)
  const { name, workspaces } = json
  const globs = isRecord(workspaces) ? workspaces['packages'] : workspaces
  return {
    name: typeof name === 'string' && name !== '' ? name : null,
    dependencies: new Set(lists.flatMap(list => (isRecord(json[list]) ? Object.keys(json[list]) : []))),
    workspaces: Array.isArray(globs) ? globs.filter(glob => typeof glob === 'string') : [],
    hasEntry: ['exports', 'main', 'types'].some(key => json[key] !== undefined),
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
