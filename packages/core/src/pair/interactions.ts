/** The boundary crossings of a unit that pair by what they name. */
import type { EffectOf, Interaction, InteractionOf, SemanticsName, SemanticsOf, Transition } from '../ir/index.js'
import { isDocument, type Unit } from './unit.js'

export interface Crossing<Class extends Interaction['class'], Name extends SemanticsName> {
  unit: Unit
  transition: Transition
  effect: EffectOf<'interaction'>
  semantics: SemanticsOf<Name>
  interaction: InteractionOf<Class>
}

/** Documents cross nothing, and test code does what it likes. */
export function crossingsOf<Class extends Interaction['class'], Name extends SemanticsName>(
  unit: Unit,
  wanted: Class,
  name: Name,
): Crossing<Class, Name>[] {
  if (isDocument(unit.summary) || unit.summary.metadata?.['testCode'] === true) return []
  return unit.summary.transitions.flatMap(transition =>
    transition.effects.flatMap(effect => {
      if (effect.type !== 'interaction' || effect.interaction.class !== wanted || effect.binding.semantics.name !== name) return []
      return [{
        unit,
        transition,
        effect,
        semantics: effect.binding.semantics as SemanticsOf<Name>,
        interaction: effect.interaction as InteractionOf<Class>,
      }]
    }),
  )
}
