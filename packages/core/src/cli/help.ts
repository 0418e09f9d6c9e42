/** The help texts, made from the table of commands. */
import { sharedFlags, type Command, type Flag } from './command.js'

export function generalHelp(commands: readonly Command[]): string {
  const rows = commands.map(
    ({ name, operands, summary }) => [`suss ${[name, operands].filter(Boolean).join(' ')}`, summary] as const,
  )
  return `${['Derives what your code does, and says where two sides of a boundary cannot both be right.', '', ...table(rows), '', '"suss COMMAND --help" lists the flags of a command.'].join('\n')}\n`
}

export function commandHelp({ name, operands, summary, flags }: Command): string {
  const rows = [...flags, ...sharedFlags].map(flag => [flagText(flag), flag.text] as const)
  return `${[`suss ${[name, operands].filter(Boolean).join(' ')}`, '', summary, '', ...table(rows)].join('\n')}\n`
}

function flagText(flag: Flag): string {
  if (flag.type === 'switch') return `--${flag.name}`
  return `${flag.short ? `-${flag.short}, ` : ''}--${flag.name} ${flag.placeholder}`
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
