/** Wrappers as their registration gives them: a project function's unit, a library's stub, or nothing readable (extraction.md 16.1, packs.md A1). */
import type { LibraryWrapper, PatternPack } from '../../pack/index.js'
import type { RoutablePatterns, WrapPattern } from '../../index/routables.js'
import { type Expression, type FunctionNode, isFunction, isMember, strip } from '../../program/syntax.js'
import { originOf } from '../../values/origin.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { type Expr, siteKey, type Value } from '../../values/value.js'
import { handlerOf, rootIsExternal, type SettledHandler } from '../handlers.js'
import { boundName } from '../../values/names.js'
import { stubId, type StubSource } from '../stubs.js'
import type { Continuation, DiscoveredUnit, UnitBody, WrapperUse } from '../unit.js'

export interface WrapperUses {
  useOf(target: Expr, wraps: readonly WrapPattern[], scope: string | null): WrapperUse | null
  /** The function a factory puts around its argument (H5). */
  factoryUse(wrapper: SettledHandler['wrappers'][number], registration: Expr): WrapperUse
  declaredWrapper(callee: Value): LibraryWrapper | null
  stubUse(wrapper: Pick<LibraryWrapper, 'module' | 'name' | 'role' | 'catches' | 'rewritesBody'>): WrapperUse
  /** A function that gets what a validation found first: a wrapper of the project, or a library's. */
  hookUse(hook: Expr): { type: 'project'; use: WrapperUse; unit: DiscoveredUnit } | { type: 'library'; use: WrapperUse | null } | { type: 'none' }
  /** A function that answers unmatched requests: a unit that stands around no route. */
  unmatched(body: UnitBody, registration: Expr): void
  units(): DiscoveredUnit[]
  readonly stubs: Map<string, StubSource>
}

