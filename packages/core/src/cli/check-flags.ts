/** The flags of `suss check`, from words to what the gate takes (checking.md 16, 18, 19). */
import { resolve } from 'node:path'
import type { CheckFlags } from '../check/index.js'
import type { SussConfig } from '../config/index.js'
import { SussError } from '../ir/index.js'
import type { Args, Flag } from './command.js'
import { nearestName } from './nearest.js'

export const checkFlags: readonly Flag[] = [
  { name: 'reporter', type: 'value', placeholder: 'NAME', repeatable: true, text: 'text (default), json, sarif, github' },
  {
    name: 'output-file',
    type: 'value',
    placeholder: '[NAME=]PATH',
    repeatable: true,
    text: 'write a report to a file instead of printing it',
  },
  {
    name: 'explain',
    type: 'switch',
    text: 'say per pack how many files and units it saw, on standard error',
  },
  { name: 'all', type: 'switch', text: 'print everything, also below --fail-on, marked or in the baseline' },
  { name: 'fail-on', type: 'value', placeholder: 'LEVEL', text: 'error (default), warning, info, none' },
  {
    name: 'fail-on-unpaired',
    type: 'value',
    placeholder: 'N',
    text: 'fail when more than N, or N%, of the consumers are unpaired',
  },
  { name: 'fail-on-unreadable', type: 'switch', text: 'fail when a given file is no summary file' },
  {
    name: 'fail-on-unused-suppressions',
    type: 'switch',
    text: 'fail when a rule or a baseline entry matches nothing',
  },
  { name: 'allow-empty', type: 'switch', text: 'no failure when nothing was extracted or paired' },
  {
    name: 'at',
    type: 'value',
    placeholder: 'TARGET',
    text: 'only what touches a unit, FILE, FILE:LINE or boundary',
  },
  {
    name: 'since',
    type: 'value',
    placeholder: 'FILE',
    text: 'only what an earlier JSON report, or folder of summaries, did not have',
  },
  {
    name: 'sussignore',
    type: 'value',
    placeholder: 'FILE',
    text: 'the suppression rules (default: .sussignore.yml)',
  },
  { name: 'no-suppressions', type: 'switch', text: 'skip the suppression rules' },
  {
    name: 'baseline',
    type: 'value',
    placeholder: 'FILE',
    text: 'the findings accepted so far (default: .suss/baseline.json)',
  },
  { name: 'no-baseline', type: 'switch', text: 'skip the baseline' },
]

const levels = ['error', 'warning', 'info', 'none'] as const

export function readCheckFlags(args: Args): Omit<CheckFlags, 'since'> {
  const failOn = requireLevel(args.value('fail-on'))
  const failOnUnpaired = requireLimit(args.value('fail-on-unpaired'))
  const at = args.value('at')
  refuseBoth(args, 'at', 'since')
  return {
    ...(failOn && { failOn }),
    ...(failOnUnpaired && { failOnUnpaired }),
    ...(at && { at }),
    failOnUnreadable: args.has('fail-on-unreadable'),
    failOnUnusedSuppressions: args.has('fail-on-unused-suppressions'),
    allowEmpty: args.has('allow-empty'),
    noSuppressions: args.has('no-suppressions'),
    noBaseline: args.has('no-baseline'),
  }
}

/** Files named by flags win over those of suss.json. */
export function readFileFlags(args: Args, cwd: string): Pick<SussConfig, 'suppressions' | 'baseline'> {
  const suppressions = args.value('sussignore')
  const baseline = args.value('baseline')
  refuseBoth(args, 'sussignore', 'no-suppressions')
  refuseBoth(args, 'baseline', 'no-baseline')
  return {
    ...(suppressions !== undefined && { suppressions: resolve(cwd, suppressions) }),
    ...(baseline !== undefined && { baseline: resolve(cwd, baseline) }),
  }
}

function requireLevel(given: string | undefined): (typeof levels)[number] | undefined {
  if (given === undefined) return undefined
  const level = levels.find(known => known === given)
  if (level) return level
  throw new SussError(
    'BAD_OPTIONS',
    `--fail-on knows no "${given}"`,
    `Did you mean "${nearestName(given, levels)}"?`,
  )
}

function requireLimit(given: string | undefined): string | undefined {
  if (given === undefined || /^\d+(\.\d+)?%?$/.test(given)) return given
  throw new SussError(
    'BAD_OPTIONS',
    `--fail-on-unpaired ${given} is no number`,
    'Write a number, or a share such as 50%.',
  )
}

function refuseBoth(args: Args, one: string, other: string): void {
  if (args.has(one) && args.has(other))
    throw new SussError('BAD_OPTIONS', `--${one} and --${other} exclude each other`, 'Leave one out.')
}
