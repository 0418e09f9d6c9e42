/** One command line from its words to its exit status. */
import { debuglog } from 'node:util'
import { SussError } from '../ir/index.js'
import type { Command } from './command.js'
import { commands } from './commands.js'
import { commandHelp, generalHelp } from './help.js'
import { nearestName } from './nearest.js'
import { parseCommand, wantsJson } from './parse.js'
import type { ExitStatus, Terminal } from './terminal.js'

/** `NODE_DEBUG=suss` shows where an unexpected failure came from. */
const debug = debuglog('suss')

export function run(argv: readonly string[], terminal: Terminal): ExitStatus {
  try {
    return dispatch(argv, terminal)
  } catch (error) {
    debug('%s', error instanceof Error ? error.stack : error)
    return refuse(error, wantsJson(argv), terminal)
  }
}

function dispatch([name, ...rest]: readonly string[], terminal: Terminal): ExitStatus {
  if (name === undefined || name === '--help' || name === 'help') {
    terminal.out(generalHelp(commands))
    return 0
  }
  const command = requireCommand(name)
  const args = parseCommand(command, rest)
  if (!args.has('help')) return command.run(args, terminal)
  terminal.out(commandHelp(command))
  return 0
}

function requireCommand(name: string): Command {
  const command = commands.find(known => known.name === name)
  if (command) return command
  const nearest = nearestName(
    name,
    commands.map(known => known.name),
  )
  throw new SussError('BAD_OPTIONS', `unknown command "${name}"`, `Did you mean "suss ${nearest}"?`)
}

/** One line with the remedy, or the same as JSON; never a stack trace. */
function refuse(error: unknown, asJson: boolean, terminal: Terminal): ExitStatus {
  const { code, message, remedy, status } = describe(error)
  if (asJson) terminal.out(`${JSON.stringify({ error: { code, message, remedy } }, null, 2)}\n`)
  else terminal.err(`suss: ${[message, remedy].filter(Boolean).join('. ')}\n`)
  return status
}

interface Refusal {
  code: string
  message: string
  remedy: string | null
  status: ExitStatus
}

function describe(error: unknown): Refusal {
  if (error instanceof SussError) {
    const { code, message, remedy } = error
    // input that cannot be read is failed work; everything else is wrong use
    return { code, message: message.replace(/\.$/, ''), remedy, status: code === 'BAD_INPUT' ? 1 : 2 }
  }
  const message = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
  const remedy = 'This is a fault in suss: please report it with the output of NODE_DEBUG=suss.'
  return { code: 'INTERNAL', message, remedy, status: 1 }
}
