/** Reads OpenAPI 3.0, 3.1 and Swagger 2: one handler per operation (packs.md 5.2). */
import {
  type Accepts,
  type AuthScheme,
  type BehavioralSummary,
  type Definitions,
  type Input,
  type Param,
  type Place,
  restBinding,
  type StatusSpec,
  type Transition,
  transitionId,
  type TypeShape,
} from '@suss/core/ir'
import { defineReader } from '@suss/core/pack'
import { type Documents, isJson, type Node, openDocuments } from './document.js'
import { constraintOf, openShapes, type SchemaShapes } from './schema-shape.js'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

export default defineReader({
  name: 'openapi',
  files: ['**/*{openapi,swagger}*.{json,yaml,yml}'],
  unlisted: ['**/{test,tests,__tests__,fixtures,__fixtures__,examples}/**'],
  read(files) {
    const documents = openDocuments(files)
    const summaries = documents.roots.flatMap(root => operationsOf(root, documents))
    return { summaries, notes: documents.notes }
  },
})

function operationsOf(root: Node, documents: Documents): BehavioralSummary[] {
  const paths = documents.at(root, 'paths')
  const { prefix, hosts } = serversOf(root, documents)
  return keysOf(paths).flatMap(path => {
    const item = paths && documents.at(paths, path)
    const whole = item && documents.follow(item)
    if (!whole) return []
    return methods.flatMap(method => {
      const operation = documents.at(whole, method)
      return operation ? [operationOf({ root, item: whole, operation, method: method.toUpperCase(), path: `${prefix}${path}`, hosts, documents })] : []
    })
  })
}

interface Operation {
  root: Node
  item: Node
  operation: Node
  method: string
  path: string
  hosts: readonly string[]
  documents: Documents
}

const keysOf = (node: Node | null): string[] => (node && isJson(node.value) ? Object.keys(node.value) : [])
const textAt = (node: Node, key: string): string | null => {
  const value = isJson(node.value) ? node.value[key] : undefined
  return typeof value === 'string' ? value : null
}

