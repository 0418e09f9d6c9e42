/** The forward path walk over a unit's body (extraction.md 12). It knows statements; `evaluate` knows expressions. */
import { bodyStatements, type CallNode, children, type Expression, type FunctionNode, isFunction, type Node, type Statement, strip } from '../../program/syntax.js'
import { collapse } from '../subjects.js'
import { type Expr, type Frame, siteKey } from '../../values/value.js'
import { type Lit, litsOf, negateTree, type Tree } from './condition.js'
import { evaluate, promiseLink } from './evaluate.js'
import { reduce } from './join.js'
import { type Bag, type Path, startState, type State, stateKey } from './state.js'
import type { AccessSite, CallSite, Completion, Ctx, Ended, SitePath, Walker, WalkInput, Walked } from './walker.js'

const maxVisits = 50_000
const maxNesting = 200
const maxInline = 3
/** Changes of state from turn to turn of one loop. */
const maxTurns = 3

export function walkUnit(input: WalkInput): Walked {
  const { conditions, joiner } = input
  const completions = new Map<string, { completion: Completion; last: number; paths: Path[] }>()
  const calls = new Map<string, CallSite>()
  const accesses = new Map<string, AccessSite>()
  const ordinals = new Map<string, number>()
  const reasons = new Set<'unitBudget'>()
  const cut = new Map<string, Expr>()
  let seq = 0
  let visits = 0

  /** Number of a statement among the unit's tries or loops. */
  const ordinal = (kind: 'catch' | 'loop', expr: Expr): number => {
    const key = `${kind}${siteKey(expr)}`
    const known = ordinals.get(key)
    if (known !== undefined) return known
    const next = [...ordinals.keys()].filter(k => k.startsWith(kind)).length + 1
    ordinals.set(key, next)
    return next
  }

  const record = (completion: Completion, path: Path): void => {
    const key = `${completion.key}#${stateKey({ ...path.state, status: null, returned: null })}`
    const entry = completions.get(key)
    if (entry) {
      entry.paths.push(path)
      entry.last = Math.max(entry.last, completion.order)
    } else completions.set(key, { completion, last: completion.order, paths: [path] })
  }

  const sitePath = (path: Path, ctx: Ctx): SitePath => ({ outer: ctx.loops.length > 0 ? ctx.base : litsOf(path.cell), local: ctx.loops.length > 0 ? litsOf(path.cell) : [], outcomes: path.state.outcomes, caught: path.state.caught, answer: ctx.loops.length > 0 ? null : (path.state.answer?.key ?? null) })

  const walker: Walker = {
    input,
    nextSeq: () => ++seq,
    record,
    statement,
    body: inlineBody,
    test: (bag, tree) => bag.flatMap(p => extend(p, tree) ?? []),
    join: joiner.join,
    site(expr, bag, ctx, awaited) {
      const key = siteKey(expr)
      const paths = bag.map(p => sitePath(p, ctx))
      const known = calls.get(key)
      if (known) known.paths.push(...paths)
      else calls.set(key, { expr, seq: ++seq, paths, loops: ctx.loops, finallyOf: ctx.finallyOf, awaited, inlined: false })
      return calls.get(key)
    },
    access(expr, bag, ctx) {
      const key = siteKey(expr)
      const paths = bag.map(p => sitePath(p, ctx))
      const known = accesses.get(key)
      if (known) known.paths.push(...paths)
      else accesses.set(key, { expr, seq: ++seq, paths, loops: ctx.loops, finallyOf: ctx.finallyOf, inFrame: ctx.inlineDepth > 0 })
    },
    loop,
    catchMarker,
    returned: new Map(),
    cut: expr => cut.set(siteKey(expr), expr),
  }

  const extend = (path: Path, tree: Tree): Path | null => {
    const next = conditions.extend(path.cell, tree, path.state.thrown)
    return next ? { cell: next.cell, state: path.state } : null
  }

  function catchMarker(expr: Expr): Lit {
    const n = ordinal('catch', expr)
    const names = calleesIn(expr).slice(0, 3)
    return {
      cond: conditions.cond({
        key: `<catch ${siteKey(expr)}>`, text: `<catch ${n}>`, marker: 'catch',
        predicate: { type: 'opaque', sourceText: `exception from ${names.length > 0 ? names.map(c => `${c}()`).join(', ') : 'the block'}`, reason: 'externalFunction' },
        site: { file: expr.module.file, start: expr.node.start, end: expr.node.end, statement: { start: expr.node.start, end: expr.node.end } },
      }),
      positive: true,
    }
  }

  function statements(list: readonly Statement[], bag: Bag, ctx: Ctx): Bag {
    return list.reduce<Bag>((at, node, i) => statement(node, at, { ...ctx, tail: ctx.tail && i === list.length - 1 }), bag)
  }

  function statement(node: Statement | null | undefined, bag: Bag, ctx: Ctx): Bag {
    if (!node || bag.length === 0) return bag
    visits += bag.length
    if (visits > maxVisits || ctx.nesting > maxNesting) {
      reasons.add('unitBudget')
      const cond = conditions.cond({ key: `<unread ${ctx.module.file}:${node.start}>`, text: '<budget>', predicate: { type: 'opaque', sourceText: collapse(ctx.module.text.slice(node.start, Math.min(node.end, node.start + 80))), reason: 'unsupportedSyntax' }, marker: 'budget' })
      return bag.map(p => ({ ...p, cell: conditions.cell(p.cell, { cond, positive: true }) }))
    }
    return one(node, bag, { ...ctx, nesting: ctx.nesting + 1 })
  }

  const at = (node: Node, ctx: Ctx): Expr => ({ module: ctx.module, node, frame: ctx.frame })
  const value = (node: Expression, bag: Bag, ctx: Ctx): Bag => evaluate(walker, at(node, ctx), bag, ctx)

  function one(node: Statement, bag: Bag, ctx: Ctx): Bag {
    switch (node.type) {
      case 'BlockStatement': return statements(node.body, bag, ctx)
      case 'ExpressionStatement': return value(node.expression, bag, ctx)
      case 'VariableDeclaration':
        return node.declarations.reduce<Bag>((now, d) => {
          if (!d.init) return now
          const after = value(d.init, now, ctx)
          if (input.interest(at(d, ctx))) walker.access(at(d, ctx), after, ctx)
          return after
        }, bag)
      case 'IfStatement': return ifStatement(node.test, node.consequent, node.alternate, node, bag, ctx)
      case 'ReturnStatement': return returned(node.argument, at(node, ctx), bag, ctx)
      case 'ThrowStatement': {
        const after = evaluate(walker, at(node.argument, ctx), bag, { ...ctx, thrownNode: node.argument })
        const key = siteKey(at(node, ctx))
        const order = walker.nextSeq()
        for (const path of after) ctx.thrown({ key, order, expr: at(strip(node.argument), ctx), node: at(node, ctx) }, path)
        return []
      }
      case 'BreakStatement':
        for (const path of bag) ctx.jump(`break ${node.label?.name ?? ''}`, path)
        return []
      case 'ContinueStatement':
        for (const path of bag) ctx.jump(`continue ${node.label?.name ?? ''}`, path)
        return []
      case 'LabeledStatement': return labeled(node, bag, ctx)
      case 'SwitchStatement': return switchStatement(node, bag, ctx)
      case 'TryStatement': return tryStatement(node, bag, ctx)
      case 'ForOfStatement': case 'ForInStatement': case 'ForStatement': case 'WhileStatement': case 'DoWhileStatement':
        return loopStatement(node, bag, ctx, null)
      case 'FunctionDeclaration': case 'ImportDeclaration': case 'EmptyStatement': case 'DebuggerStatement': case 'ExportAllDeclaration': return bag
      case 'ExportNamedDeclaration':
        return node.declaration && node.declaration.type === 'VariableDeclaration' ? one(node.declaration, bag, ctx) : bag
      case 'ExportDefaultDeclaration':
        return isFunction(node.declaration as Node) || node.declaration.type === 'ClassDeclaration' || node.declaration.type === 'TSInterfaceDeclaration' ? bag : value(node.declaration as Expression, bag, ctx)
      case 'ClassDeclaration': return bag
      case 'WithStatement': {
        const cond = conditions.cond({ key: `<with ${siteKey(at(node, ctx))}>`, text: 'with', predicate: { type: 'opaque', sourceText: 'with', reason: 'unsupportedSyntax' } })
        return statement(node.body, bag.map(p => ({ ...p, cell: conditions.cell(p.cell, { cond, positive: true }) })), ctx)
      }
      default: return bag
    }
  }

  function ifStatement(test: Expression, consequent: Statement, alternate: Statement | null | undefined, node: Node, bag: Bag, ctx: Ctx): Bag {
    const after = value(test, bag, { ...ctx, tail: false })
    const tree = input.tests.treeOf(at(test, ctx), node)
    return joiner.join([...statement(consequent, walker.test(after, tree), ctx), ...statement(alternate, walker.test(after, negateTree(tree)), ctx)], ctx.tail)
  }

  /** A returned `?:`, `&&`, `||`, `??` is split into its arms (T3). */
  function returned(argument: Expression | null, node: Expr, bag: Bag, ctx: Ctx): Bag {
    const inner = argument ? strip(argument) : null
    if (inner?.type === 'ConditionalExpression' || (!(input.returnsDecision && ctx.inlineDepth === 0) && inner?.type === 'LogicalExpression' && inner.operator !== '??')) {
      const test = inner.type === 'ConditionalExpression' ? inner.test : inner.left
      const after = value(test, bag, { ...ctx, tail: false })
      const tree = input.tests.treeOf(at(test, ctx), inner)
      const isOr = inner.type === 'LogicalExpression' && inner.operator === '||'
      const [whenTrue, whenFalse] = inner.type === 'ConditionalExpression' ? [inner.consequent, inner.alternate] : isOr ? [inner.left, inner.right] : [inner.right, inner.left]
      const trueArm = walker.test(after, tree)
      const falseArm = walker.test(after, negateTree(tree))
      if (inner.type === 'ConditionalExpression') {
        returned(whenTrue, { ...node, node: whenTrue }, trueArm, ctx)
        returned(whenFalse, { ...node, node: whenFalse }, falseArm, ctx)
      } else if (isOr) {
        finish(whenTrue, { ...node, node: whenTrue }, trueArm, ctx)
        returned(whenFalse, { ...node, node: whenFalse }, falseArm, ctx)
      } else {
        returned(whenTrue, { ...node, node: whenTrue }, trueArm, ctx)
        finish(whenFalse, { ...node, node: whenFalse }, falseArm, ctx)
      }
      return []
    }
    const helper = inner?.type === 'CallExpression' && ctx.helperDepth < maxInline ? returnedHelper({ ...at(inner, ctx), node: inner }, ctx) : null
    if (helper && inner?.type === 'CallExpression') {
      passedThrough(at(inner, ctx) as Expr<CallNode>, helper, node, bag, ctx)
      return []
    }
    const after = argument ? evaluate(walker, at(argument, ctx), bag, { ...ctx, returning: true }) : bag
    if (input.returnsDecision && argument && ctx.inlineDepth === 0) {
      const tree = input.tests.treeOf(at(argument, ctx), strip(argument))
      finish(argument, node, walker.test(after, tree), ctx, true)
      finish(argument, node, walker.test(after, negateTree(tree)), ctx, false)
      return []
    }
    finish(argument, node, after, ctx)
    return []
  }

  function returnedHelper(call: Expr<CallNode>, ctx: Ctx): ReturnType<WalkInput['outcomeOf']> {
    const own = input.outcomeOf(call, ctx)
    if (own || input.roleOf(call).type !== 'plain') return own
    const inPlace = input.inlineOf(call, ctx)
    return inPlace?.type === 'helper' ? inPlace : null
  }

  /** A helper whose answers are the unit's: its paths go on as the caller's, each with what it returns (11.4). */
  function passedThrough(call: Expr<CallNode>, helper: NonNullable<ReturnType<WalkInput['outcomeOf']>>, node: Expr, bag: Bag, ctx: Ctx): void {
    const after = call.node.arguments.reduce<Bag>((now, a) => evaluate(walker, at(a.type === 'SpreadElement' ? a.argument : a, ctx), now, ctx), bag)
    for (const path of after) ctx.exception(path)
    const site = walker.site(call, after, ctx, true)
    if (site) site.inlined = true
    for (const { value: given, path } of inlineBody(helper, after, ctx)) ctx.end({ value: given, node, order: walker.nextSeq() }, path)
  }

  function finish(argument: Expression | null, node: Expr, bag: Bag, ctx: Ctx, truth?: boolean): void {
    const order = walker.nextSeq()
    for (const path of bag) ctx.end({ value: argument ? at(argument, ctx) : null, node, order, ...(truth === undefined ? {} : { truth }) }, path)
  }

  function labeled(node: Extract<Statement, { type: 'LabeledStatement' }>, bag: Bag, ctx: Ctx): Bag {
    if (isLoop(node.body)) return loopStatement(node.body, bag, ctx, node.label.name)
    const left: Path[] = []
    const through = statement(node.body, bag, { ...ctx, tail: false, jump: (kind, path) => (kind === `break ${node.label.name}` ? left.push(path) : ctx.jump(kind, path)) })
    return joiner.join([...through, ...left], ctx.tail)
  }

  function switchStatement(node: Extract<Statement, { type: 'SwitchStatement' }>, incoming: Bag, ctx: Ctx): Bag {
    const bag = value(node.discriminant, incoming, { ...ctx, tail: false })
    const left: Path[] = []
    const inside: Ctx = { ...ctx, tail: false, jump: (kind, path) => (kind === 'break ' ? left.push(path) : ctx.jump(kind, path)) }
    const subject = strip(node.discriminant)
    const asTests = subject.type === 'Literal' && subject.value === true
    const labelTree = (label: Expression): Tree => (asTests ? input.tests.treeOf(at(label, ctx), node) : input.tests.caseTree(at(subject, ctx), at(strip(label), ctx), node))
    const groups: { isDefault: boolean; labels: Tree[]; body: Statement[] }[] = []
    let labels: (Expression | null)[] = []
    node.cases.forEach((clause, i) => {
      labels.push(clause.test)
      if (clause.consequent.length === 0 && i < node.cases.length - 1) return
      groups.push({ isDefault: labels.includes(null), labels: labels.flatMap(l => (l ? [labelTree(l)] : [])), body: clause.consequent })
      labels = []
    })
    const literal = !asTests && node.cases.every(c => !c.test || input.isLiteral(at(c.test, ctx)))
    const any = (trees: Tree[]): Tree => (trees.length === 1 && trees[0] ? trees[0] : { type: 'or', of: trees })
    const othersFail = (own: (typeof groups)[number] | null, from: Bag): Bag =>
      groups.filter(g => g !== own && g.labels.length > 0).reduce((now, g) => walker.test(now, negateTree(any(g.labels))), from)
    const seen: Tree[] = []
    let through: Bag = []
    if (input.interest(at(subject, ctx))) for (const clause of node.cases) if (clause.test) walker.access(at(clause.test, ctx), bag, ctx)
    for (const group of groups) {
      const from = group.isDefault ? othersFail(group, bag) : walker.test(literal ? bag : seen.reduce((now, t) => walker.test(now, negateTree(t)), bag), any(group.labels))
      if (!group.isDefault) seen.push(any(group.labels))
      through = statements(group.body, joiner.join([...through, ...from], false), inside)
    }
    const missed = groups.some(g => g.isDefault) ? [] : othersFail(null, bag)
    return joiner.join([...through, ...left, ...missed], ctx.tail)
  }

  function tryStatement(node: Extract<Statement, { type: 'TryStatement' }>, bag: Bag, ctx: Ctx): Bag {
    const finalizer = node.finalizer
    const pending = new Map<string, { paths: Path[]; resume: (path: Path) => void }>()
    const later = (key: string, path: Path, resume: (path: Path) => void): void => {
      const known = pending.get(key)
      if (known) known.paths.push(path)
      else pending.set(key, { paths: [path], resume })
    }
    const whole = at(node, ctx)
    const marker = (): Lit => catchMarker(at(node.block, ctx))
    const outer: Ctx = finalizer
      ? {
          ...ctx, tail: false,
          end: (end, path) => later(endKey(end), end.value ? pinned(path, siteKey(end.value)) : path, p => ctx.end(end, p)),
          thrown: (thrown, path) => later(`throw ${thrown.key}`, path, p => ctx.thrown(thrown, p)),
          jump: (kind, path) => later(kind, path, p => ctx.jump(kind, p)),
          exception: (path, marked) => later('call', marked ? path : { ...path, cell: conditions.cell(path.cell, marker()) }, p => ctx.exception(p, true)),
        }
      : ctx
    let falls: Bag
    const handler = node.handler
    if (handler) {
      const thrown: Path[] = []
      const exceptions: Path[] = []
      const marked: Path[] = []
      const holdsCall = input.holdsClientCall(at(node.block, ctx))
      const caught = (state: State): State => (holdsCall ? { ...state, caught: true } : state)
      const through = statement(node.block, bag, {
        ...outer, tail: ctx.tail && !finalizer,
        thrown: (t, path) => thrown.push({ cell: path.cell, state: path.state.answer ? caught(path.state) : { ...caught(path.state), thrown: input.thrownClass(t.expr, path.state.thrown) } }),
        exception: (path, isMarked) => (isMarked ? marked : exceptions).push(path),
      })
      const from = joiner.join(exceptions.length + marked.length > 0 ? exceptions : bag, false)
      const starts = joiner.join([...from.map(p => ({ cell: conditions.cell(p.cell, marker()), state: caught(p.state) })), ...marked.map(p => ({ ...p, state: caught(p.state) })), ...thrown], false)
      const after = statement(handler.body, starts, { ...outer, tail: ctx.tail && !finalizer, inCatch: handler }).map(p => ({ cell: p.cell, state: { ...p.state, thrown: null } }))
      falls = joiner.join([...through, ...after], ctx.tail && !finalizer)
    } else falls = statement(node.block, bag, { ...outer, tail: false })
    if (!finalizer) return falls
    const inFinally: Ctx = { ...ctx, tail: false, finallyOf: [...ctx.finallyOf, whole] }
    if (!acts(finalizer, ctx)) {
      statement(finalizer, joiner.join([...falls, ...[...pending.values()].flatMap(p => p.paths)], false), inFinally)
      for (const { paths, resume } of pending.values()) for (const path of paths) resume(path)
      return joiner.join(falls, ctx.tail)
    }
    const out = statement(finalizer, falls, inFinally)
    for (const { paths, resume } of pending.values()) for (const path of statement(finalizer, joiner.join(paths, false), inFinally)) resume(path)
    return joiner.join(out, false)
  }

  /** Whether a `finally` has an exit, a terminal, a continuation or a pending status, of its own or of what is read in place there. */
  function acts(node: Node, ctx: Ctx, inFunction = false): boolean {
    if (node.type === 'ThrowStatement') return true
    if (!inFunction && ['ReturnStatement', 'BreakStatement', 'ContinueStatement'].includes(node.type)) return true
    if (input.acts(at(node, ctx))) return true
    if (node.type === 'CallExpression' && input.inlineOf({ ...at(node, ctx), node }, ctx)) return true
    return children(node).some(child => acts(child, ctx, inFunction || isFunction(child)))
  }

  function loopStatement(node: LoopStatement, bag: Bag, ctx: Ctx, label: string | null): Bag {
    const text = (n: Node): string => collapse(ctx.module.text.slice(n.start, n.end))
    const isEach = node.type === 'ForOfStatement' || node.type === 'ForInStatement'
    const test = isEach ? null : node.test
    const header = isEach ? `for some ${text(node.left).replace(/^(const|let|var) /, '')} of ${text(node.right)}` : test ? `while ${text(test)}` : 'for some turn'
    const infinite = !isEach && (!test || (strip(test).type === 'Literal' && (strip(test) as { value?: unknown }).value === true))
    let before = bag
    if (isEach) before = value(node.right, bag, { ...ctx, tail: false })
    else if (node.type === 'ForStatement' && node.init) before = node.init.type === 'VariableDeclaration' ? one(node.init, bag, ctx) : value(node.init, bag, { ...ctx, tail: false })
    return loop({
      expr: at(node, ctx), header, infinite, label, bag: before, ctx,
      walk: (from, inner) => {
        let now = test && node.type !== 'DoWhileStatement' ? walker.test(value(test, from, inner), input.tests.treeOf(at(test, ctx), node)) : from
        if (isEach && input.interest(at(node, ctx))) walker.access(at(node, ctx), now, inner)
        now = statement(node.body, now, inner)
        if (node.type === 'ForStatement' && node.update) now = value(node.update, now, inner)
        if (test && node.type === 'DoWhileStatement') now = value(test, now, inner)
        return now
      },
    })
  }

  /**
   * 12.4: the body is walked from an empty path for each incoming path; what leaves it carries the iteration marker.
   * A turn that changes the state is followed by turns in that state.
   */
  function loop({ expr, header, infinite, label, bag, ctx, walk }: Parameters<Walker['loop']>[0]): Bag {
    const n = ordinal('loop', expr)
    const exit: Path[] = []
    const marker = (paths: readonly Path[]): Lit['cond'] => {
      const local = reduce(paths.map(p => litsOf(p.cell)))
      const text = local.map(w => w.map(showLit).join(' and ')).filter(Boolean).join(' or ')
      return conditions.cond({
        key: `<loop ${siteKey(expr)}>${local.map(w => w.map(l => `${l.positive ? '' : '!'}${l.cond.key}`).join('&')).join('|')}`,
        text: `<loop ${n}>${local.map(w => w.map(l => `${l.positive ? '+' : '-'}${l.cond.text}`).join('&')).join('|')}`,
        predicate: { type: 'opaque', sourceText: text ? `${header}: ${text}` : header, reason: 'dynamicValue' },
        loop: { site: siteKey(expr), header, ways: local }, marker: 'loop',
        site: { file: expr.module.file, start: expr.node.start, end: expr.node.end, statement: expr.node },
      })
    }
    const after = (path: Path, paths: readonly Path[], state: State): Path => ({ cell: conditions.cell(path.cell, { cond: marker(paths), positive: true }), state })
    const turns = (path: Path, before: readonly string[]): void => {
      const own = stateKey(path.state)
      const ways = new Map<string, { paths: Path[]; resume: (path: Path) => void; state: State }>()
      let normal = !infinite
      const way = (kind: string, p: Path, resume: (path: Path) => void): void => {
        const key = `${kind}#${stateKey(p.state)}`
        const known = ways.get(key)
        if (known) known.paths.push(p)
        else ways.set(key, { paths: [p], state: p.state, resume })
      }
      const leave = (p: Path): void => {
        if (stateKey(p.state) === own) normal = true
        else way('exit', p, q => exit.push(q))
      }
      const turn = (p: Path): void => {
        const key = stateKey(p.state)
        if (key === own) return
        const isLast = before.length >= maxTurns || before.includes(key)
        way('turn', p, q => (isLast ? exit.push(q) : turns(q, [...before, own])))
      }
      const inner: Ctx = {
        ...ctx, tail: false, base: [...ctx.base, ...litsOf(path.cell)], loops: [...ctx.loops, expr],
        end: (end, p) => way(endKey(end), p, q => ctx.end(end, q)),
        thrown: (t, p) => way(`throw ${t.key}`, p, q => ctx.thrown(t, q)),
        jump: (kind, p) => {
          if (kind === 'break ' || (label !== null && kind === `break ${label}`)) leave(p)
          else if (kind === 'continue ' || (label !== null && kind === `continue ${label}`)) turn(p)
          else way(kind, p, q => ctx.jump(kind, q))
        },
        exception: (p, marked) => ctx.exception(marked ? p : { cell: path.cell, state: p.state }, marked),
      }
      for (const p of walk([{ cell: null, state: path.state }], inner)) turn(p)
      if (ways.size === 0) {
        if (normal) exit.push(path)
        return
      }
      for (const { paths, state, resume } of ways.values()) resume(after(path, paths, state))
      if (normal) exit.push({ cell: conditions.cell(path.cell, { cond: marker([...ways.values()].flatMap(w => w.paths)), positive: false }), state: path.state })
    }
    for (const path of bag) turns(path, [])
    return joiner.join(exit, false)
  }

  function showLit(lit: Lit): string {
    if (lit.cond.tree) return showTree(lit.positive ? lit.cond.tree : negateTree(lit.cond.tree))
    if (lit.cond.join) return `${lit.positive ? '' : '!'}(${lit.cond.join.map(w => w.map(showLit).join(' and ')).join(' or ')})`
    const source = lit.cond.marker && lit.cond.predicate.type === 'opaque' ? lit.cond.predicate.sourceText : siteText(lit)
    return lit.positive ? source : /^!?[\w.$()[\]?]+$/.test(source) ? `!${source}` : `!(${source})`
  }
  const showTree = (tree: Tree): string => {
    if (tree.type === 'const') return String(tree.value)
    if (tree.type === 'lit') return showLit(tree.lit)
    return tree.of.map(t => (t.type === 'lit' ? showTree(t) : `(${showTree(t)})`)).join(tree.type === 'and' ? ' and ' : ' or ')
  }
  const siteText = (lit: Lit): string => {
    const { site } = lit.cond
    const module = site ? input.values.program.module(site.file) : null
    return site && module ? collapse(module.text.slice(site.start, site.end)) : lit.cond.text
  }

  /** Response calls, errors passed on and links of a promise chain are no calls a `catch` waits for. */
  function mayThrow(call: Expr<CallNode>): boolean {
    const role = input.roleOf(call)
    return role.type === 'plain' ? promiseLink(call) === null : role.type === 'exit' || (role.type === 'continuation' && role.terminal.outcome.type !== 'throw')
  }

  function calleesIn(block: Expr): string[] {
    const out: string[] = []
    const visit = (node: Node): void => {
      if (isFunction(node)) return
      if (node.type === 'CallExpression' && mayThrow({ ...block, node })) {
        const text = input.subjects.calleeText({ ...block, node: node.callee })
        if (!out.includes(text)) out.push(text)
      }
      for (const child of children(node)) visit(child)
    }
    visit(block.node)
    return out
  }

  const isWritten = (fn: FunctionNode): boolean => input.body.node.start <= fn.start && fn.end <= input.body.node.end

  /** A function body read in place: helper, callback, wrapper. Answers with how each path left it. */
  function inlineBody(fn: { module: Ctx['module']; node: FunctionNode; frame: Frame | null }, bag: Bag, ctx: Ctx) {
    const ended: ReturnType<Walker['body']> = []
    const inner: Ctx = {
      ...ctx, module: fn.module, frame: fn.frame, tail: false, returning: false, awaiting: false, inlineDepth: ctx.inlineDepth + 1, helperDepth: ctx.helperDepth + (isWritten(fn.node) ? 0 : 1), active: [...ctx.active, fn.node],
      end: (end, path) => ended.push({ value: end.value, order: end.order, path }),
      jump: () => {},
    }
    if (fn.node.body && fn.node.body.type !== 'BlockStatement') returned(fn.node.body, { module: fn.module, node: fn.node.body, frame: fn.frame }, bag, inner)
    else for (const path of statements(bodyStatements(fn.node), bag, inner)) ended.push({ value: null, order: walker.nextSeq(), path })
    return ended
  }

  const { module, node, frame } = input.body
  const root: Ctx = {
    module, frame, tail: true, returning: false, awaiting: false, thrownNode: null, base: [], loops: [], finallyOf: [], inlineDepth: 0, helperDepth: 0, active: isFunction(node) ? [node] : [], nesting: 0, inCatch: null, rejecting: new Map(),
    end: (end, path) => input.complete({ type: 'return', end }, path, record),
    thrown: (thrown, path) => input.complete({ type: 'throw', thrown }, path, record),
    jump: () => {},
    skip: () => {},
    // Nobody catches it, but a `finally` on the way may have answered.
    exception: (path, marked) => {
      if (marked && path.state.answer) input.complete({ type: 'end', order: Number.MAX_SAFE_INTEGER }, path, record)
    },
  }
  const start: Bag = [{ cell: null, state: startState }]
  if (isFunction(node) && node.body && node.body.type !== 'BlockStatement') returned(node.body, { module, node: node.body, frame }, start, root)
  else {
    const list = isFunction(node) ? bodyStatements(node) : node.type === 'Program' ? (node.body as Statement[]) : []
    const rest = statements(list, start, root)
    const order = Number.MAX_SAFE_INTEGER
    for (const path of rest) input.complete({ type: 'end', order }, path, record)
  }
  const outcomes = [...completions.values()].flatMap(({ completion, last, paths }) => {
    const apart = completion.apart ? [...new Map(paths.map(p => [p.cell?.id ?? 0, p])).values()] : [joiner.fold(paths)]
    return apart.map(path => ({ completion: { ...completion, last }, path, lits: litsOf(path.cell) }))
  })
  outcomes.sort((a, b) => a.completion.order - b.completion.order)
  return { outcomes, calls: [...calls.values()], accesses: [...accesses.values()], returned: walker.returned, budgets: [...joiner.budgets, ...reasons], cut: [...cut.values()] }
}

/** Ends of one `return` are told apart by what they return: a helper gives several. */
const endKey = ({ node, value, truth }: Ended): string => `end ${siteKey(node)} ${value ? siteKey(value) : ''} ${truth ?? ''}`

/** An answer that was made keeps the status it was made with, whatever a `finally` sets. */
const pinned = (path: Path, key: string): Path => (path.state.returned?.key === key ? path : { cell: path.cell, state: { ...path.state, returned: { key, status: path.state.status } } })

type LoopStatement = Extract<Statement, { type: 'ForOfStatement' | 'ForInStatement' | 'ForStatement' | 'WhileStatement' | 'DoWhileStatement' }>

const isLoop = (node: Statement): node is LoopStatement =>
  ['ForOfStatement', 'ForInStatement', 'ForStatement', 'WhileStatement', 'DoWhileStatement'].includes(node.type)
