/** Summaries of test units: the least that says what a case is about. */
import { canonicalJson } from '../../ir/index.js'
import type {
  BehavioralSummary,
  CodeUnitKind,
  ConfidenceInfo,
  ConfigFacts,
  Effect,
  Gap,
  HttpFacts,
  HttpTransitionFacts,
  InteractionOf,
  Output,
  Place,
  Predicate,
  Read,
  Semantics,
  SemanticsOf,
  StorageFacts,
  Transition,
  TypeShape,
  WrapperRef,
} from '../../ir/index.js'

export interface UnitOptions {
  id?: string
  workspace?: string
  file?: string
  http?: HttpFacts
  gaps?: Partial<Gap>[]
  refs?: WrapperRef[]
  source?: ConfidenceInfo['source']
  kind?: CodeUnitKind
  host?: string
  optionalFormat?: boolean
  metadata?: Record<string, unknown>
  recognition?: string
  line?: number
}

export interface Path {
  when?: Predicate[]
  isDefault?: boolean
  http?: HttpTransitionFacts
  metadata?: Record<string, unknown>
  place?: Place
}

export interface AnswerPath extends Path {
  status: number | null
  body?: TypeShape | null
}

export interface ClientPath extends Path {
  throws?: true
  expects?: TypeShape
}

export const at = (line: number, column = 0, extra: Partial<Place> = {}): Place => ({
  start: line * 100 + column,
  end: line * 100 + column + 5,
  line,
  column,
  ...extra,
})

export const read = (path: string, extra: Partial<Read> = {}): Read => ({
  path: path.split('.'),
  place: at(10, 4),
  ...extra,
})

const gap = (partial: Partial<Gap>): Gap => ({
  type: 'unreadOutcome',
  conditions: [],
  consequence: 'unknown',
  description: 'a return was not read',
  ...partial,
})

export function unit(
  kind: CodeUnitKind,
  name: string,
  semantics: Semantics | null,
  transitions: Transition[],
  options: UnitOptions = {},
): BehavioralSummary {
  const {
    workspace,
    file = `src/${name.replace(/\W+/g, '-')}.ts`,
    http,
    gaps = [],
    refs,
    source = 'inferred_static',
    metadata = {},
    line = 1,
  } = options
  const id = options.id ?? `${workspace ? `${workspace}:` : ''}${file}::${name}`
  return {
    schemaVersion: 6,
    kind,
    location: {
      file,
      range: { start: line, end: line + 20 },
      exportName: name,
      ...(workspace ? { workspace } : {}),
    },
    identity: {
      id,
      name,
      exportPath: [name],
      boundaryBinding: semantics && {
        transport: 'http',
        semantics,
        recognition: options.recognition ?? 'test',
      },
    },
    inputs: [],
    transitions,
    gaps: gaps.map(gap),
    confidence: { source, level: 'high' },
    metadata: { ...metadata, ...(http ? { http } : {}), ...(refs ? { wrappers: { refs } } : {}) },
  }
}

export function transition(
  id: string,
  output: Output,
  path: Path & { expects?: TypeShape } = {},
): Transition {
  const { when = [], isDefault = when.length === 0, http, metadata = {}, place, expects } = path
  return {
    id,
    conditions: when,
    output,
    effects: [],
    location: { start: 5, end: 6 },
    isDefault,
    ...(expects ? { expectedInput: expects } : {}),
    metadata: { ...metadata, ...(http ? { http } : {}), ...(place ? { place } : {}) },
  }
}

const restOf = (route: string, { host, optionalFormat }: UnitOptions): Semantics => {
  const [method = '', path = ''] = route.split(' ')
  return {
    name: 'rest',
    method: method === '?' ? null : method,
    path: path === '?' ? null : path,
    ...(host === undefined ? {} : { host }),
    ...(optionalFormat ? { optionalFormat } : {}),
  }
}

export const answer = ({ status, body = null, ...path }: AnswerPath, index = 0): Transition =>
  transition(
    `p:response:${status ?? 'dyn'}:${index}`,
    {
      type: 'response',
      statusCode:
        status === null ? { type: 'unresolved', sourceText: 'code' } : { type: 'literal', value: status },
      body,
      headers: {},
    },
    path,
  )

export const throwing = (
  type: string | null,
  extra: Partial<Extract<Output, { type: 'throw' }>> = {},
  path: Path = {},
): Transition =>
  transition(
    `p:throw:${type ?? 'any'}`,
    { type: 'throw', exceptionType: type, message: null, ...extra },
    path,
  )

/** A code provider of a route. */
export const provider = (
  route: string,
  answers: readonly (AnswerPath | Transition)[] = [{ status: 200 }],
  options: UnitOptions = {},
): BehavioralSummary =>
  unit(
    options.kind ?? 'handler',
    route,
    restOf(route, options),
    answers.map((each, i) => ('output' in each ? each : answer(each, i))),
    options,
  )