/** The path in front of all operations, and the hosts that serve them. */
function serversOf(root: Node, documents: Documents): { prefix: string; hosts: string[] } {
  const host = textAt(root, 'host')
  if (isJson(root.value) && 'swagger' in root.value) return { prefix: tidy(textAt(root, 'basePath') ?? ''), hosts: host === null ? [] : [host.toLowerCase()] }
  const listed = documents.at(root, 'servers')
  const urls = keysOfList(listed).flatMap(i => {
    const server = listed && documents.at(listed, i)
    const url = server && textAt(server, 'url')
    return server && url !== null ? [withDefaults(url, server, documents)] : []
  })
  const hosts = urls.flatMap(url => /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? [])
  return { prefix: tidy((urls[0] ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')), hosts: [...new Set(hosts)] }
}

const keysOfList = (node: Node | null): string[] => (node && Array.isArray(node.value) ? node.value.map((_, i) => String(i)) : [])
const tidy = (path: string): string => path.replace(/[?#].*$/, '').replace(/^\/*/, '/').replace(/\/+$/, '')

const withDefaults = (url: string, server: Node, documents: Documents): string =>
  url.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const variable = documents.at(server, 'variables', name)
    return (variable && textAt(variable, 'default')) ?? whole
  })

function operationOf(at: Operation): BehavioralSummary {
  const { operation, method, path, hosts, documents } = at
  const responses = openShapes(documents, 'response')
  const requests = openShapes(documents, 'request')
  const name = textAt(operation, 'operationId') ?? `${method} ${path}`
  const found = documents.at(operation, 'responses')
  const answers = keysOf(found).flatMap(status => {
    const response = found && documents.at(found, status)
    const spec = statusOf(status)
    return response && spec !== null ? [answerOf(response, spec, { name, status, documents, shapes: responses })] : []
  })
  const { accepts, inputs } = requestOf(at, requests)
  const definitions: Definitions = { ...responses.definitions, ...requests.definitions }
  const places: Record<string, Place> = { '': documents.place(operation) }
  answers.forEach(({ place }, i) => {
    places[`/transitions/${i}`] = place
  })
  return {
    schemaVersion: 6,
    kind: 'handler',
    location: { file: operation.file, range: documents.range(operation), exportName: null },
    identity: { name, exportPath: null, boundaryBinding: restBinding({ method, path: path === '' ? '/' : path }, { recognition: '@suss/packs/openapi' }) },
    inputs,
    transitions: answers.map(({ transition }) => transition),
    gaps: [],
    confidence: { source: 'derived', level: 'high' },
    ...(Object.keys(definitions).length > 0 ? { definitions } : {}),
    metadata: {
      http: { ...(hosts.length > 0 ? { servers: [...hosts] } : {}), ...(accepts ? { accepts } : {}) },
      places,
    },
  }
}

/** `404`, `4XX`, `default`. */
function statusOf(text: string): StatusSpec | null {
  if (text === 'default') return 'default'
  const range = /^([1-5])XX$/i.exec(text)?.[1]
  if (range !== undefined) return { min: Number(range) * 100, max: Number(range) * 100 + 99 }
  return /^[1-5]\d\d$/.test(text) ? Number(text) : null
}

interface Answering {
  name: string
  status: string
  documents: Documents
  shapes: SchemaShapes
}

function answerOf(response: Node, spec: StatusSpec, { name, status, documents, shapes }: Answering): { transition: Transition; place: Place } {
  const schema = bodyOf(response, documents)
  const range = documents.range(response)
  return {
    place: documents.place(response),
    transition: {
      id: transitionId({ unit: name, terminalKind: 'response', statusKey: status, conditionTexts: [] }),
      conditions: [],
      output: {
        type: 'response',
        statusCode: typeof spec === 'number' ? { type: 'literal', value: spec } : { type: 'unresolved', sourceText: status },
        body: schema ? shapes.shape(schema) : null,
        headers: {},
      },
      effects: [],
      location: range,
      isDefault: false,
      ...(typeof spec === 'number' ? {} : { metadata: { http: { status: spec } } }),
    },
  }
}

/** The schema of the JSON media type, else of the first that is text; Swagger 2 writes it beside the description. */
function bodyOf(holder: Node, documents: Documents): Node | null {
  const content = documents.at(holder, 'content')
  if (!content) return documents.at(holder, 'schema')
  const types = keysOf(documents.follow(content))
  const json = types.find(type => /[/+]json\b/i.test(type)) ?? types.find(type => /^text\//i.test(type)) ?? types.find(type => type === '*/*')
  return json === undefined ? null : documents.at(content, json, 'schema')
}

function requestOf({ root, item, operation, documents }: Operation, shapes: SchemaShapes): { accepts: Accepts | null; inputs: Input[] } {
  const parameters = [...listed(item, 'parameters', documents), ...listed(operation, 'parameters', documents)]
  const byPlace = new Map(parameters.map(parameter => [`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter]))
  const params: Record<'query' | 'header' | 'path', Record<string, Param>> = { query: {}, header: {}, path: {} }
  const inputs: Input[] = []
  let body: Accepts['body']
  const note = (name: string, role: string, shape: TypeShape | null): void => {
    inputs.push({ type: 'parameter', name, position: inputs.length, role, shape })
  }
  for (const parameter of byPlace.values()) {
    const [where, name] = [textAt(parameter, 'in'), textAt(parameter, 'name')]
    const required = isJson(parameter.value) && parameter.value['required'] === true
    const schema = documents.at(parameter, 'schema') ?? parameter
    if (where === 'body') {
      body = { required, shape: shapes.shape(schema) }
      note('body', 'requestBody', body.shape)
    }
    if (name === null || (where !== 'query' && where !== 'header' && where !== 'path')) continue
    const shape = shapes.shape(schema)
    const constraint = constraintOf(documents.follow(schema)?.value)
    params[where][name] = { required, shape, ...(constraint ? { constraint } : {}) }
    note(name, { query: 'queryParams', header: 'headers', path: 'pathParams' }[where], shape)
  }
  const requestBody = documents.at(operation, 'requestBody')
  const target = requestBody && documents.follow(requestBody)
  const schema = target && bodyOf(target, documents)
  if (target && schema) {
    body = { required: isJson(target.value) && target.value['required'] === true, shape: shapes.shape(schema) }
    note('body', 'requestBody', body.shape)
  }
  const auth = authOf(root, operation, documents)
  const stated = {
    ...(body ? { body } : {}),
    ...Object.fromEntries(Object.entries(params).filter(([, own]) => Object.keys(own).length > 0)),
    ...(auth ? { auth } : {}),
  }
  return { accepts: Object.keys(stated).length > 0 ? { enforced: false, ...stated } : null, inputs }
}

function listed(node: Node, key: string, documents: Documents): Node[] {
  const list = documents.at(node, key)
  return keysOfList(list).flatMap(i => {
    const entry = list && documents.at(list, i)
    const target = entry && documents.follow(entry)
    return target ? [target] : []
  })
}

/** Alternatives of schemes; tokens travel in the header `authorization`. A scheme that is not declared says nothing. */
function authOf(root: Node, operation: Node, documents: Documents): AuthScheme[][] | null {
  const required = documents.at(operation, 'security') ?? documents.at(root, 'security')
  if (!required || !Array.isArray(required.value) || required.value.length === 0) return null
  const schemes = documents.at(root, 'components', 'securitySchemes') ?? documents.at(root, 'securityDefinitions')
  const alternatives = required.value.map((alternative: unknown): AuthScheme[] | null => {
    const found = Object.keys(isJson(alternative) ? alternative : {}).map(name => {
      const scheme = schemes && documents.at(schemes, name)
      return scheme ? schemeOf(documents.follow(scheme)) : null
    })
    return found.some(scheme => scheme === null) ? null : found.flatMap(scheme => scheme ?? [])
  })
  return alternatives.some(alternative => alternative === null) ? null : alternatives.flatMap(alternative => (alternative ? [alternative] : []))
}

function schemeOf(scheme: Node | null): AuthScheme | null {
  const type = scheme && textAt(scheme, 'type')
  if (!scheme || type === null) return null
  if (type !== 'apiKey') return ['http', 'oauth2', 'openIdConnect', 'basic'].includes(type) ? { in: 'header', name: 'authorization' } : null
  const [where, name] = [textAt(scheme, 'in'), textAt(scheme, 'name')]
  return name !== null && (where === 'header' || where === 'cookie' || where === 'query') ? { in: where, name } : null
}
