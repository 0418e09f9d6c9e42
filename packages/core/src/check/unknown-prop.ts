/** Args of a story that its component takes no prop for (section 7.6). */
import { componentFacts, isRecord, type Input, type Place } from '../ir/index.js'
import type { Pairing, ShownComponent, Story, Unit } from '../pair/index.js'
import { side, type Draft } from './draft.js'

export const checkUnknownProps = ({ stories }: Pairing): Draft[] => stories.flatMap(unknownProps)

/** An arg that several stories take over from one place is said once. */
function unknownProps({ component, stories }: ShownComponent): Draft[] {
  const { props } = componentFacts(component.summary)
  if (!props) return []
  const said = new Set<string>()
  return stories.flatMap(story =>
    argsOf(story).flatMap(({ name, place }): Draft[] => {
      const key = place ? `${name} ${place.file ?? story.unit.summary.location.file} ${place.start}` : `${name} ${story.unit.id}`
      if (isProp(name, props) || said.has(key)) return []
      said.add(key)
      return [
        {
          kind: 'boundaryFieldUnknown',
          form: 'story',
          aspect: 'construct',
          binding: component.summary.identity.boundaryBinding ?? story.unit.summary.identity.boundaryBinding,
          provider: side(component),
          consumer: side(story.unit, [], { field: name, ...(place ? { place } : {}) }),
          facts: { field: name },
        },
      ]
    }),
  )
}

/** What React itself takes, and attributes that any element may have. */
const own = new Set(['children', 'key', 'ref'])
const isProp = (name: string, props: readonly string[]): boolean =>
  own.has(name) || name.includes('-') || props.includes(name)

interface Arg {
  name: string
  place: Place | null
}

function argsOf({ unit }: Story): Arg[] {
  return unit.summary.inputs.flatMap((input, index): Arg[] =>
    input.type === 'parameter' && input.role === input.name && !isAbsent(input)
      ? [{ name: input.name, place: placeOf(unit, index) }]
      : [],
  )
}

/** `size: undefined` takes an arg of the meta away. */
const isAbsent = (input: Extract<Input, { type: 'parameter' }>): boolean => input.shape?.type === 'undefined'

function placeOf({ summary }: Unit, index: number): Place | null {
  const places = summary.metadata?.['places']
  const place = isRecord(places) ? places[`/inputs/${index}`] : undefined
  return isRecord(place) ? (place as unknown as Place) : null
}
