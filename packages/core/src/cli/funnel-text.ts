/** The funnel per pack: what it could have seen, down to what it summarised. */
import type { FunnelRow } from '../index.js'

const columns = ['files', 'importing', 'matched', 'units', 'withTransitions'] as const
const titles: Record<(typeof columns)[number], string> = {
  files: 'files',
  importing: 'importing',
  matched: 'recognised',
  units: 'summarised',
  withTransitions: 'with transitions',
}

export function funnelText(rows: readonly FunnelRow[]): string {
  const header = ['pack', ...columns.map(column => titles[column])]
  const cells = rows.map(row => [row.pack, ...columns.map(column => String(row[column]))])
  const widths = header.map((title, at) =>
    Math.max(title.length, ...cells.map(line => line[at]?.length ?? 0)),
  )
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join('  ')
  return `${[header, ...cells].map(line).join('\n')}\n`
}
