/** What every declaration a template makes has in common. */
import type { BehavioralSummary, BoundaryBinding, Place } from '@suss/core/ir'
import { type ContractFile, placesIn } from '@suss/core/pack'
import type { Span } from './cfn.js'
import type { Resource } from './templates.js'

export const recognition = '@suss/packs/cloudformation'

export interface Declaring {
  place(span: Span): Place
  lines(span: Span): { start: number; end: number }
}

export function openPlaces(files: readonly ContractFile[]): Declaring {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const known = new Map<string, ReturnType<typeof placesIn>>()
  const placesOf = (file: string): ReturnType<typeof placesIn> => {
    const before = known.get(file)
    if (before) return before
    const found = placesIn(texts.get(file) ?? '')
    known.set(file, found)
    return found
  }
  return {
    place: ({ file, start, end }) => ({ ...placesOf(file).place(start, end), file }),
    lines: ({ file, start, end }) => placesOf(file).range(start, end),
  }
}

export interface Declaration {
  resource: Resource
  name?: string
  binding: BoundaryBinding
  kind?: BehavioralSummary['kind']
  /** Pointers into the summary. */
  places?: Readonly<Record<string, Span>>
  metadata?: Readonly<Record<string, unknown>>
  /** Part of it was not read. */
  partial?: boolean
}

export function declared(declaration: Declaration, at: Declaring): BehavioralSummary {
  const { resource, binding } = declaration
  const { key, node, id, condition } = resource
  const places = Object.entries(declaration.places ?? {}).map(([pointer, span]) => [pointer, at.place(span)] as const)
  return {
    schemaVersion: 6,
    kind: declaration.kind ?? 'library',
    location: { file: key.file, range: at.lines({ file: key.file, start: key.start, end: end(resource) }), exportName: null },
    identity: {
      name: declaration.name ?? id,
      exportPath: null,
      boundaryBinding: binding,
    },
    inputs: [],
    transitions: [],
    gaps: [],
    confidence: { source: 'derived', level: declaration.partial === true ? 'medium' : 'high' },
    metadata: {
      ...declaration.metadata,
      ...(condition === null ? {} : { conditional: condition }),
      places: { '': at.place(key), ...Object.fromEntries(places) },
    },
  }

  function end({ key: { start, file } }: Resource): number {
    return node.at.file === file ? Math.max(start + 1, node.at.end) : start + 1
  }
}
