/** Stories of Storybook: what each gives its component (packs.md 5.2). CSF 3 objects, CSF 2 objects and functions. */
import {
  type BehavioralSummary,
  functionCallBinding,
  type Input,
  lineRange,
  type Place,
  placeOf,
  SCHEMA_VERSION,
  type StoryFacts,
  type TypeShape,
  unitId,
} from '../../ir/index.js'
import type { ContractNote } from '../../pack/index.js'
import type { SourceModule } from '../../program/module.js'
import { type Expression, type FunctionNode, memberName, type Node, strip } from '../../program/syntax.js'
import { boundName } from '../../values/names.js'
import type { Values } from '../../values/resolve.js'
import { exprAt, type Expr } from '../../values/value.js'
import { decoratorHandling, type Handling, renderHandling } from './handed-on.js'
import { assignmentsTo, noParts, partsOf, type Parts } from './parts.js'

export interface ReadStories {
  summaries: BehavioralSummary[]
  notes: ContractNote[]
}

const recognition = '@suss/packs/storybook'
/** Functions beside a story that are given its args. */
const runners = ['play', 'loaders', 'beforeEach', 'mount', 'experimental_afterEach', 'afterEach']
const previews = ['ts', 'tsx', 'js', 'jsx', 'mjs'].map(ending => `.storybook/preview.${ending}`)

export function readStories(values: Values, isWanted: (file: string) => boolean): ReadStories {
  const found: ReadStories = { summaries: [], notes: [] }
  const { host, modules } = values.program
  const isDocumented = host.otherFiles().some(file => /\.stories\.mdx$/.test(file))
  for (const module of modules.filter(m => isWanted(m.file))) {
    const file = new StoryFile(values, module, isDocumented)
    found.summaries.push(...file.summaries())
    found.notes.push(...file.notes)
  }
  return found
}

class StoryFile {
  readonly notes: ContractNote[] = []
  private readonly values: Values
  private readonly module: SourceModule
  private readonly meta: Parts
  /** What stands around every story of the project. */
  private readonly around: Handling

  constructor(values: Values, module: SourceModule, isDocumented: boolean) {
    this.values = values
    this.module = module
    const local = module.exports.get('default')
    const exported = this.start('default')
    const value = exported && values.one(exported)
    const start = (value?.type === 'call' && argumentOf(value.expr, 'meta')) || (exported ?? factoryMeta(values, module))
    const own = start && start !== 'none' ? partsOf(values, start) : noParts
    const written = local?.type === 'local' ? assignmentsTo(module, local.name) : noParts
    this.meta = merged(own, written)
    this.around = this.previewTouchesArgs() ? 'unknown' : isDocumented ? 'adds' : 'none'
  }

  summaries(): BehavioralSummary[] {
    const component = this.meta.entries.get('component')
    if (!component) return []
    const shown = this.values.one(component)
    if (shown?.type !== 'function' && shown?.type !== 'class') {
      this.note(component.node, 'the component of its stories is not known')
      return []
    }
    const name = shown.type === 'class' ? (shown.expr.node.id?.name ?? null) : boundName(shown.expr)
    if (name === null) return []
    const place = this.values.program.host.place(shown.expr.module.file)
    const facts: StoryFacts['component'] = { file: place.file, name, ...(place.workspace === null ? {} : { workspace: place.workspace }) }
    const fn = shown.type === 'function' ? shown.expr.node : null
    return [...this.module.exports.keys()]
      .filter(exported => exported !== 'default' && this.isStory(exported))
      .flatMap(exported => this.summary(exported, facts, fn) ?? [])
  }

  /** `includeStories` and `excludeStories` of the meta; a list that is not read leaves all in. */
  private isStory(exported: string): boolean {
    if (exported === '__namedExportsOrder') return false
    const included = this.meta.entries.get('includeStories')
    const excluded = this.meta.entries.get('excludeStories')
    return (!included || this.lists(included, exported) !== false) && !(excluded && this.lists(excluded, exported) !== false)
  }

