/** Property paths a unit reads off its parameters, longest chains only (extraction.md I2). */
import type { SourceModule } from '../../program/module.js'
import { type FunctionNode, isCall, isMember, memberName, type Node } from '../../program/syntax.js'

export function readInputReads(module: SourceModule, fn: FunctionNode): { input: string; path: string[] }[] {
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
  const all = [...found.values()]
  const longest = all.filter(a => !all.some(b => b !== a && b.input === a.input && b.path.length > a.path.length && a.path.every((p, i) => b.path[i] === p)))
  return sortReads(longest)
}

export const sortReads = (reads: readonly { input: string; path: string[] }[]): { input: string; path: string[] }[] =>
  [...reads].sort((a, b) => (`${a.input}.${a.path.join('.')}` < `${b.input}.${b.path.join('.')}` ? -1 : 1))

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
