/** Stores against their declarations: checking K114, K117 to K119. */
import { expect, test } from 'vitest'
import { check, lines, pairs } from './testing/run.js'
import { access, configRead, doing, runtime, store } from './testing/summaries.js'

const users = store('users', { fields: { id: {}, email: {}, note: {}, posts: { relation: 'posts' } } })

test('checking/K114 written and never read', () => {
  const writing = access('users', 'write', ['email', 'note'])
  const reading = access('users', 'read', ['id', 'email'])
  const found = check([users, doing('save', [writing, reading])]).findings
  expect(found.map(f => [f.severity, f.kind, f.form, f.aspect, f.provider.field])).toEqual([['warning', 'boundaryFieldUnused', 'writeOnly', 'read', 'note']])
  expect(lines([users, doing('save', [writing, access('users', 'read', ['id', 'email'], { selector: ['note'] })])])).toEqual([])
  expect(lines([users, doing('save', [writing, access('users', 'read', ['*'])])])).toEqual([])
})

test('neither read nor written', () => {
  const reading = doing('load', [access('users', 'read', ['id', 'email'])])
  const writing = doing('save', [access('users', 'write', ['email'])])
  expect(lines([users, reading, writing])).toEqual(['W boundaryFieldUnused.field'])
  expect(lines([users, reading])).toEqual([])
  expect(lines([users, writing])).toEqual([])
  expect(lines([store('users', { fields: { id: {}, email: {}, note: {} }, fieldSet: 'partial' }), reading, writing])).toEqual([])
  expect(lines([users])).not.toContain('W boundaryFieldUnused.field')
})

test('what may be read unseen is not unused', () => {
  const reading = access('users', 'read', ['id', 'email'])
  const writing = access('users', 'write', ['email'])
  expect(lines([users, doing('load', [reading, writing])])).toEqual(['W boundaryFieldUnused.field'])
  expect(lines([users, doing('load', [reading, writing, access(null, 'read', ['*'])])])).toEqual([])
  expect(lines([users, doing('load', [reading, writing, access('{TABLE}', 'read', ['*'])])])).toEqual([])
  expect(lines([users, doing('load', [reading, access('users', 'write', ['email'], { operation: 'create' })])])).toEqual([])
})

test('checking/K117 a key store that is asked by another column, and by an index', () => {
  const orders = store('orders', { fieldSet: 'partial', identifies: ['id'] })
  const byEmail = store('orders', { fieldSet: 'partial', identifies: ['email'] }, { accessPath: 'byEmail' })
  const asking = (extra: Parameters<typeof access>[3]): ReturnType<typeof doing> => doing('find', [access('orders', 'read', ['*'], extra)])
  const [finding] = check([orders, byEmail, asking({ selector: ['email'] })]).findings
  expect(finding).toMatchObject({
    severity: 'error', kind: 'boundarySelectorMismatch', aspect: 'selector', boundaryKey: 'storage:test:orders',
    description: 'find looks up storage:test:orders by "email"; it is found by id only',
  })
  expect(lines([orders, byEmail, asking({ selector: ['email'], accessPath: 'byEmail' })])).toEqual([])
  expect(lines([orders, byEmail, asking({ selector: ['id'] })])).toEqual([])
})

test('checking/K118 a pattern, a reference, a reference that is grounded', () => {
  const declared = store('{stage}-orders', { fieldSet: 'none' })
  const reading = (container: string): ReturnType<typeof doing> => doing('load', [access(container, 'read', ['id']), configRead('ORDERS')])
  expect(pairs([declared, reading('prod-orders')])).toEqual(['storage:test:{stage}-orders'])
  expect(pairs([declared, reading('{ORDERS}')])).toEqual([])
  const web = runtime('Web', { variables: { ORDERS: { value: 'prod-orders' } }, codeScope: ['src'] })
  expect(pairs([declared, web, reading('{ORDERS}')])).toEqual(['config:lambda Web', 'storage:test:{stage}-orders'])
  const job = runtime('Job', { variables: { ORDERS: { value: 'test-orders' } }, codeScope: ['src'] })
  expect(pairs([declared, web, job, reading('{ORDERS}')])).toEqual([])
})

test('checking/K119 two patterns that fit alike', () => {
  const patterns = [store('{E}-orders-blue', {}), store('prod-orders-{C}', {})]
  const reading = doing('load', [access('prod-orders-blue', 'read', ['id'])])
  expect(lines([...patterns, reading])).toEqual(['W ambiguousProvider.storage'])
  expect(pairs([...patterns, store('prod-{X}', {}), reading])).toEqual([])
  expect(pairs([store('{E}-blue', {}), store('prod-orders-{C}', {}), reading])).toEqual(['storage:test:prod-orders-{C}'])
})

test('a model by its own name, beside one that has the name in its store', () => {
  const own = store('User', { fields: { id: {}, roles: {} } }, { id: 'own' })
  const other = store('users', { fields: { id: {} }, aliases: ['User'] }, { id: 'other' })
  const writing = doing('seed', [access('User', 'write', ['roles'])])
  expect(lines([own, other, writing])).toEqual(['W ambiguousProvider.storage'])
  expect(lines([own, writing])).toEqual([])
})
