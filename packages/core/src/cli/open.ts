/** The project a command is about, from its flags and the working folder. */
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SussConfig } from '../config/index.js'
import { findRoot, openProject, type OpenOptions, type Project } from '../index.js'
import { SussError } from '../ir/index.js'
import type { Args } from './command.js'
import { nearestName } from './nearest.js'
import type { Terminal } from './terminal.js'

const oracles = ['auto', 'native', 'classic', 'off'] as const

export interface OpenFor {
  folder?: string | null
  config?: Partial<SussConfig>
}

export function openFor(args: Args, terminal: Terminal, { folder, config }: OpenFor = {}): Project {
  const types = requireTypes(args.value('types'))
  const options: OpenOptions = {
    root: folder ?? rootFor(args, terminal),
    ...(config && { config }),
    ...(types && { types }),
    ...(args.has('no-cache') && { cache: false }),
  }
  return openProject(options)
}

/** A named folder is the project itself; without one it is looked for upwards. */
function rootFor(args: Args, { cwd }: Terminal): string {
  const named = args.value('root')
  return named === undefined ? findRoot(cwd) : requireFolder(resolve(cwd, named), named)
}

function requireFolder(folder: string, named: string): string {
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder
  throw new SussError('BAD_OPTIONS', `${named} is not a folder`, 'Name the folder of a project.')
}

function requireTypes(given: string | undefined): (typeof oracles)[number] | undefined {
  if (given === undefined) return undefined
  const known = oracles.find(name => name === given)
  if (known) return known
  const nearest = nearestName(given, oracles)
  throw new SussError('BAD_OPTIONS', `--types knows no "${given}"`, `Did you mean "${nearest}"?`)
}
