/** Handlers that the templates of a project name, by the source file they stand in. */
import { eventsOf, type Trigger } from '../cloudformation/events.js'
import { functionsOf, handlerPlace } from '../cloudformation/functions.js'
import { openTemplates } from '../cloudformation/templates.js'

export interface NamedHandler {
  exportName: string
  instanceName: string
  /** What runs it; a function nothing is told of is invoked. */
  triggers: readonly Trigger[]
}

export interface Handlers {
  handlers: ReadonlyMap<string, readonly NamedHandler[]>
  /** No template has a function. */
  isEmpty: boolean
}

/** What the reader of templates takes for one (known-packs.ts). */
export const isTemplate = (file: string): boolean =>
  (/\.(ya?ml|template)$/.test(file) || /template[^/]*\.json$/.test(file)) &&
  !/(^|\/)(tests?|__tests__|fixtures|__fixtures__|\.github)\//.test(file) &&
  !/(^|\/)(pnpm-lock|package-lock|packaged)[^/]*$/.test(file)

const known = new WeakMap<object, Handlers>()

export function openHandlers(inputs: ReadonlyMap<string, string>, sources: () => readonly string[]): Handlers {
  const before = known.get(inputs)
  if (before) return before
  const found = readHandlers(inputs, new Set(sources()))
  known.set(inputs, found)
  return found
}

function readHandlers(inputs: ReadonlyMap<string, string>, sources: ReadonlySet<string>): Handlers {
  const files = [...inputs].map(([path, text]) => ({ path, text }))
  const templates = openTemplates(files)
  const functions = functionsOf(templates, sources)
  const events = eventsOf(functions, templates.documentAt)
  const handlers = new Map<string, NamedHandler[]>()
  for (const fn of functions) {
    const place = handlerPlace(fn, sources)
    if (!place) continue
    const triggers = events.filter(event => event.fn === fn).map(({ trigger }) => trigger)
    const handler = { exportName: place.exportName, instanceName: fn.instanceName, triggers: triggers.length > 0 ? triggers : [{ type: 'other' as const }] }
    handlers.set(place.file, [...(handlers.get(place.file) ?? []), handler])
  }
  return { handlers, isEmpty: functions.length === 0 }
}
