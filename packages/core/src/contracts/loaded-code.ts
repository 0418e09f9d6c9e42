/** The code that declared runtimes load: files of the project, and libraries that read the environment unseen. */
import type { SourceHost } from '../host.js'
import { type BehavioralSummary, byCodeUnit, type ConfigFacts, configFacts } from '../ir/index.js'
import type { PatternPack } from '../pack/index.js'
import type { SourceModule } from '../program/module.js'
import type { Program } from '../program/program.js'

/** Locations and scopes are given from the root here, and leave as their packages know them. */
export function withLoadedCode(summary: BehavioralSummary, program: Program, packs: readonly PatternPack[]): BehavioralSummary {
  const facts = configFacts(summary)
  if (!facts) return summary
  const files = loadedFiles(program, facts.entries ?? [])
  const scope = files.length > 0 ? files.map(({ file }) => program.host.place(file)) : facts.codeScope?.map(path => placeOfFolder(path, program.host))
  const libraries = [...(facts.libraries ?? []), ...unseenReads(files.length > 0 ? files : program.modules, packs)]
  const config: ConfigFacts = {
    ...facts,
    ...(scope ? { codeScope: scope.map(place => spelled(place, summary)).sort(byCodeUnit) } : {}),
    ...(libraries.length > 0 ? { libraries: [...new Set(libraries)].sort(byCodeUnit) } : {}),
  }
  return { ...summary, metadata: { ...summary.metadata, config } }
}

interface Placed {
  workspace: string | null
  file: string
}

const spelled = ({ workspace, file }: Placed, { location }: BehavioralSummary): string =>
  workspace === (location.workspace ?? null) ? file : `${workspace ?? ''}:${file}`

function placeOfFolder(path: string, host: SourceHost): Placed {
  if (/\.[cm]?[jt]sx?$/.test(path)) return host.place(path)
  const folder = path.replace(/^\.(\/|$)/, '').replace(/\/$/, '')
  const { workspace, file } = host.place(folder === '' ? 'x' : `${folder}/x`)
  return { workspace, file: file.replace(/\/?x$/, '') }
}

/** An entry and what its imports lead to; nothing when an entry is not in the project. */
function loadedFiles(program: Program, entries: readonly string[]): SourceModule[] {
  const first = entries.map(entry => moduleAt(program, entry))
  const found = new Set(first.filter(module => module !== null))
  if (found.size === 0 || found.size < new Set(first).size) return []
  for (const module of found) {
    for (const { specifier } of module.imports.filter(record => isLoaded(record, module))) {
      const target = program.resolve(specifier, module.file)
      const next = target.type === 'project' ? program.module(target.file) : null
      if (next) found.add(next)
    }
  }
  return [...found]
}

const extensions = ['', '.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx']

function moduleAt(program: Program, entry: string): SourceModule | null {
  const stem = entry.replace(/^\.\//, '')
  const sources = stem.replace(/\.([cm]?)js$/, '.$1ts')
  return [...extensions.map(extension => stem + extension), sources].map(file => program.module(file)).find(module => module !== null) ?? null
}

/** An import whose names are types only is not there at run time. */
const isLoaded = ({ typeOnly, names }: SourceModule['imports'][number], { top }: SourceModule): boolean =>
  !typeOnly && (names.length === 0 || names.some(({ local }) => top.get(local)?.references.length !== 0))

/** `node` is the runtime itself. */
function unseenReads(modules: readonly SourceModule[], packs: readonly PatternPack[]): string[] {
  const imported = new Set(modules.flatMap(({ imports }) => imports.filter(i => !i.typeOnly).map(i => i.specifier)))
  const isUsed = (module: string): boolean => module === 'node' || [...imported].some(specifier => specifier === module || specifier.startsWith(`${module}/`))
  return packs
    .flatMap(pack => pack.libraryEnvVars ?? [])
    .filter(({ module }) => isUsed(module))
    .flatMap(({ names = [], prefixes = [] }) => [...names, ...prefixes.map(prefix => `${prefix}*`)])
}
