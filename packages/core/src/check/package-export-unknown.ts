/** Calls of exports and entries a package of the run does not have (section 7.6). */
import { packageFacts, type SemanticsOf, unreadFacts } from '../ir/index.js'
import type { Pairing, Unit } from '../pair/index.js'
import type { Draft } from './draft.js'
import { side } from './draft.js'

type FunctionCall = SemanticsOf<'function-call'>

const callOf = ({ summary }: Unit): FunctionCall | null => {
  const semantics = summary.identity.boundaryBinding?.semantics
  return semantics?.name === 'function-call' ? (semantics as FunctionCall) : null
}

interface Entry {
  provider: Unit
  exportNames: ReadonlySet<string>
}

interface Package {
  name: string
  provider: Unit
  subpaths: readonly string[]
}

export function checkPackageExports({ units, byKey }: Pairing): Draft[] {
  const libraries = units.filter(
    ({ summary }) => summary.kind === 'library' && callOf({ summary } as Unit)?.package !== undefined,
  )
  const entries = new Map<string, Entry>()
  const packages: Package[] = []
  for (const unit of libraries) {
    const { package: specifier } = callOf(unit) ?? {}
    const { exportNames, subpaths } = packageFacts(unit.summary)
    if (specifier === undefined) continue
    if (exportNames && !entries.has(specifier))
      entries.set(specifier, { provider: unit, exportNames: new Set(exportNames) })
    const isOpen = unreadFacts(unit.summary).some(({ reason }) => reason === 'patternExport')
    if (subpaths && !isOpen) packages.push({ name: packageName(specifier), provider: unit, subpaths })
  }
  const known = new Set(libraries.map(unit => callOf(unit)?.package))
  const paired = new Set(byKey.map(({ consumer }) => consumer.id))
  return units
    .filter(unit => unit.summary.kind === 'caller' && !paired.has(unit.id))
    .flatMap((unit): Draft[] => {
      const { package: specifier, exportPath } = callOf(unit) ?? {}
      const [name] = exportPath ?? []
      if (specifier === undefined || name === undefined) return []
      const entry = entries.get(specifier)
      if (entry)
        return entry.exportNames.has(name) ? [] : [draft(unit, entry.provider, 'name', name, specifier)]
      const owner = known.has(specifier) ? undefined : packages.find(p => specifier.startsWith(`${p.name}/`))
      if (!owner) return []
      const subpath = `.${specifier.slice(owner.name.length)}`
      return owner.subpaths.includes(subpath)
        ? []
        : [draft(unit, owner.provider, 'subpath', subpath, owner.name)]
    })
}

const draft = (
  consumer: Unit,
  provider: Unit,
  form: 'name' | 'subpath',
  field: string,
  name: string,
): Draft => ({
  kind: 'packageExportUnknown',
  form,
  binding: consumer.summary.identity.boundaryBinding,
  provider: side(provider),
  consumer: side(consumer, [], { field }),
  facts: { package: name, field },
})

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
