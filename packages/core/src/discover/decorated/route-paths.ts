/** Full paths of a decorated route: global prefix, version, module path, class, method (extraction.md 8.1). */
import type { Versioning } from '../../pack/index.js'
import type { ClassNode } from '../../program/syntax.js'
import { type AppliedDecorator, type Decorators, findDecorator } from '../../values/decorators.js'
import type { Values } from '../../values/resolve.js'
import type { Expr } from '../../values/value.js'
import { joinPaths, pathTexts } from '../binding/provider-path.js'
import { optionOf } from '../routes/arguments.js'
import { type Application, type Version, versionsOf } from './applications.js'
import type { ModuleGraph } from './modules.js'
import { holdsRoute } from './route-match.js'

export interface RoutePath {
  /** Null: not read. */
  path: string | null
  /** Without the global prefix: what middleware is registered for. */
  local: string | null
  /** Some part in front of it was not read. */
  prefixUnread: boolean
  application: Application | null
}

export interface RoutePathsInput {
  values: Values
  importModule: string | readonly string[]
  classPathKey: string | undefined
  versioning: Versioning | undefined
  applications: readonly Application[]
  graph: ModuleGraph | null
}

const maxPaths = 16

export function routePaths(
  input: RoutePathsInput,
  route: {
    cls: ClassNode
    classDecorator: AppliedDecorator
    methodDecorator: AppliedDecorator
    methodDecorators: Decorators
    method: string
  },
): RoutePath[] {
  const { values, graph } = input
  const [classArgument] = route.classDecorator.args
  const options = classArgument && values.one(classArgument)?.type === 'object' ? classArgument : null
  const classPath = options
    ? input.classPathKey
      ? optionOf(values, options, input.classPathKey)
      : null
    : (classArgument ?? null)
  const classPaths = textsOrRoot(classPath)
  const methodPaths = textsOrRoot(route.methodDecorator.args[0] ?? null)
  const modules = graph?.modulesOf(route.cls) ?? []
  const modulePaths =
    modules.length === 0 || !graph ? [''] : [...new Set(modules.flatMap(m => graph.pathsOf(m)))]
  const out: RoutePath[] = []
  const serving = applicationsOf(modules)
  for (const application of serving ?? [null]) {
    const versions = versionTexts(application, options)
    for (const version of versions)
      for (const above of modulePaths)
        for (const own of classPaths)
          for (const last of methodPaths) {
            const local = own === null || last === null ? null : joinPaths(joinPaths(above ?? '', own), last)
            const versioned = local === null ? null : version ? joinPaths(version, local) : local
            const { prefixed, unread } = withPrefix(application, versioned, local)
            const path: RoutePath = {
              path: prefixed,
              local: versioned,
              prefixUnread: serving === null || unread || above === null || version === null,
              application,
            }
            if (!out.some(o => o.path === path.path && path.path !== null)) out.push(path)
          }
  }
  return out.slice(0, maxPaths)

  function textsOrRoot(expr: Expr | null): (string | null)[] {
    if (!expr) return ['']
    const value = values.one(expr)
    if (value?.type === 'literal' && value.value === undefined) return ['']
    const texts = pathTexts(values, expr)
    return texts.length === 0 ? [''] : texts
  }

  /** Those whose modules list the class, or what stands in for one that no module lists; null: several that differ. */
  function applicationsOf(modules: readonly ClassNode[]): readonly (Application | null)[] | null {
    const { applications } = input
    if (applications.length === 0) return [null]
    const serving = applications.filter(a => a.modules && modules.some(m => a.modules?.has(m)))
    if (serving.length > 0) return serving
    const [first] = applications
    return first && applications.every(a => samePlace(a, first)) ? [first] : null
  }

  /** Texts such as `/v1`; "" for none, null for one that was not read. */
  function versionTexts(application: Application | null, options: Expr | null): (string | null)[] {
    const pattern = input.versioning
    const mode = application?.versioning ?? null
    if (!pattern || mode === null) return ['']
    if (mode === 'unread') return [null]
    const own = findDecorator(route.methodDecorators, input.importModule, [pattern.decorator])?.args[0]
    const ofClass = options ? optionOf(values, options, pattern.classOption) : null
    const stated = own ?? ofClass
    const versions: readonly Version[] | null = stated ? versionsOf(values, stated, pattern) : mode.versions
    if (versions === null) return [null]
    return versions.length === 0
      ? ['']
      : versions.map(v => (typeof v === 'string' ? `/${mode.prefix}${v}` : ''))
  }

  function withPrefix(
    application: Application | null,
    versioned: string | null,
    local: string | null,
  ): { prefixed: string | null; unread: boolean } {
    const prefix = application?.prefix
    if (versioned === null || !prefix || prefix.text === '') return { prefixed: versioned, unread: false }
    const excluded =
      local !== null &&
      prefix.excluded.some(
        e =>
          e.path !== null &&
          (e.method === null || e.method === '*' || e.method === route.method || route.method === '*') &&
          holdsRoute(e.path, local, 'exact'),
      )
    if (excluded) return { prefixed: versioned, unread: false }
    const unread = prefix.text === null || prefix.excludedUnread || prefix.excluded.some(e => e.path === null)
    return { prefixed: prefix.text === null ? versioned : joinPaths(prefix.text, versioned), unread }
  }
}

const samePlace = (a: Application, b: Application): boolean =>
  JSON.stringify([a.prefix, a.versioning]) === JSON.stringify([b.prefix, b.versioning])
