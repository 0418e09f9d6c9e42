/** Pairs calls of deployed units with the units that are declared (checking.md 7.5). */
import { type EffectOf, parseBoundaryName, type SemanticsOf, type Transition } from '../ir/index.js'
import { nameTextsAgree, protocolOf } from '../semantics/index.js'
import { crossingsOf } from './interactions.js'
import { roleOf, type Unit } from './unit.js'

export interface Invocation {
  unit: Unit
  transition: Transition
  effect: EffectOf<'interaction'>
}

export interface InvocationPairing {
  pairs: (Invocation & { target: Unit })[]
  /** A name that no unit of its kind has, where some are declared. */
  unknown: Invocation[]
}

export function pairInvocations(units: readonly Unit[]): InvocationPairing {
  const declared = units.flatMap(unit => {
    const semantics = unit.summary.identity.boundaryBinding?.semantics
    return semantics?.name === 'unit-invocation' && roleOf(unit.summary) === 'declaration' ? [{ unit, semantics }] : []
  })
  const found: InvocationPairing = { pairs: [], unknown: [] }
  if (declared.length === 0) return found
  for (const invocation of units.flatMap(unit => crossingsOf(unit, 'unit-invoke', 'unit-invocation'))) {
    const { semantics } = invocation
    const ofKind = declared.filter(target => target.semantics.deploymentTarget === semantics.deploymentTarget)
    const targets = ofKind.filter(target => protocolOf('unit-invocation')?.agrees(target.semantics, semantics) || fits(target.semantics, semantics))
    found.pairs.push(...targets.map(({ unit: target }) => ({ ...invocation, target })))
    if (targets.length === 0 && ofKind.length > 0 && isLiteral(semantics)) found.unknown.push(invocation)
  }
  return found
}

/** A template may leave a part of the name to the deployment. */
const fits = (declared: SemanticsOf<'unit-invocation'>, called: SemanticsOf<'unit-invocation'>): boolean =>
  declared.instanceName !== null && called.instanceName !== null && nameTextsAgree(declared.instanceName, called.instanceName)

const isLiteral = ({ instanceName }: SemanticsOf<'unit-invocation'>): boolean =>
  instanceName !== null && parseBoundaryName(instanceName)?.type === 'literal'
