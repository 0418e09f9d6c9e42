/** Names that stand in an environment variable take the value that their runtimes give it (checking.md 6). */
import { type BoundaryBinding, parseBoundaryName } from '../ir/index.js'
import { mayRun, type Runtimes } from './runtimes.js'
import type { Unit } from './unit.js'

/** The same units where nothing is grounded. */
export function groundNames(units: readonly Unit[], runtimes: Runtimes): Unit[] {
  if (runtimes.all.length === 0) return [...units]
  return units.map(unit => {
    const ground = (binding: BoundaryBinding): BoundaryBinding => withName(binding, name => valueFor(name, unit, runtimes))
    let isGrounded = false
    const transitions = unit.summary.transitions.map(transition => ({
      ...transition,
      effects: transition.effects.map(effect => {
        if (effect.type !== 'interaction') return effect
        const binding = ground(effect.binding)
        isGrounded ||= binding !== effect.binding
        return binding === effect.binding ? effect : { ...effect, binding }
      }),
    }))
    const own = unit.summary.identity.boundaryBinding
    const boundaryBinding = own && ground(own)
    if (!isGrounded && boundaryBinding === own) return unit
    return { ...unit, summary: { ...unit.summary, transitions, identity: { ...unit.summary.identity, boundaryBinding } } }
  })
}

/** Null: no reference, no runtime, or runtimes that disagree. */
function valueFor(name: string, unit: Unit, runtimes: Runtimes): string | null {
  const reference = parseBoundaryName(name)
  if (reference?.type !== 'reference' || reference.path.length !== 1) return null
  const [variable = ''] = reference.path
  const running = mayRun(runtimes.of(unit))
  const values = new Set(running.map(({ facts }) => (Object.hasOwn(facts.variables, variable) ? facts.variables[variable]?.value : undefined)))
  const [value] = values
  return values.size === 1 && value !== undefined && value !== '' ? value : null
}

/** Variables hold addresses and ARNs, channels have names. */
const bareName = (value: string): string => (/^(https?:\/\/|arn:)/.test(value) ? (/[^/:{}]+(?:\{[^{}]*\}[^/:{}]*)*$|(?:\{[^{}]*\}[^/:{}]*)+$/.exec(value)?.[0] ?? value) : value)

/** The binding with the name that `known` gives for its own. */
function withName(binding: BoundaryBinding, known: (name: string) => string | null): BoundaryBinding {
  const { semantics } = binding
  switch (semantics.name) {
    case 'storage': {
      const container = semantics.container === null ? null : known(semantics.container)
      return container === null ? binding : { ...binding, semantics: { ...semantics, container } }
    }
    case 'message-bus': {
      const channel = semantics.channel === null ? null : known(semantics.channel)
      return channel === null ? binding : { ...binding, semantics: { ...semantics, channel: bareName(channel) } }
    }
    case 'unit-invocation': {
      const instanceName = semantics.instanceName === null ? null : known(semantics.instanceName)
      return instanceName === null ? binding : { ...binding, semantics: { ...semantics, instanceName } }
    }
    default:
      return binding
  }
}
