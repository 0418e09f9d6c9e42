/** The templates of a project: roots, local stacks nested in them, includes put in their place. */
import type { ContractFile, ContractNote } from '@suss/core/pack'
import { type Cfn, type Entry, entriesOf, member, parseCfn, plainText, type Span } from './cfn.js'
import { joined } from './paths.js'

export interface Resource {
  id: string
  type: string
  key: Span
  node: Cfn
  properties: Cfn | undefined
  /** Name of the condition it is made under. */
  condition: string | null
  template: Template
}

export interface Template {
  file: string
  node: Cfn
  resources: ReadonlyMap<string, Resource>
  /** The stack that makes it; null for a root. */
  parent: Resource | null
  /** Values its stack gives its parameters. */
  arguments: Cfn | undefined
  /** Stacks inside it, by logical id. */
  nested: ReadonlyMap<string, Template>
  /** False: a macro that is not run may add anything. */
  complete: boolean
}

export interface Templates {
  /** Nested ones included. */
  all: readonly Template[]
  notes: ContractNote[]
  /** A file of the project that a template names. */
  documentAt(from: string, location: string): Cfn | null
}

const stackTypes: Readonly<Record<string, string>> = {
  'AWS::CloudFormation::Stack': 'TemplateURL',
  'AWS::Serverless::Application': 'Location',
}
/** Macros whose work is known, or that add nothing that is read here. */
const knownTransforms = /^AWS::(Serverless|LanguageExtensions|CodeDeployBlueGreen|SecretsManager|Include)/
const maxNesting = 8

const isRemote = (location: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(location)

export function openTemplates(files: readonly ContractFile[]): Templates {
  const notes: ContractNote[] = []
  const texts = new Map(files.map(file => [file.path, file]))
  const parsed = new Map<string, Cfn | null>()
  const note = (at: Span, detail: string): void => {
    const line = (texts.get(at.file)?.text.slice(0, at.start).match(/\n/g)?.length ?? 0) + 1
    notes.push({ path: at.file, line, detail })
  }

  function parse(path: string): Cfn | null {
    const before = parsed.get(path)
    if (before !== undefined) return before
    const file = texts.get(path)
    const tree = file ? parseCfn(file, notes) : null
    parsed.set(path, tree)
    const whole = tree && included(tree, 0)
    parsed.set(path, whole)
    return whole
  }

  /** `AWS::Include` of a local file stands for what the file holds. */
  function included(node: Cfn, depth: number): Cfn {
    if (node.type === 'call') {
      const found = node.name === 'Transform' ? includedFile(node.argument, depth) : null
      return found ?? { ...node, argument: included(node.argument, depth) }
    }
    if (node.type === 'list') return { ...node, items: node.items.map(item => included(item, depth)) }
    if (node.type !== 'map') return node
    const entries = new Map<string, Entry>()
    for (const [name, entry] of node.entries) {
      const file = name === 'Fn::Transform' ? includedFile(entry.value, depth) : null
      if (file) for (const [own, value] of entriesOf(file)) entries.set(own, value)
      else entries.set(name, { ...entry, value: included(entry.value, depth) })
    }
    return { ...node, entries }
  }

  function includedFile(transform: Cfn, depth: number): Cfn | null {
    if (plainText(member(transform, 'Name')) !== 'AWS::Include') return null
    const location = plainText(member(transform, 'Parameters', 'Location'))
    const tree = location === null || isRemote(location) || depth > maxNesting ? null : parse(joined(transform.at.file, location))
    if (!tree) note(transform.at, `AWS::Include of ${location ?? 'a location worked out at deploy time'}`)
    return tree
  }

  function open(file: string, parent: Resource | null, depth: number): Template | null {
    const node = parse(file)
    if (!node) return null
    const resources = new Map<string, Resource>()
    const nested = new Map<string, Template>()
    const transforms = transformsOf(member(node, 'Transform'))
    const template: Template = {
      file,
      node,
      resources,
      parent,
      arguments: member(parent?.properties, 'Parameters'),
      nested,
      complete: transforms.every(name => name !== null && knownTransforms.test(name)),
    }
    for (const [id, { key, value }] of entriesOf(member(node, 'Resources'))) {
      const type = plainText(member(value, 'Type'))
      if (type === null) {
        if (id.startsWith('Fn::')) note(key, `${id} is not unrolled`)
        continue
      }
      const condition = plainText(member(value, 'Condition'))
      resources.set(id, { id, type, key, node: value, properties: member(value, 'Properties'), condition, template })
    }
    for (const resource of resources.values()) {
      const property = stackTypes[resource.type]
      const inner = property === undefined || depth > maxNesting ? null : nestedIn(resource, property, depth)
      if (inner) nested.set(resource.id, inner)
    }
    return template
  }

  function nestedIn(resource: Resource, property: string, depth: number): Template | null {
    const location =
      plainText(member(resource.node, 'Metadata', 'aws:asset:path')) ?? plainText(member(resource.properties, property))
    const inner =
      location === null || isRemote(location) ? null : open(joined(resource.template.file, location), resource, depth + 1)
    if (!inner) note(resource.key, `the stack ${resource.id} is not local`)
    return inner
  }

  const roots = files.filter(looksLikeTemplate).flatMap(({ path }) => open(path, null, 0) ?? [])
  const inner = (template: Template): Template[] =>
    [...template.nested.values()].flatMap(child => [child, ...inner(child)])
  const children = roots.flatMap(inner)
  const own = new Set(children.map(({ file }) => file))
  const fragments = new Set(roots.filter(root => isFragment(root, roots)).map(({ file }) => file))
  const dropped = new Set([...own, ...fragments])
  return {
    all: [...roots.filter(({ file }) => !dropped.has(file)), ...children.filter(child => !isBelow(child, dropped))],
    documentAt: (from, location) => (isRemote(location) ? null : parse(joined(from, location))),
    notes: notes.filter(({ path }, i) => !fragments.has(path) && notes.findIndex(other => sameNote(other, notes[i])) === i),
  }
}

const sameNote = (a: ContractNote, b: ContractNote | undefined): boolean => a.path === b?.path && a.line === b.line && a.detail === b.detail

/** All of it stands in another template as well, which was put together of such parts. */
const isFragment = ({ resources }: Template, roots: readonly Template[]): boolean =>
  roots.some(
    other =>
      other.resources.size > resources.size && [...resources].every(([id, { type }]) => other.resources.get(id)?.type === type),
  )

/** A stack of a file that is itself nested was opened as a root before. */
function isBelow({ parent }: Template, nestedFiles: ReadonlySet<string>): boolean {
  for (let at = parent; at; at = at.template.parent) if (at.template.parent === null) return nestedFiles.has(at.template.file)
  return false
}

const looksLikeTemplate = ({ text }: ContractFile): boolean =>
  /(^|[\s{,])["']?Resources["']?\s*:/.test(text) && /\bAWS::\w+::\w+/.test(text)

const transformsOf = (node: Cfn | undefined): (string | null)[] =>
  node === undefined ? [] : (node.type === 'list' ? node.items : [node]).map(item => plainText(item) ?? plainText(member(item, 'Name')))