  private lists(list: Expr, name: string): boolean | null {
    const node = strip(list.node as Expression)
    if (node.type === 'Literal' && node.value instanceof RegExp) return node.value.test(name)
    const value = this.values.one(list)
    if (value?.type !== 'array' || value.expr.node.type !== 'ArrayExpression') return null
    const items = value.expr.node.elements.map(e => (e && e.type !== 'SpreadElement' ? this.values.one({ ...value.expr, node: e }) : null))
    return items.some(item => item?.type === 'literal' && item.value === name) ? true : items.every(item => item?.type === 'literal') ? false : null
  }

  private start(exported: string): Expr | null {
    const target = this.module.exports.get(exported)
    if (target?.type === 'value') return exprAt(this.module, target.node)
    const binding = target?.type === 'local' ? this.module.top.get(target.name) : undefined
    if (binding?.source.type === 'function') return exprAt(this.module, binding.source.node)
    return binding?.source.type === 'init' && binding.source.path.length === 0 ? exprAt(this.module, binding.source.value) : null
  }

  private summary(exported: string, component: StoryFacts['component'], fn: FunctionNode | null): BehavioralSummary | null {
    const start = this.start(exported)
    const target = this.module.exports.get(exported)
    if (!start || target?.type === 'reexport') return null
    const story = this.storyParts(start, target?.type === 'local' ? target.name : null)
    if (!story) {
      this.note(start.node, `story ${exported}`)
      return null
    }
    const args = merged(this.argsOf(this.meta), this.argsOf(story.parts))
    const handling = this.handling(story, fn)
    const taken = this.textOfRunners(story.parts)
    const inputs = [...args.entries].map(([name, value]): Input => ({
      type: 'parameter',
      name,
      position: 0,
      role: handling === 'unknown' || taken.test(name) ? null : name,
      shape: this.shapeOf(value),
    }))
    const isOpen = handling !== 'none' || args.open || this.meta.open || story.parts.open
    const controls = this.controls(story.parts)
    return this.made(exported, start.node, inputs, {
      story: {
        component,
        ...(isOpen || controls === null ? { open: true } : {}),
        ...(controls && controls.length > 0 ? { controls } : {}),
      },
      places: Object.fromEntries([...args.entries.values()].map((value, i) => [`/inputs/${i}`, this.placeOf(value)])),
    })
  }

  /** An object, or a function with what is assigned to it; null: made by something else. */
  private storyParts(start: Expr, local: string | null): { parts: Parts; render: Expr | null } | null {
    const written = local === null ? noParts : assignmentsTo(this.module, local)
    const value = this.values.one(start)
    if (value?.type === 'object') return { parts: merged(partsOf(this.values, start), written), render: null }
    if (value?.type === 'function') return { parts: written, render: start }
    const node = strip(start.node as Expression)
    const made = argumentOf(start, 'story')
    if (made) return { parts: made === 'none' ? noParts : partsOf(this.values, made), render: null }
    const template = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && node.callee.property.type === 'Identifier' && node.callee.property.name === 'bind' ? node.callee.object : null
    return template ? { parts: written, render: { ...start, node: template } } : null
  }

  private argsOf(parts: Parts): Parts {
    const args = parts.entries.get('args')
    return args ? partsOf(this.values, args) : noParts
  }

  private handling(story: { parts: Parts; render: Expr | null }, fn: FunctionNode | null): Handling {
    const render = story.render ?? story.parts.entries.get('render') ?? this.meta.entries.get('render')
    const decorators = [story.parts, this.meta].flatMap(parts => parts.entries.get('decorators') ?? [])
    const found: Handling[] = [
      this.around,
      ...(render ? [fn ? renderHandling(this.values, render, fn) : 'unknown' as const] : []),
      ...decorators.map(list => decoratorHandling(this.values, list)),
    ]
    return found.includes('unknown') ? 'unknown' : found.includes('adds') ? 'adds' : 'none'
  }

