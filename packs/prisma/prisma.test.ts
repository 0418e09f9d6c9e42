/** Acceptance of the prisma pack. */
import type { BehavioralSummary, Effect, Transition } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { run, summariesOf } from '../testing/run.js'

const schema = `datasource db {
  provider = "postgresql"
}
model User {
  id Int @id
  email String @map("e_mail")
  name String?
  posts Post[]
  @@map("users")
}
model Post {
  id Int @id
  title String
  authorId Int @map("author_id")
  author User @relation(fields: [authorId], references: [id])
}
`
const head = 'import { PrismaClient } from "@prisma/client"\nconst prisma = new PrismaClient()\n'

const transitionIn = (found: readonly BehavioralSummary[], name: string): Transition => {
  const transition = found.find(s => s.identity.name === name)?.transitions[0]
  if (!transition) throw new Error(`no unit ${name}`)
  return transition
}

function shown(effect: Effect): string[] {
  if (effect.type !== 'interaction' || effect.interaction.class !== 'storage-access') return []
  const { semantics } = effect.binding
  if (semantics.name !== 'storage') return []
  const { kind, fields, selector, relationPath, relationKey } = effect.interaction
  return [
    [
      kind,
      `${semantics.storageSystem}:${semantics.container}${relationPath ? `.${relationPath.join('.')}` : ''}`,
      `[${fields.join()}]`,
      ...(selector ? [`by ${selector.join()}`] : []),
      ...(relationKey ? ['key'] : []),
    ].join(' '),
  ]
}
const accesses = (body: string, withSchema = true, before = head): string[] =>
  transitionIn(
    summariesOf({
      'src/a.ts': `${before}export async function f(email, id) { ${body} }\nf()`,
      ...(withSchema ? { 'prisma/schema.prisma': schema } : {}),
    }),
    'f',
  ).effects.flatMap(shown)

test('packs/V01 a read with its columns, selector and relations', () => {
  const body =
    'await prisma.user.findMany({ where: { email }, select: { id: true, posts: { select: { title: true } } } })'
  expect(accesses(body)).toEqual([
    'read postgresql:users [id] by e_mail',
    'read postgresql:users.posts [title]',
  ])
  expect(accesses(body, false)).toEqual(['read null:User [id] by email', 'read null:User.posts [title]'])
})

test.each([
  ['prisma.user.findFirst()', ['read postgresql:users [*]']],
  [
    'prisma.user.findUnique({ where: { id }, omit: { email: true } })',
    ['read postgresql:users [id,name] by id'],
  ],
  [
    'prisma.user.findMany({ where: { OR: [{ email }, { NOT: { name: { contains: "a" } } }] }, include: { posts: true } })',
    ['read postgresql:users [*] by e_mail,name', 'read postgresql:users.posts [*]'],
  ],
  ['prisma.post.aggregate({ _max: { authorId: true } })', ['read postgresql:Post [author_id]']],
  ['prisma.post.groupBy({ by: ["authorId"], _count: { _all: true } })', ['read postgresql:Post [author_id]']],
  [
    'prisma.user.create({ data: { email, posts: { create: { title: "t" }, connect: { id } } } })',
    [
      'write postgresql:users [e_mail]',
      'write postgresql:users.posts [title]',
      'write postgresql:users.posts [] by id key',
    ].sort(),
  ],
  [
    'prisma.user.upsert({ where: { id }, create: { email }, update: { name: email } })',
    ['write postgresql:users [e_mail,name] by id'],
  ],
  ['prisma.user.deleteMany({ where: { posts: { some: { title: "t" } } } })', ['write postgresql:users [*]']],
  [
    'prisma.user.findUnique({ where: { id_email: { id, email } } })',
    ['read postgresql:users [*] by id,e_mail'],
  ],
])('%s', (call, expected) => {
  expect(accesses(`await ${call}`).sort()).toEqual(expected)
})

test('packs/V02 a transaction, a subclass, a client that is passed on', () => {
  expect(
    accesses(
      'await prisma.$transaction(async tx => { await tx.user.update({ where: { id }, data: { email } }) })',
    ),
  ).toEqual(['write postgresql:users [e_mail] by id'])
  expect(
    accesses(
      'await new PrismaService().user.delete({ where: { id } })',
      true,
      'import { PrismaClient } from "@prisma/client"\nclass PrismaService extends PrismaClient {}\n',
    ),
  ).toEqual(['write postgresql:users [*] by id'])
  const injected = summariesOf({
    'prisma/schema.prisma': schema,
    'src/service.ts':
      'import { PrismaClient } from "@prisma/client"\nexport class PrismaService extends PrismaClient {}',
    'src/a.ts':
      'import { PrismaService } from "./service"\nimport type { Prisma } from "@prisma/client"\nexport class Users { constructor(private prisma: PrismaService) {} list() { return this.prisma.user.findMany() } }\nexport function within(tx: Prisma.TransactionClient) { return tx.post.count() }\nnew Users(x).list()\nwithin(y)',
  })
  expect(transitionIn(injected, 'list').effects.flatMap(shown)).toEqual(['read postgresql:users [*]'])
  expect(transitionIn(injected, 'within').effects.flatMap(shown)).toEqual(['read postgresql:Post [*]'])
  expect(accesses('await prisma.$extends({}).user.findMany()')).toEqual(['read postgresql:users [*]'])
})

