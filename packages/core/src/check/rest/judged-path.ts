/** How the bodies of a set of statuses answer a read of one path. */
import { allOf, type Reason, type Tri } from '../tri.js'
import { lacks, type Lack } from '../shape/lacks.js'
import { isBodyless, type Answer, type ProviderView } from './provider-view.js'

export interface StatusAnswer {
  status: number
  result: Tri
  /** Why it is unknown; null: nothing worth saying. */
  reason: Reason | null
  optional: boolean
  nullable: boolean
}

/** Reasons that say the code is open on purpose, or that nothing was read at all. */
const silentReasons = new Set<Reason>(['spread', 'someVariants'])

export interface Bodies {
  statuses: ReadonlyMap<number, readonly Answer[]>
  head: boolean
  providers: readonly ProviderView[]
}

function lackOf({ status, body }: Answer, path: readonly string[], head: boolean): Lack {
  if (isBodyless(status, head)) return { result: 'yes' }
  return body === null ? { result: 'unknown' } : lacks(body, path)
}

export function answerPath({ statuses, head, providers }: Bodies, path: readonly string[]): StatusAnswer[] {
  return [...statuses].map(([status, answers]) => {
    const lackings = answers.map(answer => ({ answer, lack: lackOf(answer, path, head) }))
    const told = lackings.flatMap(({ answer, lack }) =>
      lack.result === 'unknown' && lack.reason !== undefined && !silentReasons.has(lack.reason)
        ? [reasonOf(answer, lack.reason, providers)]
        : [],
    )
    return {
      status,
      result: allOf(lackings.map(({ lack }) => lack.result)),
      reason: told[0] ?? null,
      optional: lackings.some(({ lack }) => lack.optional === true),
      nullable: lackings.some(({ lack }) => lack.nullable === true),
    }
  })
}

const reasonOf = ({ provider }: Answer, reason: Reason, providers: readonly ProviderView[]): Reason =>
  reason === 'unknownShape'
    ? (providers.find(({ unit }) => unit.id === provider.id)?.unknownReason ?? reason)
    : reason

/** The shortest prefix of a path for which a claim holds; null when it holds for none. */
export function shortestPrefix(
  path: readonly string[],
  claim: (prefix: readonly string[]) => boolean,
): string[] | null {
  for (let length = 1; length <= path.length; length++) {
    const prefix = path.slice(0, length)
    if (claim(prefix)) return prefix
  }
  return null
}