/** An operation of a contract file. */
export const document = (
  route: string,
  answers: readonly AnswerPath[] = [{ status: 200 }],
  options: UnitOptions = {},
): BehavioralSummary =>
  provider(route, answers, { source: 'derived', id: `doc::${route}`, file: 'openapi.yaml', ...options })

export const clientPath = ({ throws, ...path }: ClientPath, index = 0): Transition =>
  transition(
    `c:${throws ? 'throw' : 'return'}:${index}`,
    throws ? { type: 'throw', exceptionType: 'Error', message: null } : { type: 'return', value: null },
    path,
  )

/** A fetch client; `axios` makes failures exceptions. */
export const client = (
  route: string,
  paths: readonly ClientPath[] = [{}],
  options: UnitOptions = {},
): BehavioralSummary =>
  unit('client', options.id ?? `call ${route}`, restOf(route, options), paths.map(clientPath), {
    id: `web/${route}`,
    ...options,
    http: { bodyAccessors: ['json'], call: at(3, 2), ...options.http },
  })

export const axios: HttpFacts = {
  failureDelivery: 'exception',
  bodyAccessors: ['data', 'response.data'],
  statusAccessors: ['status', 'response.status'],
}

/** A wrapper a route refers to by its id. */
export const middleware = (
  id: string,
  transitions: readonly Transition[],
  options: UnitOptions = {},
): BehavioralSummary => unit('middleware', id, null, [...transitions], { id, ...options })

export const before = (
  summary: string | null,
  scope: string | null = null,
  extra: Partial<WrapperRef> = {},
): WrapperRef => ({ summary, role: 'before', scope, ...extra })

export const onThrow = (summary: string | null, extra: Partial<WrapperRef> = {}): WrapperRef => ({
  summary,
  role: 'onThrow',
  scope: null,
  ...extra,
})

export const bytes = canonicalJson

/** A deployed unit and its environment, as a template states it. */
export const runtime = (instanceName: string, config: Partial<ConfigFacts>, options: UnitOptions = {}): BehavioralSummary =>
  unit('library', instanceName, { name: 'runtime-config', deploymentTarget: 'lambda', instanceName }, [], {
    id: `template.yaml::${instanceName}`,
    file: 'template.yaml',
    source: 'derived',
    ...options,
    metadata: { config: { variables: {}, platform: ['AWS_REGION'], complete: true, ...config } },
  })

/** A read of an environment variable. */
export const configRead = (name: string | null, extra: Partial<InteractionOf<'config-read'>> = {}, line = 12): Effect => ({
  type: 'interaction',
  binding: { transport: 'os', semantics: { name: 'runtime-config', deploymentTarget: null, instanceName: null }, recognition: 'test' },
  interaction: { class: 'config-read', name, defaulted: false, ...extra },
  place: at(line),
})

/** A function with these effects. */
export const doing = (name: string, effects: readonly Effect[], options: UnitOptions & { deployed?: string; when?: Predicate[] } = {}): BehavioralSummary => {
  const { when = [] } = options
  const summary = unit(options.kind ?? 'library', name, null, [{ ...transition('f', { type: 'void' }, { when }), effects: [...effects] }], options)
  return options.deployed === undefined
    ? summary
    : { ...summary, identity: { ...summary.identity, deployableUnit: { deploymentTarget: 'lambda', instanceName: options.deployed } } }
}

/** A store that a schema or a template declares. */
export const store = (container: string, facts: Partial<StorageFacts>, options: UnitOptions & { accessPath?: string } = {}): BehavioralSummary =>
  unit('library', container, storeOf(container, options.accessPath), [], {
    id: `schema::${container}${options.accessPath ?? ''}`,
    file: 'schema.prisma',
    source: 'derived',
    ...options,
    metadata: { storage: { fields: {}, fieldSet: 'exhaustive', ...facts } },
  })

/** An access of a store. */
export const access = (
  container: string | null,
  kind: 'read' | 'write',
  fields: readonly string[],
  extra: Partial<InteractionOf<'storage-access'>> & { accessPath?: string } = {},
): Effect => {
  const { accessPath, ...rest } = extra
  return {
    type: 'interaction',
    binding: { transport: 'test', semantics: storeOf(container, accessPath), recognition: 'test' },
    interaction: { class: 'storage-access', kind, fields: [...fields], ...rest },
    place: at(14),
  }
}

const storeOf = (container: string | null, accessPath: string | undefined): SemanticsOf<'storage'> => ({
  name: 'storage',
  storageSystem: 'test',
  scope: 'default',
  container,
  accessPath: accessPath ?? null,
})
