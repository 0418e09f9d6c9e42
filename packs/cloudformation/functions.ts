/** The Lambda functions of templates: environment, code and handler, the globals of SAM in their place. */
import { type Cfn, type Entry, entriesOf, itemsOf, member, plainText } from './cfn.js'
import { below, joined } from './paths.js'
import type { Resource, Template, Templates } from './templates.js'
import { oneText } from './texts.js'

export interface Variable {
  declaredAt: 'unit' | 'globals'
  entry: Entry
  /** Its text, where it settles on one. */
  value: string | null
}

export type Code =
  /** Folder from the root of the project. */
  | { type: 'local'; folder: string }
  /** Inline, an image, or uploaded from elsewhere: not read. */
  | { type: 'elsewhere' }

export interface LambdaFunction {
  resource: Resource
  /** The logical id, with its stack in front where two templates of the run share it. */
  instanceName: string
  runtime: 'node' | 'other' | 'unknown'
  variables: ReadonlyMap<string, Variable>
  /** All variables the deployment gives it were read. */
  complete: boolean
  /** A layer whose code is not read may read any variable. */
  hasUnreadLayer: boolean
  code: Code
  handler: string | null
  /** Sources that a bundler makes it of. */
  entryPoints: readonly string[]
}

export type Sources = ReadonlySet<string>

const samFunction = 'AWS::Serverless::Function'
const functionTypes = new Set([samFunction, 'AWS::Lambda::Function'])

export function functionsOf({ all }: Templates, sources: Sources): LambdaFunction[] {
  const resources = all.flatMap(template => [...template.resources.values()].filter(({ type }) => functionTypes.has(type)))
  const names = instanceNames(resources)
  return resources.map((resource, i) => functionOf(resource, names[i] ?? resource.id, sources))
}

/** Logical ids are unique in one template only. */
function instanceNames(resources: readonly Resource[]): string[] {
  const shared = (names: readonly string[]): Set<string> => new Set(names.filter((name, i) => names.indexOf(name) !== i))
  const ids = resources.map(({ id }) => id)
  const twice = shared(ids)
  const qualified = resources.map(resource => (twice.has(resource.id) ? `${stackName(resource.template)}/${resource.id}` : resource.id))
  const still = shared(qualified)
  return resources.map(({ id, template }, i) => (still.has(qualified[i] ?? '') ? `${template.file}/${id}` : (qualified[i] ?? id)))
}

/** The folder of a `template.yaml`, the file of any other, the logical id of a nested stack. */
function stackName({ file, parent }: Template): string {
  if (parent) return parent.id
  const parts = file.split('/')
  const base = (parts.at(-1) ?? file).replace(/(\.template)?\.(ya?ml|json|template)$/, '')
  return base === 'template' && parts.length > 1 ? parts.slice(0, -1).join('/') : base
}

function functionOf(resource: Resource, instanceName: string, sources: Sources): LambdaFunction {
  const { template, type } = resource
  const globals = type === samFunction ? member(template.node, 'Globals', 'Function') : undefined
  const stated = (...path: string[]): Cfn | undefined => member(resource.properties, ...path) ?? member(globals, ...path)
  const variables = variablesOf(resource, globals)
  const layers = [...itemsOf(member(globals, 'Layers')), ...itemsOf(member(resource.properties, 'Layers'))]
  const isImage = plainText(stated('PackageType')) === 'Image'
  const runtime = plainText(stated('Runtime'))
  return {
    resource,
    instanceName,
    runtime: runtime === null ? 'unknown' : runtime.startsWith('nodejs') ? 'node' : 'other',
    variables: variables.read,
    complete:
      template.complete && variables.complete && !isImage && resource.properties?.type === 'map' && !isWrapped(variables.read),
    hasUnreadLayer: layers.some(layer => !holdsPackagesOnly(layer, template, sources)),
    code: isImage ? { type: 'elsewhere' } : codeOf(resource, stated),
    handler: plainText(stated('Handler')),
    entryPoints: itemsOf(member(resource.node, 'Metadata', 'BuildProperties', 'EntryPoints')).flatMap(item => plainText(item) ?? []),
  }
}

function variablesOf(resource: Resource, globals: Cfn | undefined): { read: Map<string, Variable>; complete: boolean } {
  const read = new Map<string, Variable>()
  const sections: readonly [Variable['declaredAt'], Cfn | undefined][] = [
    ['globals', member(globals, 'Environment')],
    ['unit', member(resource.properties, 'Environment')],
  ]
  for (const [declaredAt, section] of sections) {
    for (const [name, entry] of entriesOf(member(section, 'Variables'))) {
      if (name.startsWith('Fn::')) continue
      read.set(name, { declaredAt, entry, value: oneText(entry.value, resource.template) })
    }
  }
  return { read, complete: sections.every(([, section]) => isWritten(section)) }
}

/** Wrappers of tools that watch a function set variables of their own only. */
const watching = /^\/opt\/(dynatrace|otel-(handler|instrument|proxy-handler|stream-handler)|datadog_wrapper|newrelic\w*|epsagon\w*|lumigo\w*)$/

