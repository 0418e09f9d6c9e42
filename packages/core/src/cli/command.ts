/** What a command is: data for the help and the parser, and the one function that runs it. */
import type { ExitStatus, Terminal } from './terminal.js'

export type Flag =
  | { name: string; type: 'switch'; text: string }
  | { name: string; type: 'value'; placeholder: string; text: string; short?: string; repeatable?: true }

export interface Args {
  readonly positionals: readonly string[]
  has(name: string): boolean
  /** The last one given. */
  value(name: string): string | undefined
  values(name: string): readonly string[]
}

export interface Command {
  name: string
  /** After the name, in the help. */
  operands: string
  summary: string
  flags: readonly Flag[]
  run(args: Args, terminal: Terminal): ExitStatus
}

export const defineCommand = (command: Command): Command => command

/** Every command has these. */
export const sharedFlags: readonly Flag[] = [
  {
    name: 'root',
    type: 'value',
    placeholder: 'DIR',
    text: 'project folder (default: the nearest suss.json or package.json)',
  },
  {
    name: 'types',
    type: 'value',
    placeholder: 'X',
    text: 'who answers type questions: auto, native, classic, off',
  },
  { name: 'no-cache', type: 'switch', text: 'read everything anew and write no cache' },
  { name: 'json', type: 'switch', text: 'JSON on standard output, errors too' },
  { name: 'help', type: 'switch', text: 'show this text' },
]
