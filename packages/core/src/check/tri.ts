/** Three-valued answers, each unknown with its reason. */

export type Reason =
  | 'unknownShape'
  | 'typesOff'
  | 'unresolvedRef'
  | 'spread'
  | 'openKeys'
  | 'widening'
  | 'someVariants'
  | 'opaqueCondition'
  | 'opaqueStatus'
  | 'unreadOutcome'
  | 'unfollowedCall'
  | 'unreadWrapper'
  | 'uncertainWrapper'
  | 'unreadRequest'
  | 'unreadName'
  | 'tooDeep'

export type Tri = 'yes' | 'no' | 'unknown'

const ranks: Record<Tri, number> = { no: 0, unknown: 1, yes: 2 }

/** The least; yes of nothing. */
export const allOf = (answers: readonly Tri[]): Tri =>
  answers.reduce<Tri>((a, b) => (ranks[b] < ranks[a] ? b : a), 'yes')

/** The greatest; no of nothing. */
export const anyOf = (answers: readonly Tri[]): Tri =>
  answers.reduce<Tri>((a, b) => (ranks[b] > ranks[a] ? b : a), 'no')