function isWrapped(variables: ReadonlyMap<string, Variable>): boolean {
  const wrapper = variables.get('AWS_LAMBDA_EXEC_WRAPPER')
  return wrapper !== undefined && (wrapper.value === null || !watching.test(wrapper.value))
}

/** The names are written out. */
function isWritten(section: Cfn | undefined): boolean {
  if (section === undefined) return true
  const list = member(section, 'Variables')
  if (list === undefined) return section.type === 'map' || (section.type === 'scalar' && section.value === null)
  return list.type === 'map' ? ![...list.entries.keys()].some(name => name.startsWith('Fn::')) : list.type === 'scalar' && list.value === null
}

/** A layer of the template without a source of the project. */
function holdsPackagesOnly(layer: Cfn, template: Template, sources: Sources): boolean {
  const id = layer.type === 'call' && layer.name === 'Ref' ? plainText(layer.argument) : null
  const resource = id === null ? undefined : template.resources.get(id)
  const content = plainText(member(resource?.properties, 'ContentUri')) ?? plainText(member(resource?.properties, 'Content'))
  if (!resource || content === null || isElsewhere(content)) return false
  const folder = joined(resource.template.file, content)
  return ![...sources].some(file => isIn(file, folder))
}

const isElsewhere = (path: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(path) || /\.(zip|jar)$/i.test(path)

function codeOf({ type, template }: Resource, stated: (...path: string[]) => Cfn | undefined): Code {
  if (stated('InlineCode')) return { type: 'elsewhere' }
  const property = stated(type === samFunction ? 'CodeUri' : 'Code')
  if (property === undefined) return type === samFunction ? { type: 'local', folder: joined(template.file, '.') } : { type: 'elsewhere' }
  const path = plainText(property)
  return path === null || isElsewhere(path) ? { type: 'elsewhere' } : { type: 'local', folder: joined(template.file, path) }
}

const scripts = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx']
const built = /^(dist|build|out|lib|\.?build|\.?dist|bundle|output)$/

export interface HandlerPlace {
  file: string
  exportName: string
}

/** Null: the source is not among the files of the project, or not for sure. */
export function handlerPlace({ code, handler, entryPoints }: LambdaFunction, sources: Sources): HandlerPlace | null {
  const named = handler === null ? null : splitHandler(handler)
  if (code.type !== 'local' || named === null) return null
  const file = bundledFrom(named.path, entryPoints, code.folder, sources) ?? sourceAt(below(code.folder, named.path), sources)
  return file === null ? null : { file, exportName: named.exportName }
}

/** `src/intake.handler`: everything up to the first dot after the last slash is the file. */
function splitHandler(handler: string): { path: string; exportName: string } | null {
  const folder = handler.slice(0, handler.lastIndexOf('/') + 1)
  const [base = '', ...rest] = handler.slice(folder.length).split('.')
  return base === '' || rest.length === 0 ? null : { path: `${folder}${base}`, exportName: rest.join('.') }
}

/** A bundler names what it makes by the source. */
function bundledFrom(path: string, entryPoints: readonly string[], folder: string, sources: Sources): string | null {
  const bare = entryPoints.map(entry => entry.replace(/\.[cm]?[jt]sx?$/, ''))
  const base = path.split('/').at(-1)
  const found = bare.filter(entry => entry === path || entry.endsWith(`/${path}`))
  const named = found.length > 0 ? found : bare.filter(entry => entry.split('/').at(-1) === base)
  const [only] = named
  return only === undefined || named.length > 1 ? null : withScript(below(folder, only), sources)
}

const withScript = (path: string, sources: Sources): string | null =>
  [...scripts, ...scripts.map(end => `/index${end}`)].map(end => `${path}${end}`).find(file => sources.has(file)) ?? null

/** What stands in a folder of built code was made of what stands at the same place beside it. */
function sourceAt(path: string, sources: Sources): string | null {
  const direct = withScript(path, sources)
  if (direct !== null) return direct
  const parts = path.split('/')
  const at = parts.findIndex(part => built.test(part))
  if (at < 0) return null
  const found = new Set(
    ['src', ''].flatMap(folder => withScript([...parts.slice(0, at), folder, ...parts.slice(at + 1)].filter(part => part !== '').join('/'), sources) ?? []),
  )
  const [only] = found
  return only === undefined || found.size > 1 ? null : only
}

/** The folder its code is made of, and the file it starts with; null: not known. */
export function codeScope(fn: LambdaFunction, sources: Sources): { folder: string; entry: string } | null {
  const { code } = fn
  const place = handlerPlace(fn, sources)
  if (!place || code.type !== 'local') return null
  const folder = isIn(place.file, code.folder) ? code.folder : sourceFolder(place.file, code.folder)
  return { folder: folder === '' ? '.' : folder, entry: place.file }
}

const isIn = (file: string, folder: string): boolean => folder === '' || file.startsWith(`${folder}/`)

/** The part of the source's path that the folder of built code stands for. */
function sourceFolder(file: string, folder: string): string {
  const parts = folder.split('/')
  const before = parts.slice(0, parts.findIndex(part => built.test(part)))
  return file.split('/').slice(0, -1).slice(0, before.length + 1).join('/')
}
