/** A test expression as a tree of conditions with their predicates (extraction.md 13.1, P4, P5). */
import type { ComparisonOp, Predicate, ValueRef } from '../ir/index.js'
import { type Expression, isCall, isFunction, isMember, memberName, type Node, strip } from '../program/syntax.js'
import { returnedExpressions } from '../values/returns.js'
import { elementsOf } from '../values/elements.js'
import type { Values } from '../values/resolve.js'
import { type Expr, frameOf, siteKey } from '../values/value.js'
import type { Conditions, CondSite, Tree } from './paths/condition.js'
import { negateTree } from './paths/condition.js'
import type { Subjects } from './subjects.js'

/** A property of a client's response that stands for a set of statuses: `.ok`. */
export interface StatusRange {
  name: string
  min: number
  max: number
}

export interface Tests {
  treeOf(expr: Expr, statement: CondSite['statement']): Tree
  /** The value is null or undefined. */
  absentTree(expr: Expr, statement: CondSite['statement']): Tree
  /** `subject === label` of a switch. */
  caseTree(subject: Expr, label: Expr, statement: CondSite['statement']): Tree
}

const maxDepth = 4
const maxNesting = 200
const mirrored: Record<ComparisonOp, ComparisonOp> = { eq: 'eq', neq: 'neq', gt: 'lt', gte: 'lte', lt: 'gt', lte: 'gte' }
const operators: Record<string, ComparisonOp> = { '===': 'eq', '==': 'eq', '!==': 'neq', '!=': 'neq', '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' }

