/** The members of an object type that are part of its value. */
import { byCodeUnit } from '../../ir/index.js'
import type { TypeReader } from '../checker.js'

export interface Member<T> {
  name: string
  type: T
  isOptional: boolean
}

/** Methods, private and protected members and symbols are not; sorted, since no two versions agree on an order. */
export function membersOf<T>(types: TypeReader<T>, type: T): Member<T>[] {
  return types
    .properties(type)
    .flatMap(property => {
      const { name, isOptional } = property
      if (property.isMethod || /^(?:#|__@|__#)/.test(name) || property.isHidden()) return []
      const memberType = property.type()
      return isFunctionOrMissing(types, memberType) ? [] : [{ name, type: memberType, isOptional }]
    })
    .toSorted((a, b) => byCodeUnit(a.name, b.name))
}

function isFunctionOrMissing<T>(types: TypeReader<T>, type: T): boolean {
  const all = types.is(type, 'Union') ? types.parts(type) : [type]
  const present = all.filter(part => !types.is(part, 'Null', 'Undefined', 'Void'))
  return present.length > 0 && present.every(part => types.isCallable(part))
}

/** What `JSON.stringify` is given in place of the value; null when there is no such method. */
export function jsonType<T>(types: TypeReader<T>, type: T): T | null {
  const method = types.properties(type).find(({ name }) => name === 'toJSON')
  return method === undefined ? null : types.returns(method.type())
}
