/** Names that are kept for what is to come; using one says so. */
import { SussError } from '../ir/index.js'
import { defineCommand, type Command } from './command.js'

const planned: Record<string, string> = {
  init: 'writes suss.json for this project',
  baseline: 'records the findings of today as accepted',
  signatures: 'extracts, compares and cites signature facts',
  ask: 'answers questions over the summaries',
  map: 'draws the graph of boundaries',
  corroborate: 'runs what the summaries claim',
  mcp: 'serves the summaries to a coding assistant',
}

export const reserved: readonly Command[] = Object.entries(planned).map(([name, summary]) =>
  defineCommand({
    name,
    operands: '',
    summary: `not available yet: ${summary}`,
    flags: [],
    run() {
      throw new SussError(
        'NOT_AVAILABLE',
        `"suss ${name}" is not available yet`,
        'See "suss --help" for what is.',
      )
    },
  }),
)