export function openTests(input: {
  values: Values
  subjects: Subjects
  conditions: Conditions
  isCatchVariable(expr: Expr): boolean
  statusRange(expr: Expr): StatusRange | null
}): Tests {
  const { values, subjects, conditions } = input
  const lit = (cond: Parameters<Conditions['cond']>[0], positive = true): Tree => ({ type: 'lit', lit: { cond: conditions.cond(cond), positive } })

  const siteOf = (expr: Expr, statement: CondSite['statement']): CondSite => ({ file: expr.module.file, start: expr.node.start, end: expr.node.end, statement })

  /** A condition of its own site, or of its name when that never changes. */
  function leaf(expr: Expr, statement: CondSite['statement'], predicate: Predicate, stable: { subject: Expr; form: string } | null, positive: boolean): Tree {
    const name = stable ? subjects.stableKey(stable.subject) : null
    const text = stable ? `${subjects.canonical(stable.subject)} ${stable.form}`.trim() : subjects.canonical(expr)
    const key = name !== null && stable ? `${name} ${stable.form}` : siteKey(expr)
    const literal = stable && name !== null ? /^=== (.+)$/.exec(stable.form)?.[1] : undefined
    return lit({
      key, text, predicate, stable: name !== null,
      eq: literal !== undefined && name !== null ? { subject: name, literal } : null,
      site: siteOf(expr, statement),
    }, positive)
  }

  function treeOf(expr: Expr, statement: CondSite['statement'], depth = 0, nesting = 0): Tree {
    const node = strip(expr.node as Expression)
    const at = { ...expr, node }
    if (nesting > maxNesting) return leaf(at, statement, { type: 'opaque', sourceText: subjects.sourceOf(at), reason: 'unsupportedSyntax' }, null, true)
    const again = (child: Node): Tree => treeOf({ ...expr, node: child }, statement, depth, nesting + 1)
    switch (node.type) {
      case 'Literal': return { type: 'const', value: Boolean(node.value) }
      case 'UnaryExpression':
        if (node.operator === '!') return negateTree(again(node.argument))
        break
      case 'LogicalExpression':
        if (node.operator === '&&') return combine('and', [again(node.left), again(node.right)])
        if (node.operator === '||') return combine('or', [again(node.left), again(node.right)])
        break
      case 'BinaryExpression': return binary(at, statement)
      case 'Identifier': {
        const named = namedCondition(at)
        if (named && depth < 8) return treeOf(named, statement, depth + 1, nesting + 1)
        return truthiness(at, statement)
      }
      case 'MemberExpression': return member(at, statement)
      case 'CallExpression': return call(at, statement, depth, nesting)
      default:
    }
    return opaque(at, statement)
  }

  const combine = (type: 'and' | 'or', of: Tree[]): Tree => {
    const flat = of.flatMap(t => (t.type === type ? t.of : [t]))
    const rest = flat.filter(t => t.type !== 'const' || t.value === (type === 'or'))
    if (rest.some(t => t.type === 'const')) return { type: 'const', value: type === 'or' }
    const [only] = rest
    if (!only) return { type: 'const', value: type === 'and' }
    return rest.length === 1 ? only : { type, of: rest }
  }

  /** A name bound once to a condition: the condition. */
  function namedCondition(expr: Expr): Expr | null {
    const binding = values.binding(expr.module, expr.node)
    if (binding?.source.type !== 'init' || binding.writes.length > 0 || binding.source.path.length > 0) return null
    const init = strip(binding.source.value)
    const isCondition = (init.type === 'LogicalExpression' && init.operator !== '??') || (init.type === 'UnaryExpression' && init.operator === '!')
      || (init.type === 'BinaryExpression' && init.operator in operators) || (init.type === 'MemberExpression' && input.statusRange({ ...expr, node: init }) !== null)
      || (isCall(init) && init.callee.type === 'Identifier' && init.callee.name === 'Boolean')
    return isCondition ? { ...expr, node: init } : null
  }

  function truthiness(expr: Expr, statement: CondSite['statement']): Tree {
    const length = restLength(expr)
    if (length !== null) return { type: 'const', value: length > 0 }
    const answered = answeredTruth(expr)
    if (answered !== null) return { type: 'const', value: answered }
    if (values.one(expr)?.type === 'literal') {
      const value = values.one(expr)
      const binding = values.binding(expr.module, expr.node)
      if (value?.type === 'literal' && expr.frame !== null && binding?.source.type === 'param') return { type: 'const', value: Boolean(value.value) }
    }
    return unlessMissing(expr, statement, { type: 'truthinessCheck', subject: subjects.refOf(expr), negated: false }, '')
  }

  /** What a test says of a name, and of the default the name has where nothing was given. */
  function unlessMissing(subject: Expr, statement: CondSite['statement'], predicate: Predicate, form: string | null, whole = subject): Tree {
    const tree = leaf(whole, statement, predicate, form === null ? null : { subject, form }, true)
    const fallback = defaultOf(subject)
    if (!fallback) return tree
    const [given, missing] = [truthOf(predicate, fallback.value), truthOf(predicate, undefined)]
    if (given === missing) return tree
    if (given === null) return opaque(whole, statement)
    const absent = leaf(subject, statement, { type: 'typeCheck', subject: subjects.refOf(subject), expectedType: 'undefined' }, { subject, form: 'given undefined' }, true)
    return given ? combine('or', [absent, tree]) : combine('and', [negateTree(absent), tree])
  }

  /** The default of a destructured or given name, where it may apply; `value` is undefined when it was not read. */
  function defaultOf(expr: Expr, hops = 0): { value: unknown } | null {
    const binding = expr.node.type === 'Identifier' ? values.binding(expr.module, expr.node) : null
    const source = binding?.source
    if (source?.type !== 'param' && source?.type !== 'init') return null
    const argument = source.type === 'param' && source.path.length === 0 ? frameOf(expr.frame, source.fn)?.args[source.index] : undefined
    if (argument?.type === 'expr' && hops < maxDepth) return defaultOf({ ...argument.expr, node: strip(argument.expr.node as Expression) }, hops + 1)
    const given = source.type === 'init' && source.path.length === 0 && binding?.writes.length === 0 ? strip(source.value) : null
    if (given?.type === 'Identifier' && hops < maxDepth) return defaultOf({ ...expr, node: given }, hops + 1)
    const last = source.path.at(-1)
    const fallback = last ? ('fallback' in last ? last.fallback : null) : source.type === 'param' && !frameOf(expr.frame, source.fn) ? source.fallback : null
    const value = fallback ? values.one({ ...expr, node: fallback }) : null
    if (!fallback) return null
    return { value: value?.type === 'literal' ? value.value : value?.type === 'object' || value?.type === 'array' || value?.type === 'function' ? {} : undefined }
  }

  function absence(expr: Expr, statement: CondSite['statement']): Tree {
    const value = values.one(expr)
    if (value?.type === 'literal') return { type: 'const', value: value.value === null || value.value === undefined }
    if (value?.type === 'function' || value?.type === 'class' || value?.type === 'object' || value?.type === 'array') return { type: 'const', value: false }
    return unlessMissing(expr, statement, { type: 'nullCheck', subject: subjects.refOf(expr), negated: false }, 'null')
  }

  function member(expr: Expr, statement: CondSite['statement']): Tree {
    const range = input.statusRange(expr)
    if (!range || !isMember(expr.node)) return truthiness(expr, statement)
    const object = subjects.refOf({ ...expr, node: expr.node.object })
    const left = statusRef(object)
    const side = (op: 'gte' | 'lte', value: number): Tree => lit({
      key: `${siteKey(expr)} ${op}`, text: `${subjects.canonical(expr)} ${op} ${value}`,
      predicate: { type: 'comparison', left, op, right: { type: 'literal', value } },
      // a status is a number: one of two orders holds
      opposite: { type: 'comparison', left, op: op === 'gte' ? 'lt' : 'gt', right: { type: 'literal', value } },
      site: siteOf(expr, statement),
    })
    return { type: 'and', of: [side('gte', range.min), side('lte', range.max)] }
  }

  const statusRef = (object: ValueRef): ValueRef =>
    (object.type === 'dependency' ? { ...object, accessChain: [...object.accessChain, 'status'] }
      : object.type === 'input' ? { ...object, path: [...object.path, 'status'] }
        : { type: 'derived', from: object, derivation: { type: 'propertyAccess', property: 'status' } })

  function binary(expr: Expr, statement: CondSite['statement']): Tree {
    const node = expr.node
    if (node.type !== 'BinaryExpression') return opaque(expr, statement)
    const left = { ...expr, node: strip(node.left as Expression) }
    const right = { ...expr, node: strip(node.right) }
    if (node.operator === 'instanceof') {
      const predicate: Predicate = { type: 'typeCheck', subject: subjects.refOf(left), expectedType: subjects.sourceOf(right) }
      if (input.isCatchVariable(left)) {
        const [cls] = values.resolve(right)
        const key = cls?.type === 'class' ? `${cls.expr.module.file}:${cls.expr.node.start}` : cls?.type === 'global' ? cls.path.join('.') : cls?.type === 'external' ? `${cls.module}.${cls.path.join('.')}` : null
        return lit({ key: `${siteKey(expr)}`, text: subjects.canonical(expr), predicate, instanceOf: key, site: siteOf(expr, statement) })
      }
      return leaf(expr, statement, predicate, null, true)
    }
    if (node.operator === 'in') {
      const key = values.one(left)
      if (key?.type === 'literal' && typeof key.value === 'string') return leaf(expr, statement, { type: 'propertyExists', subject: subjects.refOf(right), property: key.value, negated: false }, null, true)
      return leaf(expr, statement, { type: 'opaque', sourceText: subjects.sourceOf(expr), reason: 'dynamicValue' }, null, true)
    }
    const op = operators[node.operator]
    if (!op) return opaque(expr, statement)
    if (isConstant(left.node) && !isConstant(right.node)) return compare(expr, right, mirrored[op], left, node.operator, statement)
    return compare(expr, left, op, right, node.operator, statement)
  }

  const isConstant = (node: Node): boolean => node.type === 'Literal' || (node.type === 'Identifier' && node.name === 'undefined') || (node.type === 'UnaryExpression' && node.operator === '-')

  function compare(expr: Expr, subject: Expr, op: ComparisonOp, value: Expr, operator: string, statement: CondSite['statement']): Tree {
    const equality = op === 'eq' || op === 'neq'
    const positive = op !== 'neq'
    const literal = values.one(value)
    const known = literal?.type === 'literal' ? literal : null
    const decided = decide(subject, op, known)
    if (decided !== null) return { type: 'const', value: decided }
    const tested = (of: Expr, predicate: Predicate, form: string | null): Tree => {
      const tree = unlessMissing(of, statement, predicate, form, expr)
      return positive ? tree : negateTree(tree)
    }
    if (subject.node.type === 'UnaryExpression' && subject.node.operator === 'typeof' && equality && known && typeof known.value === 'string') {
      const inner = { ...subject, node: strip(subject.node.argument) }
      if (known.value === 'undefined') return tested(inner, { type: 'nullCheck', subject: subjects.refOf(inner), negated: false }, '=== undefined')
      return tested(inner, { type: 'typeCheck', subject: subjects.refOf(inner), expectedType: known.value }, `typeof ${known.value}`)
    }
    if (equality && known && (known.value === null || known.value === undefined)) {
      const loose = operator === '==' || operator === '!='
      const form = loose ? 'null' : known.value === null ? '=== null' : '=== undefined'
      return tested(subject, { type: 'nullCheck', subject: subjects.refOf(subject), negated: false }, form)
    }
    const left = subjects.refOf(subject)
    const right: ValueRef = known ? { type: 'literal', value: known.value ?? null } : subjects.refOf(value)
    if (equality) {
      const strict = known && (operator === '===' || operator === '!==')
      return tested(subject, { type: 'comparison', left, op: 'eq', right }, strict ? `=== ${JSON.stringify(known.value)}` : null)
    }
    return tested(subject, { type: 'comparison', left, op, right }, null)
  }

  /** Whether what the decorators around the unit note is true. */
  function answeredTruth(expr: Expr): boolean | null {
    if (!isAnswered(expr)) return null
    const behind = answerBehind(expr)
    if (behind && restCount(behind) !== null) return true
    const value = values.one(expr)
    if (value?.type === 'literal') return Boolean(value.value)
    return value?.type === 'array' || value?.type === 'object' || value?.type === 'function' || value?.type === 'class' ? true : null
  }

  /** What the call answers that a name holds the result of. */
  function answerBehind({ module, node, frame }: Expr): Expr | null {
    const source = node.type === 'Identifier' ? values.binding(module, node)?.source : undefined
    if (source?.type !== 'init' || source.path.length > 0) return null
    const call = strip(source.value)
    for (let at = frame; at; at = at.parent) if (at.answers?.has(call)) return at.answers.get(call) ?? null
    return null
  }

  /** How many arguments a rest parameter takes up. */
  function restCount({ module, node, frame }: Expr): number | null {
    const source = node.type === 'Identifier' ? values.binding(module, node)?.source : undefined
    if (source?.type !== 'param' || !source.rest || source.path.length > 0) return null
    const bound = frameOf(frame, source.fn)
    return !bound || bound.args.some(a => a.type === 'unknown') ? null : Math.max(0, bound.args.length - source.index)
  }

  const isAnswered = ({ frame }: Expr): boolean => {
    for (let at = frame; at; at = at.parent) if (at.answers) return true
    return false
  }

  /** `rest.length` in a call whose arguments are all written out (V4). */
  function restLength({ module, node, frame }: Expr, hops = 0): number | null {
    if (frame === null || hops > 4 || !isMember(node) || memberName(node) !== 'length') return null
    const object = strip(node.object)
    if (isAnswered({ module, node, frame })) {
      const elements = elementsOf(values, { module, node: object, frame })
      if (elements) return elements.length
      const behind = answerBehind({ module, node: object, frame })
      const count = behind ? restCount(behind) : null
      if (count !== null) return count
      const nothing = node.optional ? values.one({ module, node: object, frame }) : null
      if (nothing?.type === 'literal' && (nothing.value === undefined || nothing.value === null)) return 0
    }
    const source = object.type === 'Identifier' ? values.binding(module, object)?.source : undefined
    if (source?.type !== 'param' || source.path.length > 0) return null
    const bound = frameOf(frame, source.fn)
    if (!bound) return null
    if (source.rest) return bound.args.some(a => a.type === 'unknown') ? null : Math.max(0, bound.args.length - source.index)
    const argument = bound.args[source.index]
    return argument?.type === 'expr' ? restLength({ ...argument.expr, node: { ...node, object: argument.expr.node as Expression } }, hops + 1) : null
  }

  /** A comparison of two literals, as in a helper read for its arguments (V4). */
  function decide(subject: Expr, op: ComparisonOp, known: { value: string | number | boolean | null | undefined } | null): boolean | null {
    if (!known || subject.frame === null) return null
    const left = values.one(subject)
    const length = isAnswered(subject) ? restLength(subject) : null
    if (left?.type !== 'literal' && length === null) return null
    const a = left?.type === 'literal' ? left.value : length
    // `undefined == null`
    if (a !== known.value && (a ?? null) === null && (known.value ?? null) === null) return null
    const b = known.value
    switch (op) {
      case 'eq': return a === b
      case 'neq': return a !== b
      default:
        if (typeof a !== 'number' || typeof b !== 'number') return null
        return op === 'gt' ? a > b : op === 'gte' ? a >= b : op === 'lt' ? a < b : a <= b
    }
  }

  function call(expr: Expr, statement: CondSite['statement'], depth: number, nesting: number): Tree {
    const node = expr.node
    if (node.type !== 'CallExpression') return opaque(expr, statement)
    const args = node.arguments.flatMap(a => (a.type === 'SpreadElement' ? [] : [{ ...expr, node: strip(a) }]))
    const [first, second] = args
    const callee = { ...expr, node: node.callee }
    const resolved = values.resolve(callee)
    const [only] = resolved
    if (first && only?.type === 'global' && resolved.length === 1) {
      const name = only.path.join('.')
      if (name === 'Boolean') return treeOf(first, statement, depth, nesting + 1)
      if (name === 'Array.isArray') return leaf(expr, statement, { type: 'typeCheck', subject: subjects.refOf(first), expectedType: 'array' }, null, true)
      if (name === 'Object.hasOwn' && second) {
        const key = values.one(second)
        if (key?.type === 'literal') return leaf(expr, statement, { type: 'propertyExists', subject: subjects.refOf(first), property: String(key.value), negated: false }, null, true)
      }
    }
    if (isMember(node.callee) && first) {
      const name = memberName(node.callee)
      const object = { ...expr, node: node.callee.object }
      if (name === 'hasOwnProperty') {
        const key = values.one(first)
        if (key?.type === 'literal') return leaf(expr, statement, { type: 'propertyExists', subject: subjects.refOf(object), property: String(key.value), negated: false }, null, true)
      }
      if (name === 'includes' || name === 'has') {
        const list = literalList(object)
        if (list) {
          const of = list.map(value => {
            const key = subjects.stableKey(first)
            const form = `=== ${JSON.stringify(value)}`
            return lit({
              key: key === null ? `${siteKey(expr)} ${form}` : `${key} ${form}`, text: `${subjects.canonical(first)} ${form}`,
              predicate: { type: 'comparison', left: subjects.refOf(first), op: 'eq', right: { type: 'literal', value } },
              stable: key !== null, eq: key === null ? null : { subject: key, literal: JSON.stringify(value) }, site: siteOf(expr, statement),
            })
          })
          return combine('or', of)
        }
      }
    }
    if (only?.type === 'function' && resolved.length === 1 && depth < maxDepth && !only.expr.node.async) {
      const body = only.expr.node.body
      const returned = returnedExpressions(only.expr.node)
      const [value] = returned
      const single = body?.type !== 'BlockStatement' || (body.body.length === 1 && body.body[0]?.type === 'ReturnStatement')
      if (returned.length === 1 && value && single && isTestLike(value)) {
        const inlined = treeOf({ module: only.expr.module, node: value, frame: values.enter(only, { ...expr, node }) }, statement, depth + 1, nesting + 1)
        if (!hasOpaque(inlined)) return inlined
      }
    }
    const predicate: Predicate = { type: 'call', callee: subjects.calleeText(callee), args: args.map(a => subjects.refOf(a)) }
    return leaf(expr, statement, predicate, null, true)
  }

  const hasOpaque = (tree: Tree): boolean => (tree.type === 'lit' ? tree.lit.cond.predicate.type === 'opaque' : tree.type !== 'const' && tree.of.some(hasOpaque))

  const isTestLike = (node: Node): boolean => !isFunction(node) && !['ObjectExpression', 'ArrayExpression', 'JSXElement', 'TemplateLiteral'].includes(node.type)

  /** Literal elements of an array, or of `new Set([...])`, at most sixteen. */
  function literalList(expr: Expr): (string | number | boolean)[] | null {
    const node = strip(expr.node as Expression)
    let list = values.one({ ...expr, node })
    if (list?.type === 'call' && list.expr.node.type === 'NewExpression' && list.callee.type === 'global' && list.callee.path.join('.') === 'Set') {
      const [elements] = list.expr.node.arguments
      if (!elements || elements.type === 'SpreadElement') return null
      list = values.one({ ...list.expr, node: elements })
    }
    if (list?.type !== 'array' || list.expr.node.type !== 'ArrayExpression') return null
    const elements = list.expr.node.elements
    if (elements.length === 0 || elements.length > 16) return null
    const out: (string | number | boolean)[] = []
    for (const element of elements) {
      if (!element || element.type === 'SpreadElement') return null
      const value = values.one({ ...list.expr, node: element })
      if (value?.type !== 'literal' || value.value === null || value.value === undefined) return null
      out.push(value.value)
    }
    return out
  }

  function opaque(expr: Expr, statement: CondSite['statement']): Tree {
    const { node } = expr
    const reason = node.type === 'BinaryExpression' || node.type === 'AssignmentExpression' || node.type === 'TemplateLiteral' || node.type === 'UpdateExpression' || node.type === 'ConditionalExpression' || node.type === 'LogicalExpression' ? 'complexExpression'
      : node.type === 'TaggedTemplateExpression' || node.type === 'NewExpression' ? 'externalFunction' : 'unsupportedSyntax'
    return leaf(expr, statement, { type: 'opaque', sourceText: subjects.sourceOf(expr), reason }, null, true)
  }

  return {
    treeOf: (expr, statement) => treeOf(expr, statement),
    absentTree: (expr, statement) => absence({ ...expr, node: strip(expr.node as Expression) }, statement),
    caseTree: (subject, label, statement) => {
      const known = values.one(label)
      const literal = known?.type === 'literal' ? known : null
      const value = literal?.value
      const decided = decide(subject, 'eq', literal)
      if (decided !== null) return { type: 'const', value: decided }
      const form = literal ? `=== ${JSON.stringify(value)}` : null
      const key = subjects.stableKey(subject)
      const predicate: Predicate = { type: 'comparison', left: subjects.refOf(subject), op: 'eq', right: literal ? { type: 'literal', value: value ?? null } : subjects.refOf(label) }
      // The subject of a switch is evaluated once: its labels exclude one another whatever it is.
      const subjectKey = key ?? `${siteKey(subject)} switch`
      return lit({
        key: form ? `${subjectKey} ${form}` : `${siteKey(label)} of ${subjectKey}`,
        text: `${subjects.canonical(subject)} === ${subjects.canonical(label)}`,
        predicate, stable: form !== null, eq: form ? { subject: subjectKey, literal: JSON.stringify(value) } : null,
        site: siteOf(label, statement),
      })
    },
  }
}

/** Whether a test of one value holds for the value; null where it is compared with something else. */
function truthOf(predicate: Predicate, value: unknown): boolean | null {
  switch (predicate.type) {
    case 'truthinessCheck': return Boolean(value)
    case 'nullCheck': return value === null || value === undefined
    case 'typeCheck': return typeof value === predicate.expectedType
    case 'comparison': {
      if (predicate.right.type !== 'literal') return null
      const [a, b] = [value, predicate.right.value] as [number, number]
      switch (predicate.op) {
        case 'eq': return a === b
        case 'neq': return a !== b
        case 'gt': return a > b
        case 'gte': return a >= b
        case 'lt': return a < b
        default: return a <= b
      }
    }
    default: return null
  }
}
