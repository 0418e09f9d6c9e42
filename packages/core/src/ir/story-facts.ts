/** `metadata.story` of a story, and `metadata.component` of what it shows (checking.md 7.6). */
import { isRecord } from './is-record.js'
import type { BehavioralSummary } from './summary.js'

export interface StoryFacts {
  /** `file` null: only the name is known. */
  component: { file: string | null; name: string; workspace?: string }
  /** Something else may give the component props too: a decorator, a render function, a spread that was not read. */
  open?: true
  /** Props its reader may set by hand. */
  controls?: readonly string[]
}

export interface ComponentFacts {
  /** Types of the props as they are written. */
  propTypes?: Readonly<Record<string, string>>
  /** Every prop it takes; absent when some are not known. */
  props?: readonly string[]
}

export function storyFacts({ metadata }: Pick<BehavioralSummary, 'metadata'>): StoryFacts | null {
  const facts = metadata?.['story']
  return isRecord(facts) && isRecord(facts['component']) && typeof facts['component']['name'] === 'string'
    ? (facts as unknown as StoryFacts)
    : null
}

export function componentFacts({ metadata }: Pick<BehavioralSummary, 'metadata'>): ComponentFacts {
  const facts = metadata?.['component']
  return isRecord(facts) ? (facts as ComponentFacts) : {}
}
