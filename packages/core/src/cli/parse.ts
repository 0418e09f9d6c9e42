/** Command line to arguments; what is not known names its nearest. */
import { parseArgs } from 'node:util'
import { SussError } from '../ir/index.js'
import { sharedFlags, type Args, type Command, type Flag } from './command.js'
import { nearestName } from './nearest.js'

/** Of a command line, before it is known whether it can be parsed. */
export const wantsJson = (argv: readonly string[]): boolean =>
  argv.some(
    (word, at) =>
      word === '--json' || word === '--reporter=json' || (word === 'json' && argv[at - 1] === '--reporter'),
  )

export function parseCommand(command: Command, argv: readonly string[]): Args {
  const flags = [...command.flags, ...sharedFlags]
  const options = Object.fromEntries(flags.map(flag => [flag.name, optionOf(flag)]))
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = new Map<string, string[]>()
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const flag = flags.find(known => known.name === token.name)
    if (!flag) throw unknownFlag(token.rawName, command, flags)
    given.set(flag.name, [...(given.get(flag.name) ?? []), requireValue(flag, token.value)])
  }
  return {
    positionals,
    has: name => given.has(name),
    value: name => given.get(name)?.at(-1),
    values: name => given.get(name) ?? [],
  }
}

const optionOf = (flag: Flag): { type: 'boolean' | 'string'; short?: string } => {
  if (flag.type === 'switch') return { type: 'boolean' }
  return flag.short ? { type: 'string', short: flag.short } : { type: 'string' }
}

/** A switch takes none, everything else needs one. */
function requireValue(flag: Flag, value: string | undefined): string {
  if (flag.type === 'switch') {
    if (value === undefined) return ''
    throw new SussError(
      'BAD_OPTIONS',
      `--${flag.name} takes no value, but got "${value}"`,
      `Write --${flag.name} alone.`,
    )
  }
  if (value !== undefined && value !== '') return value
  throw new SussError(
    'BAD_OPTIONS',
    `--${flag.name} needs a value`,
    `Write --${flag.name} ${flag.placeholder}.`,
  )
}

function unknownFlag(written: string, command: Command, flags: readonly Flag[]): SussError {
  const nearest = nearestName(
    written.replace(/^-+/, ''),
    flags.map(({ name }) => name),
  )
  return new SussError(
    'BAD_OPTIONS',
    `"suss ${command.name}" has no flag ${written}`,
    `Did you mean --${nearest}?`,
  )
}
