/** The table of commands, in the order of the help. */
import { check } from './check.js'
import type { Command } from './command.js'
import { extract } from './extract.js'
import { inspect } from './inspect.js'
import { reserved } from './reserved.js'

export const commands: readonly Command[] = [check, extract, inspect, ...reserved]
