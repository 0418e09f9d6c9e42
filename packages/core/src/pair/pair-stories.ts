/** Pairs stories with the components they show (checking.md 7.6). */
import { storyFacts, type StoryFacts } from '../ir/index.js'
import { isDocument, type Unit } from './unit.js'

export interface Story {
  unit: Unit
  facts: StoryFacts
}

/** A component and all its stories. */
export interface ShownComponent {
  component: Unit
  stories: Story[]
}

export const isStory = ({ summary }: Unit): boolean => storyFacts(summary) !== null

export function pairStories(units: readonly Unit[]): ShownComponent[] {
  const components = units.filter(({ summary }) => summary.kind === 'component' && !isDocument(summary))
  const shown = new Map<Unit, Story[]>()
  for (const unit of units) {
    const facts = storyFacts(unit.summary)
    const component = facts && componentOf({ unit, facts }, components)
    if (component) shown.set(component, [...(shown.get(component) ?? []), { unit, facts }])
  }
  return [...shown].map(([component, stories]) => ({ component, stories }))
}

/** The one declared there; without a place the only one of that name in the workspace. */
function componentOf({ unit, facts: { component } }: Story, components: readonly Unit[]): Unit | null {
  const workspace = component.workspace ?? unit.summary.location.workspace
  const [only, ...others] = components.filter(
    ({ summary: { location, identity } }) =>
      location.workspace === workspace &&
      (component.file === null || location.file === component.file) &&
      identity.name === component.name,
  )
  return only && others.length === 0 ? only : null
}
