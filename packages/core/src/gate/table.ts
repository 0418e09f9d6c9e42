/** The catalogue: severity, text and advice of every finding kind and form. Checks return facts only. */
import type { BoundaryAspect, FindingKind, Severity } from '../ir/index.js'

export type Side = 'provider' | 'consumer'

export interface FormInfo {
  /** The default; a check may state a lower one where the catalogue says E/W. */
  severity: Severity | 'off'
  aspect?: BoundaryAspect
  message: string
}

export interface KindInfo {
  /** The side hosts show the finding on. */
  shown: Side
  advice: string
  forms: Readonly<Record<string, FormInfo>>
}

const sent = (message: string): FormInfo => ({ severity: 'error', aspect: 'send', message })
const read = (severity: Severity, message: string): FormInfo => ({ severity, aspect: 'read', message })
const warning = (message: string): FormInfo => ({ severity: 'warning', message })
const info = (message: string): FormInfo => ({ severity: 'info', message })

const requires = sent('{b} requires {place} "{field}"; {c} does not send it')
const unjudged = info('{what} of {b} was not judged between {p} and {c} ({reason})')
const serves = warning('{c} uses {b}, which {services} serve; nothing says which, so it was not checked')

export const findingTable = {
  unhandledProviderCase: {
    shown: 'consumer',
    advice: 'Add a branch for it.',
    forms: {
      status: warning('{p} answers {status} on {b}; {c} has no branch for it'),
      range: warning('{p} declares {range} on {b}; {c} handles no status in it'),
      successThrows: warning('{p} answers {status} on success of {b}; {c} treats it as a failure'),
      case: warning(
        '{p} answers {status} on {b} in {count} ways; {c} never looks at "{field}", which marks this one ({value})',
      ),
    },
  },
  misreadProviderResponse: {
    shown: 'consumer',
    advice: 'Fix the read, or send what it needs.',
    forms: {
      field: read('error', '{c} reads "{field}"; no {statuses} body of {b} has it'),
      bodyless: read('error', '{c} reads a body; {statuses} of {b} never carries one'),
      kind: read('error', '{c} uses the {statuses} body of {b} as {expected}; {p} sends {actual}'),
      someStatuses: read('warning', '{c} reads "{field}"; {b} has it under {present}, not under {absent}'),
      fallback: read(
        'warning',
        '{c} reads "{field}" or else another value; no {statuses} body of {b} has it, so it is always the other',
      ),
      parsed: read(
        'error',
        '{c} parses the {statuses} body of {b} with a schema that wants "{field}" as {expected}; {p} sends {actual}',
      ),
    },
  },
  deadConsumerBranch: {
    shown: 'consumer',
    advice: 'Remove the branch, or send the status.',
    forms: {
      status: warning('{c} tests for {statuses}; {b} never answers so'),
      value: read('warning', '{c} compares "{field}" of {b} with {values}; it is {known}'),
    },
  },
  providerContractViolation: {
    shown: 'provider',
    advice: 'Change the contract or the handler.',
    forms: {
      undeclaredStatus: {
        severity: 'error',
        message: '{p} answers {status} on {b}; the contract does not declare it',
      },
      neverProduced: {
        severity: 'error',
        message: 'The contract of {b} declares {status}; no path of {p} answers so',
      },
      body: sent('{p} answers {status} on {b} with "{field}" as {actual}; the contract says {expected}'),
      bodySome: {
        severity: 'warning',
        aspect: 'send',
        message: '{p} may answer {status} on {b} with "{field}" as {actual}; the contract says {expected}',
      },
    },
  },
  consumerContractViolation: {
    shown: 'consumer',
    advice: 'Follow the contract, or change it.',
    forms: {
      undeclaredStatus: warning('{c} tests for {status}; the contract of {b} does not declare it'),
      unhandledStatus: warning('The contract of {b} declares {status}; {c} has no branch for it'),
      range: warning('The contract of {b} declares {status}; {c} has no branch for it'),
      field: read('warning', '{c} reads "{field}"; the contract of {b} does not declare it for {statuses}'),
      optional: read('info', '{c} reads "{field}" of {b} without a test; it may be {state}'),
      declaredBody: read(
        'warning',
        '{c} types the {statuses} body of {b} with "{field}"; {p} does not send it',
      ),
    },
  },
  contractDisagreement: {
    shown: 'provider',
    advice: 'Decide which document is current.',
    forms: {
      status: warning('Contracts of {b} disagree on {status}: declared by {with}, not by {without}'),
      body: warning('Contracts of {b} disagree on {what}: {actual}, {expected}'),
      graphql: warning('Contracts of {b} disagree on {what}: {actual}, {expected}'),
    },
  },
  contractOperationUnimplemented: {
    shown: 'provider',
    advice: 'Implement it, remove it, or add its service to the run.',
    forms: {
      rest: warning('The contract declares {b}; nothing in the run serves it'),
      graphql: warning('The contract declares {b}; nothing in the run serves it'),
    },
  },
  restMethodOnUnknownPath: {
    shown: 'consumer',
    advice: 'Fix the call, or add the route.',
    forms: {
      method: { severity: 'error', message: '{c} sends {b}; that path is served for {served} only' },
      path: warning('{c} sends {b}; no route has that path'),
    },
  },
  uncalledRoutes: {
    shown: 'provider',
    advice: 'Remove it, or list it under "calledFromOutside" in suss.json.',
    forms: { rest: { severity: 'off', message: 'No call in the run reaches {b}' } },
  },
  authPolicyMismatch: {
    shown: 'consumer',
    advice: 'Send the credentials.',
    forms: { missing: sent('{b} needs {schemes}; {c} sends none') },
  },
  boundaryFieldRequired: {
    shown: 'consumer',
    advice: 'Send it, or make it optional.',
    forms: { body: requires, query: requires, header: requires, path: requires, graphqlArgument: requires },
  },
  boundaryConstraintViolation: {
    shown: 'consumer',
    advice: 'Send an accepted value.',
    forms: {
      request: sent('{c} sends {place} "{field}" = {value} to {b}, which accepts {expected}'),
      graphqlEnum: sent('{c} sends {place} "{field}" = {value} to {b}, which accepts {expected}'),
    },
  },
  boundaryShapeMismatch: {
    shown: 'consumer',
    advice: 'Use the type the other side states.',
    forms: {
      request: sent('{c} sends "{field}" as {actual} to {b}, which accepts {expected}'),
      metric: read('error', '{c} compares {b} with one number; it is a histogram'),
    },
  },
  boundaryFieldUnknown: {
    shown: 'consumer',
    advice: 'Fix the name, or declare it on the other side.',
    forms: {
      storage: { severity: 'error', message: '{c} {verb} "{field}" of {b}, which declares no such field' },
      config: read('error', '{c} reads {field}; {b} does not set it'),
      graphql: read('error', '{c} selects "{field}" of {b}, which has no such field'),
      graphqlArgument: sent('{c} passes "{field}" to {b}, which takes no such argument'),
      request: sent('{c} sends "{field}" to {b}, which {verb} unknown fields'),
      message: {
        severity: 'warning',
        aspect: 'receive',
        message: '{c} reads "{field}" of messages on {b}; no sender sets it',
      },
      story: {
        severity: 'warning',
        aspect: 'construct',
        message: '{c} sets "{field}"; {p} takes no such prop',
      },
    },
  },
  boundaryFieldUnused: {
    shown: 'provider',
    advice: 'Remove it, or add its reader to the run.',
    forms: {
      field: warning('Nothing in the run reads or writes "{field}" of {b}'),
      writeOnly: read('warning', '"{field}" of {b} is written and never read'),
      config: warning('{b} sets {field}; nothing it runs reads it'),
      unjudged: info('Variables of {b} were not judged: the run holds no environment read'),
    },
  },
  boundarySelectorMismatch: {
    shown: 'consumer',
    advice: 'Query by a key, or add an index.',
    forms: {
      column: {
        severity: 'error',
        aspect: 'selector',
        message: '{c} looks up {b} by "{field}"; it is found by {keys} only',
      },
    },
  },
  graphqlUnknownFragment: {
    shown: 'consumer',
    advice: 'Add the fragment to the document.',
    forms: {
      spread: {
        severity: 'error',
        message: '{c} spreads fragment "{field}", which the document does not define',
      },
    },
  },
  ambiguousProvider: {
    shown: 'consumer',
    advice: 'Map the host to a service under "hosts" in suss.json, or sharpen the name.',
    forms: { rest: serves, graphql: serves, storage: serves, message: serves },
  },
  scenarioCoverageGap: {
    shown: 'provider',
    advice: 'Add a story.',
    forms: { prop: warning('{p} branches on "{field}"; no story sets it') },
  },
  messageBusProducerOrphan: {
    shown: 'consumer',
    advice: 'Add the handler or its deploy file, or fix the name.',
    forms: {
      channel: {
        severity: 'warning',
        aspect: 'send',
        message: '{c} sends to {b}; nothing in the run handles it',
      },
    },
  },
  messageBusConsumerOrphan: {
    shown: 'consumer',
    advice: 'Add the sender, or remove the handler.',
    forms: {
      channel: {
        severity: 'warning',
        aspect: 'receive',
        message: '{c} handles {b}; nothing in the run sends to it',
      },
    },
  },
  messageBusUnused: {
    shown: 'provider',
    advice: 'Remove it.',
    forms: { channel: warning('{b} is declared and not used') },
  },
  messageBusConsumerDisabled: {
    shown: 'provider',
    advice: 'Switch it on, or remove it.',
    forms: { subscription: info('The subscription of {p} to {b} is switched off') },
  },
  repeatUnsafeConsumer: {
    shown: 'consumer',
    advice: 'Send an idempotency key.',
    forms: { post: warning('{c} may run twice for one message on {b} and sends {call} each time') },
  },
  unitInvocationTargetUnknown: {
    shown: 'consumer',
    advice: 'Fix the name.',
    forms: { target: warning('{c} invokes {b}, which nothing in the run declares') },
  },
  packageExportUnknown: {
    shown: 'consumer',
    advice: 'Export it, or fix the import.',
    forms: {
      name: { severity: 'error', message: '{c} calls {b}; {package} exports no {field}' },
      subpath: { severity: 'error', message: '{c} calls {b}; {package} exports no {field}' },
    },
  },
  runtimeScopeUnknown: {
    shown: 'provider',
    advice: 'Declare the code scope or the deployed unit.',
    forms: {
      runtime: info('{p} has no code scope'),
      file: info('{runtimes} all claim {file}; its reads were not checked'),
    },
  },
  lowConfidence: {
    shown: 'provider',
    advice: 'See the page of the reason.',
    forms: {
      status: unjudged,
      body: unjudged,
      read: unjudged,
      case: unjudged,
      contract: unjudged,
      request: unjudged,
      orphan: unjudged,
      fragment: unjudged,
      gap: unjudged,
    },
  },
  unsupportedSemantics: {
    shown: 'provider',
    advice: 'Name the channel outright.',
    forms: { filter: info('{p} subscribes through a filter that is not read ({reason})') },
  },
} as const satisfies Record<FindingKind, KindInfo>

type Table = typeof findingTable

/** A kind together with one of its own forms. */
export type KindAndForm = {
  [K in FindingKind]: { kind: K; form: keyof Table[K]['forms'] & string }
}[FindingKind]

export const kindInfo = (kind: FindingKind): KindInfo => findingTable[kind]

export function formInfo(kind: FindingKind, form: string): FormInfo {
  const found = kindInfo(kind).forms[form]
  if (!found) throw new TypeError(`${kind} has no form ${form}`)
  return found
}

export const isForm = (kind: FindingKind, form: string): boolean => Object.hasOwn(kindInfo(kind).forms, form)

/** Kinds in catalogue order. */
export const kindOrder = Object.keys(findingTable) as FindingKind[]
