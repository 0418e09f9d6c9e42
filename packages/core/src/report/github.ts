/** GitHub annotations: one workflow command per counted finding (hosts.md 7). */
import type { Severity } from '../ir/index.js'
import { isCounted, type CheckReport } from '../gate/index.js'
import type { PathOptions } from './sarif.js'

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const satisfies Record<Severity, string>

export function githubReport({ findings, run }: CheckReport, { pathOf }: PathOptions): string {
  const lines = [
    ...run.map(({ kind, severity, description, remedy }) => command(severity, { title: kind }, `${description} ${remedy}`)),
    ...findings.filter(isCounted).map(({ kind, severity, description, advice, site, other }) => {
      const place = { file: pathOf(site.workspace, site.file), line: site.lines.start, ...(site.column === undefined ? {} : { col: site.column + 1 }) }
      const seen = other ? `\n${other.side}: ${pathOf(other.workspace, other.file)}:${other.lines.start}` : ''
      return command(severity, { ...place, title: kind }, `${description}${seen}\n${advice}`)
    }),
  ]
  return lines.map(line => `${line}\n`).join('')
}

function command(severity: Severity, properties: Readonly<Record<string, string | number>>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escaped(String(value)).replace(/:/g, '%3A').replace(/,/g, '%2C')}`)
  return `::${commands[severity]} ${list.join(',')}::${escaped(message)}`
}

/** A workflow command is one line. */
const escaped = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
