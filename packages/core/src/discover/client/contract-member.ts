/** Client calls written as members of what a contract's client is: `client.users.one({ params })` (packs.md ts-rest, `fromClientMethod`). */
import { isOrigin } from '../../values/resolve.js'
import type { Value } from '../../values/value.js'
import type { ContractNode, ContractTrees, Endpoint } from '../contract/contract-tree.js'
import type { ClientPattern, Match } from './site.js'

export function endpointCallOf(
  value: Value,
  match: ClientPattern['match'],
  trees: ContractTrees | null,
): Match | null {
  const segments: string[] = []
  let at = value
  for (; at.type === 'member'; at = at.object) segments.unshift(at.property)
  if (!trees || segments.length === 0 || at.type !== 'call') return null
  if (!isOrigin(at.callee, match.importModule, match.importName)) return null
  const [contract] = at.expr.node.arguments
  if (!contract || contract.type === 'SpreadElement') return null
  const root = trees.at({ ...at.expr, node: contract })
  const instance = at.expr
  if (!root) return matchOf({ method: null, path: null }, null)
  const whole = endpointAt(root, segments)
  if (whole) return matchOf(whole, null)
  const last = segments.at(-1) ?? ''
  const method = match.memberMethods?.find(({ names }) => names.includes(last))
  const below = method ? endpointAt(root, segments.slice(0, -1)) : null
  return below ? matchOf(below, method?.response ?? null) : null

  function matchOf(
    { method: verb, path }: Pick<Endpoint, 'method' | 'path'>,
    response: NonNullable<Match['endpoint']>['response'],
  ): Match {
    return {
      method: verb,
      instance,
      ...(path === null ? {} : { path }),
      endpoint: { method: verb, path, response },
    }
  }
}

function endpointAt(root: ContractNode | null, segments: readonly string[]): Endpoint | null {
  const node = segments.reduce<ContractNode | null>(
    (at, name) => (at?.type === 'router' ? at.child(name) : null),
    root,
  )
  return node?.type === 'endpoint' ? node : null
}
