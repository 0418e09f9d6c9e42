/** The level of each rule in each configuration (hosts.md 4). */
import type { rules } from './rules/index.js'

type Levels = { [Name in keyof typeof rules as `suss/${Name}`]?: 'error' | 'warn' }

export const recommended = {
  'suss/no-unpaired-client-call': 'error',
  'suss/possible-unpaired-client-call': 'warn',
  'suss/no-misread-response': 'error',
  'suss/possible-misread-response': 'warn',
  'suss/no-contract-violation': 'error',
  'suss/possible-contract-violation': 'warn',
  'suss/no-missing-request-field': 'error',
  'suss/possible-missing-request-field': 'warn',
  'suss/no-unknown-field': 'error',
  'suss/possible-unknown-field': 'warn',
  'suss/handle-provider-cases': 'warn',
  'suss/no-dead-branch': 'warn',
  'suss/no-unknown-export': 'error',
  'suss/message-bus': 'warn',
  'suss/no-unhandled-case': 'warn',
  'suss/no-unread-outcome': 'warn',
} as const satisfies Levels

/** Contains `recommended`. */
export const strict = {
  ...recommended,
  'suss/no-ambiguous-provider': 'warn',
  'suss/cover-scenarios': 'warn',
  'suss/no-unknown-invocation': 'warn',
  'suss/no-unused-field': 'warn',
} as const satisfies Levels

/** Comes on top of either. */
export const gaps = { 'suss/no-unfollowed-call': 'warn', 'suss/info': 'warn' } as const satisfies Levels
