/** Which part of a response a value is: its status, or a path of its body. */
import type { HttpFacts, ValueRef } from '../../ir/index.js'

/** The steps from the root of a value; null for a value that is no response's. */
export function valueSteps(ref: ValueRef): string[] | null {
  switch (ref.type) {
    case 'input':
      return ref.path
    case 'dependency':
      return ref.accessChain
    case 'derived': {
      const base = valueSteps(ref.from)
      // what a call on a value of the module gives is a result of its own: `client.tasks[":id"].$get()`
      if (base === null)
        return ref.derivation.type === 'methodCall' && rootOf(ref).type === 'state' ? [] : null
      return [...base, ...derivedStep(ref.derivation)]
    }
    default:
      return null
  }
}

function derivedStep(derivation: Extract<ValueRef, { type: 'derived' }>['derivation']): string[] {
  switch (derivation.type) {
    case 'propertyAccess':
      return [derivation.property]
    case 'destructured':
      return [derivation.field]
    case 'methodCall':
      return [derivation.method]
    case 'indexAccess':
      return [typeof derivation.index === 'number' ? '[]' : derivation.index]
    case 'awaited':
      return []
    default:
      return derivation satisfies never
  }
}

/** How a client gets from a response to body and status. */
export interface Accessors {
  body: string[][]
  status: string[][]
  /** Parameters of the enclosing function: no part of the response. */
  parameters: ReadonlySet<string>
}

export function accessorsOf(http: HttpFacts, parameters: ReadonlySet<string>): Accessors {
  const split = (list: readonly string[]): string[][] => list.map(text => text.split('.'))
  return {
    body: split(http.bodyAccessors ?? ['body']),
    status: split(http.statusAccessors ?? ['status', 'statusCode']),
    parameters,
  }
}

const rootOf = (ref: ValueRef): ValueRef => (ref.type === 'derived' ? rootOf(ref.from) : ref)

function isForeign(ref: ValueRef, { parameters }: Accessors): boolean {
  const root = rootOf(ref)
  return root.type === 'input' && parameters.has(root.inputRef)
}

const startsAt = (steps: readonly string[], at: number, accessor: readonly string[]): boolean =>
  accessor.every((step, i) => steps[at + i] === step)

/** The path behind the first body accessor; null when the value is not of the body. */
export function bodyPath(ref: ValueRef, accessors: Accessors): string[] | null {
  const steps = isForeign(ref, accessors) ? null : valueSteps(ref)
  if (steps === null) return null
  if (accessors.body.length === 0) return steps
  for (let at = 0; at < steps.length; at++) {
    const found = accessors.body.filter(accessor => accessor.length > 0 && startsAt(steps, at, accessor))
    const longest = found.toSorted((a, b) => b.length - a.length)[0]
    if (longest) return steps.slice(at + longest.length)
  }
  return null
}

/** The value is the status of a response. */
export function isStatusRef(ref: ValueRef, accessors: Accessors): boolean {
  const steps = isForeign(ref, accessors) ? null : valueSteps(ref)
  if (steps === null) return false
  const ends = accessors.status.some(
    accessor => steps.length >= accessor.length && startsAt(steps, steps.length - accessor.length, accessor),
  )
  return ends && (accessors.body.length === 0 || bodyPath(ref, accessors) === null)
}