export function openWrapperUses(values: Values, patterns: RoutablePatterns): WrapperUses {
  const { pack } = patterns
  const units = new Map<string, DiscoveredUnit>()
  const stubs: WrapperUses['stubs'] = new Map()
  let labels = 0

  function useOf(target: Expr, wraps: readonly WrapPattern[], scope: string | null): WrapperUse | null {
    const answer = handlerOf(values, target)
    if (answer.type !== 'one') return libraryUse(answer.value, target, scope)
    const { body, wrappers } = answer.handler
    const pattern = wraps.find(w => 'arity' in w.wrap && w.wrap.arity === body.node.params.length) ?? wraps.find(w => !('arity' in w.wrap) || w.wrap.arity === undefined)
    const wrap = pattern?.wrap
    const unit = unitOf(body, target, pattern ?? null, [])
    return { target: { type: 'unit', unit }, role: unit.wrapper?.role ?? 'before', scope, ...(wrappers.some(w => w.skips) ? { uncertain: true as const } : {}), ...(wrap?.rewritesBody || changesResponse(body) ? { rewritesBody: true as const } : {}) }
  }

  /** One unit per wrapper function and role, however often it is registered. */
  function unitOf(body: Expr<FunctionNode>, registration: Expr, pattern: WrapPattern | null, more: readonly Continuation[], given?: string): DiscoveredUnit {
    const throwParam = pattern?.wrap.throwParam ?? null
    const continuationParam = pattern?.wrap.continuationParam ?? null
    const key = `${siteKey(body)}|${throwParam}|${more.length}`
    const known = units.get(key)
    if (known) return known
    const name = given ?? boundName(body)
    const unit: DiscoveredUnit = {
      kind: 'middleware', name: name ?? `middleware#${++labels}`, nameKind: name === null ? 'label' : 'binding',
      pack, body, registration, bodyReason: null, binding: null, unread: [],
      terminals: pattern?.terminals ?? pack.terminals, inputMapping: pattern?.inputMapping ?? pack.inputMapping,
      wrapper: { role: throwParam === null ? 'before' : 'onThrow', throwParam },
      continuations: [...(continuationParam === null ? [] : [{ fn: body.node, index: continuationParam, to: 'next' }]), ...more],
      wrappers: [], client: null, metadata: {},
    }
    units.set(key, unit)
    return unit
  }

  /** A wrapper of a dependency: declared without outcomes it leaves nothing, with outcomes a stub. */
  function libraryUse(value: Value | null, target: Expr, scope: string | null): WrapperUse | null {
    const callee = value?.type === 'call' ? value.callee : value
    const unread = (reason: 'libraryWrapper' | 'unresolvedWrapper', gap: boolean): WrapperUse => ({ target: { type: 'unread', reason, callee: shown(target), gap }, role: 'before', scope })
    if (!callee || !rootIsExternal(callee)) return unread('unresolvedWrapper', true)
    const declared = declaredWrapper(callee)
    if (!declared) return unread('libraryWrapper', false)
    if (!declared.outcomes?.length) return null
    // passport.authenticate with a callback answers only what the callback does
    if (declared.name === 'authenticate' && value?.type === 'call' && value.expr.node.arguments.some(a => a.type !== 'SpreadElement' && isFunction(strip(a)))) return unread('libraryWrapper', false)
    return { ...stubUse(declared), scope }
  }

  function stubUse(wrapper: Parameters<WrapperUses['stubUse']>[0]): WrapperUse {
    const id = stubId(wrapper.module, wrapper.name)
    stubs.set(id, { pack, module: wrapper.module, name: wrapper.name })
    return { target: { type: 'stub', id }, role: wrapper.role, scope: null, ...(wrapper.catches ? { catches: wrapper.catches } : {}), ...(wrapper.rewritesBody ? { rewritesBody: true as const } : {}) }
  }

  /** Also what a method of the library's value gives: `multer().single("f")`, `body("n").notEmpty()`. */
  const declaredWrapper = (callee: Value): LibraryWrapper | null => declaredWrapperOf(pack, callee)

  /** A wrapper that assigns a sending method of the response may change what is sent. */
  function changesResponse(body: Expr<FunctionNode>): boolean {
    const sends = pack.terminals.flatMap(t => (t.match.type === 'parameterMethodCall' && t.match.parameterPosition !== undefined ? [{ position: t.match.parameterPosition, name: t.match.methodChain.at(-1) ?? '' }] : []))
    return body.module.memberWrites.some(write => {
      if (write.start < body.node.start || write.end > body.node.end || !isMember(write.left)) return false
      const object = strip(write.left.object)
      const binding = object.type === 'Identifier' ? values.binding(body.module, object) : null
      const name = write.left.property.type === 'Identifier' ? write.left.property.name : ''
      const source = binding?.source
      return source?.type === 'param' && source.fn === body.node && sends.some(s => s.position === source.index && (s.name === name || name === 'write' || name === 'res'))
    })
  }

  return {
    useOf, declaredWrapper, stubUse, stubs,
    factoryUse(wrapper, registration) {
      const pattern = patterns.wraps.find(w => 'method' in w.wrap && w.wrap.throwParam === undefined) ?? null
      const unit = unitOf(wrapper.body, registration, pattern, [wrapper.continuation], wrapper.name)
      return { target: { type: 'unit', unit }, role: 'before', scope: null }
    },
    hookUse(hook) {
      const answer = handlerOf(values, hook)
      if (answer.type === 'one') {
        const { body } = answer.handler
        const key = `${siteKey(body)}|result`
        const base = patterns.wraps.find(w => 'method' in w.wrap && w.wrap.throwParam === undefined) ?? null
        const unit: DiscoveredUnit = units.get(key) ?? { ...unitOf(body, hook, base, []), wrapper: { role: 'before', throwParam: null, resultParam: 0 }, continuations: [] }
        units.delete(`${siteKey(body)}|null|0`)
        units.set(key, unit)
        return { type: 'project', unit, use: { target: { type: 'unit', unit }, role: 'before', scope: null } }
      }
      const callee = answer.value?.type === 'call' ? answer.value.callee : answer.value
      if (!callee || !rootIsExternal(callee)) return { type: 'none' }
      const declared = declaredWrapper(callee)
      return { type: 'library', use: declared?.outcomes?.length ? stubUse(declared) : null }
    },
    unmatched(body, registration) {
      if (isFunction(body.node)) unitOf({ ...body, node: body.node }, registration, { wrap: { method: '', targetPosition: 0 }, terminals: pack.terminals, inputMapping: pack.inputMapping }, [])
    },
    units: () => [...units.values()],
  }
}

export function declaredWrapperOf(pack: PatternPack, callee: Value): LibraryWrapper | null {
  const origin = originOf(callee)
  return pack.libraryWrappers?.find(w => isOrigin(callee, w.module, w.name)
    || (origin !== null && 'module' in origin && origin.module === w.module && (origin.path[0] === w.name || (origin.path.length === 0 && w.name === 'default')))) ?? null
}

export function shown(expr: Expr): string {
  const node = strip(expr.node as Expression)
  const at = node.type === 'CallExpression' ? node.callee : node
  return expr.module.text.slice(at.start, at.end).replace(/\s+/g, ' ').slice(0, 120)
}