  /** Names that what runs beside the story may take from its args. */
  private textOfRunners(story: Parts): { test(name: string): boolean } {
    const texts = [story, this.meta].flatMap(({ entries }) =>
      runners.flatMap(runner => {
        const found = entries.get(runner)
        return found ? [found.module.text.slice(found.node.start, found.node.end)] : []
      }),
    )
    const about = texts.filter(text => /\bargs\b|\bcontext\b/.test(text)).join('\n')
    return { test: name => about.split(/[^\w$]+/).includes(name) }
  }

  /** Props of `argTypes`; null when some are not known. */
  private controls(story: Parts): string[] | null {
    const lists = [this.meta, story].map(({ entries }) => {
      const types = entries.get('argTypes')
      return types ? partsOf(this.values, types) : noParts
    })
    return lists.some(({ open }) => open) ? null : [...new Set(lists.flatMap(({ entries }) => [...entries.keys()]))].sort()
  }

  private previewTouchesArgs(): boolean {
    const { host } = this.values.program
    const folders = this.module.file.split('/').slice(0, -1)
    return folders
      .concat('')
      .map((_, i) => folders.slice(0, folders.length - i).join('/'))
      .some(folder => previews.some(name => /\bargs\b/.test(withoutComments(host.read(folder === '' ? name : `${folder}/${name}`) ?? ''))))
  }

  private shapeOf(value: Expr): TypeShape | null {
    const found = this.values.one(value)
    if (found?.type !== 'literal') return null
    if (found.value === undefined) return { type: 'undefined' }
    return found.value === null ? { type: 'null' } : { type: 'literal', value: found.value }
  }

  /** The property that gives the arg. */
  private placeOf({ module, node }: Expr): Place {
    const parent = module.parents.get(node)
    const written = parent?.type === 'Property' ? parent : node
    const { file, workspace } = this.values.program.host.place(module.file)
    return {
      ...placeOf(module.lines, written),
      ...(module === this.module ? {} : { file, ...(workspace === null ? {} : { workspace }) }),
    }
  }

  private made(name: string, node: Node, inputs: Input[], metadata: { story: StoryFacts; places: Record<string, Place> }): BehavioralSummary {
    const { workspace, file } = this.values.program.host.place(this.module.file)
    return {
      schemaVersion: SCHEMA_VERSION,
      kind: 'component',
      location: { file, range: lineRange(this.module.lines, node), exportName: name, ...(workspace === null ? {} : { workspace }) },
      identity: {
        id: unitId({ workspace, file, exportPath: [name], name }),
        name,
        exportPath: [name],
        boundaryBinding: functionCallBinding({ module: file, exportName: name }, { recognition }),
      },
      inputs,
      transitions: [],
      gaps: [],
      confidence: { source: 'derived', level: metadata.story.open ? 'medium' : 'high' },
      metadata: { ...metadata },
    }
  }

  private note(node: Node, detail: string): void {
    this.notes.push({ path: this.module.file, line: lineRange(this.module.lines, node).start, detail })
  }
}

/** The object that `meta.story(…)` or `preview.meta(…)` is given. */
function argumentOf(call: Expr, method: 'story' | 'meta'): Expr | 'none' | null {
  const node = strip(call.node as Expression)
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || memberName(node.callee) !== method) return null
  const [argument] = node.arguments
  return argument ? { ...call, node: argument } : 'none'
}

/** `const meta = preview.meta({ … })`, in a file without a default export. */
function factoryMeta(values: Values, module: SourceModule): Expr | null {
  const calls = module.calls.flatMap(call => argumentOf(exprAt(module, call), 'meta') ?? [])
  const [only, ...others] = calls
  const value = only && only !== 'none' && others.length === 0 ? values.one(only) : null
  return value?.type === 'object' ? value.expr : null
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')

const merged = (base: Parts, over: Parts): Parts => ({
  entries: new Map([...base.entries, ...over.entries]),
  open: base.open || over.open,
})
