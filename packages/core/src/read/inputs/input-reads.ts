/** Property paths a unit reads off its parameters, longest chains only (extraction.md I2). */
import type { SourceModule } from '../../program/module.js'
import { type FunctionNode, isCall, isMember, keyName, memberName, type Node } from '../../program/syntax.js'

/** `hasThisProps`: `this.props` is an input as well. */
export function readInputReads(module: SourceModule, fn: FunctionNode, hasThisProps: boolean): { input: string; path: string[] }[] {
  const found = new Map<string, { input: string; path: string[] }>()
  const add = (input: string, path: string[]): void => {
    if (path.length > 0) found.set(`${input}.${path.join('.')}`, { input, path })
  }
  const seen = new Set<Node>()
  for (const [node, binding] of module.bindingOf) {
    if (node.start < fn.start || node.end > fn.end || binding.source.type !== 'param' || binding.source.fn !== fn || seen.has(node)) continue
    seen.add(node)
    const { path, index } = binding.source
    const steps = path.flatMap(s => (s.type === 'property' ? [s.name] : s.type === 'index' ? [String(s.index)] : []))
    if (steps.length !== path.length) continue
    const input = path.length > 0 ? `arg${index}` : binding.name
    add(input, [...steps, ...chainFrom(module, node)])
  }
  if (hasThisProps) for (const { node, names } of thisProps(module, fn)) for (const name of names) add('props', name === null ? chainFrom(module, node) : [name])
  const all = [...found.values()]
  const longest = all.filter(a => !all.some(b => b !== a && b.input === a.input && b.path.length > a.path.length && a.path.every((p, i) => b.path[i] === p)))
  return sortReads(longest)
}

export const sortReads = (reads: readonly { input: string; path: string[] }[]): { input: string; path: string[] }[] =>
  [...reads].sort((a, b) => (`${a.input}.${a.path.join('.')}` < `${b.input}.${b.path.join('.')}` ? -1 : 1))

/** `this.props` in the function, with the names taken out of it at once. */
const thisProps = (module: SourceModule, fn: FunctionNode): { node: Node; names: (string | null)[] }[] =>
  [...module.parents.keys()].flatMap((node): { node: Node; names: (string | null)[] }[] => {
    if (!isMember(node) || node.object.type !== 'ThisExpression' || memberName(node) !== 'props' || node.start < fn.start || node.end > fn.end) return []
    const holder = module.parents.get(node)
    if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'ObjectPattern') return [{ node, names: [null] }]
    return [{ node, names: holder.id.properties.flatMap(p => (p.type === 'RestElement' ? [] : (keyName(p.key, p.computed) ?? []))) }]
  })

/** Members read from the node on; a method that is called is no field. */
function chainFrom(module: SourceModule, node: Node): string[] {
  const out: string[] = []
  let at = node
  for (let parent = module.parents.get(at); parent; parent = module.parents.get(at)) {
    if (parent.type === 'TSNonNullExpression' || parent.type === 'TSAsExpression' || parent.type === 'ChainExpression') {
      at = parent
      continue
    }
    if (!isMember(parent) || parent.object !== at) break
    const name = memberName(parent)
    const call = module.parents.get(parent)
    if (name === null || (call && isCall(call) && call.callee === parent)) break
    out.push(name)
    at = parent
  }
  return out
}