test('packs/V03 a client a generator wrote into the project', () => {
  const found = summariesOf({
    'src/generated/prisma/schema.prisma': schema,
    'src/db.ts':
      'import { PrismaClient } from "./generated/prisma"\nexport const prisma = new PrismaClient()',
    'src/a.ts': 'import { prisma } from "./db"\nexport function f() { return prisma.user.findMany() }\nf()',
  })
  expect(transitionIn(found, 'f').effects.flatMap(shown)).toEqual(['read postgresql:users [*]'])
  const own = summariesOf({
    'src/generated/prisma/index.ts': 'export class PrismaClient { user = { findMany() { return [] } } }',
    'src/a.ts':
      'import { PrismaClient } from "./generated/prisma"\nexport function f() { return new PrismaClient().user.findMany() }\nf()',
  })
  expect(transitionIn(own, 'f').effects.flatMap(shown)).toEqual([])
})

test.each([
  ['prisma.$queryRaw`select id from users where email = ${email}`', ['read postgresql:users [id] by email']],
  [
    'prisma.$queryRaw`select u.id, p.title from users u join posts p on p.author_id = u.id where u.email = ${email}`',
    ['read postgresql:posts [title] by author_id', 'read postgresql:users [id] by email,id'].sort(),
  ],
  [
    'prisma.$executeRaw`update users set name = ${email} where id = ${id}`',
    ['write postgresql:users [name] by id'],
  ],
  [
    'prisma.$queryRawUnsafe("with a as (select id from users) select * from a")',
    ['read postgresql:users [id]'],
  ],
  ['prisma.$queryRaw`select * from ${email}`', ['read postgresql:null [*]']],
  ['prisma.$queryRaw`not sql at all ${email}`', ['read postgresql:null [*]']],
  [
    'prisma.$executeRaw`insert into users (id, email) values (${id}, ${email})`',
    ['write postgresql:users [id,email]'],
  ],
  ['prisma.$queryRaw`select \\`id\\` from \\`users\\``', ['read postgresql:users [id]']],
])('packs/V04 %s', (call, expected) => {
  expect(accesses(`await ${call}`).sort()).toEqual(expected)
})

test('why a table is not known', () => {
  const reasons = (sql: string): unknown =>
    run({
      'src/a.ts': `${head}export async function f(t) { await prisma.$queryRaw\`${sql}\` }\nf()`,
    }).summaries.find(s => s.identity.name === 'f')?.metadata?.['unread']
  expect(reasons('select * from ${t}')).toMatchObject([
    { at: expect.stringContaining('storageSystem') },
    { at: expect.stringContaining('container'), reason: 'unreadContainer' },
  ])
  expect(reasons('no sql')).toMatchObject([
    { at: expect.stringContaining('storageSystem') },
    { at: expect.stringContaining('container'), reason: 'unreadSql' },
  ])
})

test('a write whose data is not read is marked', () => {
  const found = summariesOf({
    'prisma/schema.prisma': schema,
    'src/a.ts': `${head}export async function f(data) { await prisma.user.create({ data }) }\nf()`,
  })
  expect(transitionIn(found, 'f').effects.flatMap(shown)).toEqual(['write postgresql:users []'])
  expect(found.find(s => s.identity.name === 'f')?.metadata?.['unread']).toMatchObject([
    { reason: 'unknownMember' },
  ])
})

test('extraction/E10 where written and selecting values came from', () => {
  const found = summariesOf({
    'src/app.ts': `import express from "express"\nimport { PrismaClient } from "@prisma/client"\nconst db = new PrismaClient()\nexpress().put("/u/:id", async (req, res) => { await db.user.update({ where: { id: req.params.id }, data: { name: req.body.name, role: "x", ...req.body.more } }); res.end() })`,
  })
  const handler = found.find(s => s.kind === 'handler')
  const [transition] = handler?.transitions ?? []
  const at = transition?.effects.findIndex(e => e.type === 'interaction') ?? -1
  const input = (path: string[]) => ({ type: 'input', inputRef: 'req', path })
  expect(transition?.provenance).toEqual(
    expect.arrayContaining([
      { at: { effect: at, column: 'id' }, from: [input(['params', 'id'])] },
      { at: { effect: at, column: 'name' }, from: [input(['body', 'name'])] },
      { at: { effect: at, column: 'role' }, from: [{ type: 'literal', value: 'x' }] },
      { at: { effect: at, column: '*' }, from: [input(['body', 'more'])] },
    ]),
  )
})
