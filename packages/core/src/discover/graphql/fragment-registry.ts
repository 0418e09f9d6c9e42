/** Whether a client library of the project adds fragments to the documents it sends. */
import { isTestFile } from '../../program/test-code.js'
import { isOrigin, type Values } from '../../values/resolve.js'
import { exprAt, type Expr } from '../../values/value.js'
import { entriesOf } from '../../values/written.js'
import { argumentAt, propertyOf } from '../client/options.js'

export interface ClientClass {
  importModule: string
  importName: string
}

export type FragmentSource = 'registry' | 'unread' | null

/** Null: every construction is read, and none installs a registry. */
export function fragmentSource(values: Values, classes: readonly ClientClass[]): FragmentSource {
  const made = values.program.modules
    .filter(({ file, text }) => !isTestFile(file) && classes.some(({ importName, importModule }) => text.includes(importName === 'default' ? importModule : importName)))
    .flatMap(module => module.calls.flatMap(node => (node.type === 'NewExpression' && isClient(exprAt(module, node)) ? [sourceOf(exprAt(module, node))] : [])))
  if (made.includes('registry')) return 'registry'
  return made.length === 0 || made.includes('unread') ? 'unread' : null

  function isClient(call: Expr): boolean {
    if (call.node.type !== 'NewExpression') return false
    return values.resolve({ ...call, node: call.node.callee }).some(value => classes.some(one => isOrigin(value, one.importModule, one.importName)))
  }

  function sourceOf(call: Expr): FragmentSource {
    if (call.node.type !== 'NewExpression') return 'unread'
    const config = argumentAt({ ...call, node: call.node }, 0)
    const cache = config && propertyOf(values, config, 'cache')
    const value = cache && values.one(cache)
    if (value?.type !== 'call') return 'unread'
    const options = argumentAt(value.expr, 0)
    if (!options) return null
    const { entries, open } = entriesOf(options, values)
    if (entries.has('fragments')) return 'registry'
    return open.length > 0 ? 'unread' : null
  }
}
