/** Functions React runs after a component or hook has returned: event handlers, effects and their cleanups. */
import type { DiscoveredSubUnit, SubUnitContext, SubUnits } from '@suss/core/pack'

export const hookNames = /^use[A-Z]/
export const contextReaders = ['useContext', 'use'].map(name => ({ module: 'react', name }))
export const states = ['useState', 'useReducer'].map(name => ({ module: 'react', name }))
export const effectHooks = ['useEffect', 'useLayoutEffect', 'useInsertionEffect']

const eventName = /^on[A-Z]/
const owners = new Set(['component', 'hook'])

export const subUnits: SubUnits = (parent, context) => {
  // the adapter hands the context this type names
  if (!owners.has(parent.kind)) return []
  const reader = context as SubUnitContext
  return [...effects(parent.name, reader), ...events(parent.name, reader)]
}

function effects(owner: string, { calls, returned }: SubUnitContext): DiscoveredSubUnit[] {
  const found = calls().flatMap(({ origin, callback }) => {
    const isEffect =
      origin !== null &&
      'module' in origin &&
      origin.module === 'react' &&
      effectHooks.includes(origin.path.join('.'))
    const func = isEffect ? callback(0) : null
    return func === null ? [] : [func]
  })
  const kind = 'scheduled-callback' as const
  return found.flatMap((func, index) => {
    const name = `${owner}.effect#${index + 1}`
    return [
      { func, name, kind },
      ...returned(func).map(cleanup => ({ func: cleanup, name: `${name}.cleanup`, kind })),
    ]
  })
}

/** An inline function is named by its element; the same of one tag and event are numbered. */
function events(owner: string, { attributes }: SubUnitContext): DiscoveredSubUnit[] {
  const counts = new Map<string, number>()
  return attributes()
    .filter(({ attribute }) => eventName.test(attribute))
    .map(({ func, name, tag, attribute }) => {
      const place = `${tag}.${attribute}`
      const count = (counts.get(place) ?? 0) + (name === null ? 1 : 0)
      counts.set(place, count)
      return { func, name: `${owner}.${name ?? `${place}#${count}`}`, kind: 'handler' }
    })
}
