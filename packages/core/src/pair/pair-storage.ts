/** Pairs accesses of stores with the declarations of what they access (checking.md 7.2). */
import {
  type EffectOf,
  type InteractionOf,
  parseBoundaryName,
  type SemanticsOf,
  storageFacts,
  type StorageFacts,
  type Transition,
} from '../ir/index.js'
import { fixedCharacters, nameTextsAgree, protocolOf } from '../semantics/index.js'
import { crossingsOf } from './interactions.js'
import { roleOf, type Unit } from './unit.js'

export interface StorageAccess {
  unit: Unit
  transition: Transition
  effect: EffectOf<'interaction'>
  store: SemanticsOf<'storage'>
  access: InteractionOf<'storage-access'>
}

export interface StoragePair extends StorageAccess {
  declaration: Unit
  facts: StorageFacts
}

export interface StoragePairing {
  pairs: StoragePair[]
  /** Several declarations would do, and they answer differently. */
  ambiguous: (StorageAccess & { declarations: Unit[] })[]
  /** Some access may be of any store: its container was not read. */
  unread: boolean
}

interface Declaration {
  unit: Unit
  store: SemanticsOf<'storage'>
  facts: StorageFacts
}

export function pairStorage(units: readonly Unit[]): StoragePairing {
  const declarations = units.flatMap(declarationOf)
  const found: StoragePairing = { pairs: [], ambiguous: [], unread: false }
  if (declarations.length === 0) return found
  for (const access of units.flatMap(accessesOf)) {
    found.unread ||= isUnread(access)
    const wanted = declarationsFor(access, declarations)
    const arrived = wanted.map(declaration => follow(declaration, access.access.relationPath ?? [], declarations))
    const [first] = arrived
    const answers = new Set(arrived.map(one => one && unknownFields(one.facts, access.access).join()))
    if (answers.size > 1 || (wanted.length > 1 && wanted.some(isPattern))) found.ambiguous.push({ ...access, declarations: wanted.map(({ unit }) => unit) })
    else if (first) found.pairs.push({ ...access, declaration: first.unit, facts: first.facts })
  }
  return found
}

/** Fields of an access that the declaration does not have. */
export function unknownFields({ fields, fieldSet }: StorageFacts, access: InteractionOf<'storage-access'>): string[] {
  if (fieldSet !== 'exhaustive') return []
  const names = Object.entries(fields).flatMap(([name, { physical }]) => [name, ...(physical === undefined ? [] : [physical])])
  // stores fold the case of names that are not quoted; no field of a model starts with "_"
  const known = new Set(names.map(name => name.toLowerCase()))
  return access.fields.filter(field => field !== '*' && !field.startsWith('_') && !known.has(field.toLowerCase()))
}

function declarationOf(unit: Unit): Declaration[] {
  const semantics = unit.summary.identity.boundaryBinding?.semantics
  const facts = storageFacts(unit.summary)
  return semantics?.name === 'storage' && roleOf(unit.summary) === 'declaration' && facts
    ? [{ unit, store: semantics, facts }]
    : []
}

const accessesOf = (unit: Unit): StorageAccess[] =>
  crossingsOf(unit, 'storage-access', 'storage').map(({ transition, effect, semantics, interaction }) => ({ unit, transition, effect, store: semantics, access: interaction }))

/** Those of the access's workspace, without any those of others. */
function declarationsFor(access: StorageAccess, declarations: readonly Declaration[]): Declaration[] {
  const agreeing = declarations.filter(declaration => agrees(declaration, access.store))
  const own = agreeing.filter(d => d.unit.summary.location.workspace === access.unit.summary.location.workspace)
  const near = own.length > 0 ? own : agreeing
  const most = Math.max(...near.map(declaration => saidBy(declaration, access.store)))
  return near.filter(declaration => saidBy(declaration, access.store) === most)
}

/** How much of the name a pattern says; a name that is written out says all of it. */
function saidBy(declaration: Declaration, { container }: SemanticsOf<'storage'>): number {
  const name = parseBoundaryName(nameFor(declaration, container) ?? '')
  return name?.type === 'pattern' ? fixedCharacters(name) : Number.POSITIVE_INFINITY
}

const isPattern = ({ store }: Declaration): boolean => store.container !== null && parseBoundaryName(store.container)?.type === 'pattern'

function isUnread({ store }: StorageAccess): boolean {
  const name = store.container === null ? null : parseBoundaryName(store.container)
  return name === null || name.type === 'reference'
}

const nameFor = ({ store, facts }: Declaration, container: string | null): string | undefined =>
  [store.container, ...(facts.aliases ?? [])].find(name => name !== null && container !== null && nameTextsAgree(name, container)) ?? undefined

function agrees(declaration: Declaration, wanted: SemanticsOf<'storage'>): boolean {
  const { store } = declaration
  const system = wanted.storageSystem ?? store.storageSystem
  return (
    nameFor(declaration, wanted.container) !== undefined &&
    protocolOf('storage')?.agrees({ ...store, container: wanted.container }, { ...wanted, storageSystem: system }) === true
  )
}

/** A relation that is not known leads nowhere. */
function follow(from: Declaration, path: readonly string[], declarations: readonly Declaration[]): Declaration | null {
  return path.reduce<Declaration | null>((at, step) => {
    const target = at && Object.hasOwn(at.facts.fields, step) ? at.facts.fields[step]?.relation : undefined
    const sameDocument = (d: Declaration): boolean => folderOf(d) === folderOf(from) && d.store.container === target
    const [only, ...others] = target === undefined ? [] : declarations.filter(sameDocument)
    return only && others.length === 0 ? only : null
  }, from)
}

const folderOf = ({ unit: { summary } }: Declaration): string =>
  `${summary.location.workspace ?? ''}:${summary.location.file.replace(/[^/]*$/, '')}`
