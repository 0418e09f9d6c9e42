/** Keeps what `metadata.unread` points at when composition adds and drops transitions. */
import { type BehavioralSummary, unreadFacts } from '../ir/index.js'

const inTransition = /^\/transitions\/(\d+)(\/.*)$/

/** The pointers of `before` as pointers into `after`, the same unit composed; those of a transition that went are dropped. */
export function moveUnread(before: BehavioralSummary, after: BehavioralSummary): BehavioralSummary {
  const unread = unreadFacts(after)
  if (unread.length === 0) return after
  const indices = new Map(after.transitions.map((t, i) => [t.id, i]))
  const moved = unread.flatMap(entry => {
    const [, index, rest] = inTransition.exec(entry.at) ?? []
    if (index === undefined) return [entry]
    const to = indices.get(before.transitions[Number(index)]?.id ?? '')
    return to === undefined ? [] : [{ ...entry, at: `/transitions/${to}${rest}` }]
  })
  return { ...after, metadata: { ...after.metadata, unread: moved } }
}
