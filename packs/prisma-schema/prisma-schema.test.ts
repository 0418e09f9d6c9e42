/** Acceptance of the prisma-schema reader, and of stores against the code that uses them (checking.md 7.2). */
import { checkSummaries } from '@suss/core/check'
import { storageFacts, type BehavioralSummary } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { run } from '../testing/run.js'
import reader from './reader.js'

const schema = `datasource db {
  provider = "postgresql"
}
enum Role {
  USER
  ADMIN
}
model User {
  id Int @id
  email String @unique @map("e_mail")
  role Role
  secret String @ignore
  place Unsupported("circle")?
  posts Post[]
  @@unique([email, role])
  @@map("users")
}
model Post {
  id Int @id
  title String
  authorId Int @map("author_id")
  author User @relation(fields: [authorId], references: [id])
}
model Old {
  id Int @id
  @@ignore
}
`
const declared = (text: string, path = 'prisma/schema.prisma'): BehavioralSummary[] => reader.read([{ path, text }]).summaries
const named = (found: readonly BehavioralSummary[], name: string): BehavioralSummary => {
  const unit = found.find(s => s.identity.name === name)
  if (!unit) throw new Error(`no ${name}`)
  return unit
}

test('packs/K07 a declaration per model and view, by its names in the store', () => {
  const found = declared(`${schema}view Totals {\n  id Int @unique\n  sum Int\n}\n`)
  expect(found.map(s => s.identity.name)).toEqual(['User', 'Post', 'Totals'])
  const user = named(found, 'User')
  expect(user).toMatchObject({
    kind: 'library',
    location: { file: 'prisma/schema.prisma', range: { start: 8, end: 17 } },
    confidence: { source: 'derived', level: 'high' },
    identity: { boundaryBinding: { transport: 'postgresql', semantics: { name: 'storage', storageSystem: 'postgresql', scope: 'default', container: 'users', accessPath: null } } },
  })
  expect(storageFacts(user)).toEqual({
    fields: { id: {}, email: { physical: 'e_mail' }, role: {}, place: {}, posts: { relation: 'Post' } },
    fieldSet: 'exhaustive',
    aliases: ['User'],
  })
  expect(user.metadata?.['places']).toMatchObject({ '/metadata/storage/fields/email': { line: 10, column: 2 } })
  expect(storageFacts(named(found, 'Post'))?.fields).toMatchObject({ author: { relation: 'users' } })
})

test('packs/K07 a table for lists on both sides, and no access path of an index', () => {
  const found = declared(`datasource db {
  provider = "postgresql"
}
model Post {
  id Int @id
  tags Tag[]
  likedBy User[] @relation("likes")
  author User @relation("written", fields: [authorId], references: [id])
  authorId Int
  @@index([authorId])
}
model Tag {
  id Int @id
  posts Post[]
}
model User {
  id Int @id
  liked Post[] @relation("likes")
  posts Post[] @relation("written")
  friends User[] @relation("friends")
  friendOf User[] @relation("friends")
}
`)
  expect(found.map(s => s.identity.name)).toEqual(['Post', 'Tag', 'User', '_PostToTag', '_likes', '_friends'])
  expect(storageFacts(named(found, '_PostToTag'))).toEqual({ fields: { A: {}, B: {} }, fieldSet: 'exhaustive' })
  expect(found.flatMap(s => storageFacts(s)?.identifies ?? [])).toEqual([])
  expect(found.every(s => s.identity.boundaryBinding?.semantics.name === 'storage' && s.identity.boundaryBinding.semantics.accessPath === null)).toBe(true)
})

test('a file that does not parse is a note, the others are read', () => {
  const { summaries, notes } = reader.read([
    { path: 'a/schema.prisma', text: 'model A {\n  id Int @id\n}\n' },
    { path: 'b/schema.prisma', text: 'model B {\n  id Int\n  = nonsense\n}\n' },
  ])
  expect(summaries.map(s => s.identity.name)).toEqual(['A'])
  expect(notes).toMatchObject([{ path: 'b/schema.prisma', line: 3 }])
})

const head = 'import { PrismaClient } from "@prisma/client"\nconst prisma = new PrismaClient()\n'

function found(body: string, more: Readonly<Record<string, string>> = {}, before = head): { lines: string[]; pairs: string[] } {
  const texts = { 'src/a.ts': `${before}export async function f(id, email) { ${body} }\nf()`, 'prisma/schema.prisma': schema, ...more }
  const { summaries } = run(texts, [reader])
  const report = checkSummaries({ summaries, config: {}, medium: 'check' })
  return {
    lines: report.findings.filter(f => f.kind === 'boundaryFieldUnknown' || f.kind === 'ambiguousProvider').map(f => `${f.severity} ${f.form} ${f.aspect ?? ''} ${f.consumer.field ?? ''}`.trim()),
    pairs: report.pairs.map(p => p.boundaryKey ?? ''),
  }
}

test('checking/K112 a column that the schema does not have', () => {
  expect(found('await prisma.user.findMany({ select: { id: true, nick: true } })').lines).toEqual(['error storage read nick'])
  expect(found('await prisma.post.create({ data: { title: "t", deltedAt: null } })').lines).toEqual(['error storage write deltedAt'])
  expect(found('await prisma.user.findMany({ include: { posts: { select: { tittle: true } } } })').lines).toEqual(['error storage read tittle'])
})

test('checking/K113 everything is selected', () => {
  expect(found('return prisma.user.findMany()')).toEqual({ lines: [], pairs: ['storage:postgresql:users'] })
})

test('checking/K115 SQL uses the names of the store', () => {
  expect(found('return prisma.$queryRaw`select id, e_mail from users where e_mail = ${email}`')).toEqual({ lines: [], pairs: ['storage:postgresql:users'] })
  expect(found('return prisma.$queryRaw`select id, emial from users`').lines).toEqual(['error storage read emial'])
})

test('checking/K116 a schema in another package', () => {
  const manifest = (name: string): string => JSON.stringify({ name })
  const texts = { 'apps/api/package.json': manifest('api'), 'packages/db/package.json': manifest('db'), 'packages/db/prisma/schema.prisma': schema, 'apps/api/src/a.ts': `${head}export const f = () => prisma.user.findMany()\nf()` }
  const { summaries } = run(texts, [reader])
  expect(checkSummaries({ summaries, config: {}, medium: 'check' }).pairs).toMatchObject([{ provider: 'db:packages/db/prisma/schema.prisma::User'.replace('packages/db/', ''), consumer: 'api:src/a.ts::f' }])
})

test('two schemas that would do', () => {
  const other = { 'other/schema.prisma': schema.replace('title String', 'heading String') }
  expect(found('return prisma.post.findMany({ select: { title: true } })', other).lines).toEqual(['warning storage'])
})

test('two schemas that say the same of an access', () => {
  const other = { 'other/schema.prisma': schema.replace('title String', 'heading String') }
  expect(found('return prisma.post.findMany({ select: { id: true } })', other)).toEqual({ lines: [], pairs: ['storage:postgresql:Post'] })
  expect(found('return prisma.post.findMany({ select: { nick: true } })', other).lines).toEqual(['error storage read nick'])
})

test('each package by its own schema', () => {
  const model = (system: string, rest: string): string => `datasource db {\n  provider = "${system}"\n}\nmodel User {\n  id Int @id\n${rest}\n}\n`
  const code = (field: string): string => `${head}export const f = () => prisma.user.findMany({ select: { id: true, ${field}: true } })\nf()`
  const { summaries } = run(
    {
      'apps/a/package.json': '{"name":"a"}',
      'apps/a/prisma/schema.prisma': model('postgresql', '  email String @map("e_mail")\n  @@map("users")'),
      'apps/a/src/a.ts': code('email'),
      'apps/b/package.json': '{"name":"b"}',
      'apps/b/prisma/schema.prisma': model('mysql', '  email Int\n  title String\n  @@map("people")'),
      'apps/b/src/b.ts': code('title'),
      'apps/b/src/c.ts': `${head}export const g = () => prisma.user.findMany({ omit: { id: true } })\ng()`,
    },
    [reader],
  )
  const { findings, pairs } = checkSummaries({ summaries, config: {}, medium: 'check' })
  expect(findings.filter(f => f.form === 'storage')).toEqual([])
  expect(pairs).toHaveLength(3)
})

test.each([
  ['a mapped name', 'prisma.user.findMany({ select: { email: true } })'],
  ['a relation', 'prisma.user.findMany({ select: { posts: true } })'],
  ['a count', 'prisma.user.findMany({ select: { id: true, _count: { select: { posts: true } } } })'],
  ['a whole count', 'prisma.user.findMany({ select: { _count: true } })'],
  ['an aggregate', 'prisma.user.aggregate({ _max: { id: true }, _count: { _all: true } })'],
  ['a count of columns', 'prisma.user.count({ select: { _all: true, email: true } })'],
  ['a compound key', 'prisma.user.findUnique({ where: { email_role: { email, role: "USER" } } })'],
  ['a nested write', 'prisma.user.create({ data: { email, posts: { create: [{ title: "t" }], connect: { id } } } })'],
  ['an operation on a number', 'prisma.post.update({ where: { id }, data: { authorId: { increment: 1 } } })'],
  ['a column with a type of the store', 'prisma.user.findMany({ select: { place: true } })'],
  ['an upsert', 'prisma.user.upsert({ where: { id }, create: { email, role: "USER" }, update: { role: "ADMIN" } })'],
  ['a group', 'prisma.user.groupBy({ by: ["role"], _count: { role: true }, orderBy: { _count: { role: "desc" } } })'],
  ['data from elsewhere', 'prisma.user.create({ data: id })'],
  ['spread data', 'prisma.user.create({ data: { ...id, email } })'],
  ['what is not selected', 'prisma.user.findMany({ select: { nick: false } })'],
])('%s is no unknown column', (_, call) => {
  expect(found(`return ${call}`).lines).toEqual([])
})

test.each([
  ['a result', '{ result: { user: { nick: { needs: { email: true }, compute: u => u.email } } } }'],
  ['something else', 'withNick'],
])('a client that is extended with %s may have more', (_, extension) => {
  const before = `import { PrismaClient } from "@prisma/client"\nconst prisma = new PrismaClient().$extends(${extension})\n`
  for (const call of ['prisma.user.findMany({ select: { id: true, nick: true } })', 'prisma.$transaction(async tx => tx.user.findMany({ select: { nick: true } }))'])
    expect(found(`return ${call}`, {}, before).lines).toEqual([])
})

test.each([
  'select u.id as user_id, count(*) as n from users u group by u.id order by n',
  'select ID, E_Mail from users',
  'select id, extra.n from users, lateral (select 1 as n) extra',
  'select max(id) as newest from users order by newest',
  'with recent as (select id as rid from users) select rid from recent',
  'select row_number() over (order by id) as nr from users',
  'select day, count(u.id) from generate_series(1, 10) as day left join users u on u.id = day group by day',
  'with totals as (select count(*) as total from "Post") select id, total from users join totals on true',
  'select id, n from users u join (select "authorId" as a, 1 as n from extra) p on p.a = u.id',
  'select id, n from users, lateral (select 1 as n) extra',
  'select tag from users, unnest(tags) as tag',
  'select id, (select max(title || e_mail) from "Post") as n from users',
  'select row_to_json(u), count(u) from users u',
  'select to_jsonb(users) from users',
  'select xmin, ctid, tableoid, rowid from users',
  'select count(case when `role` = "admin" then 1 end) as n from `users`',
])('names that SQL makes are no columns: %s', sql => {
  expect(found(`return prisma.$queryRawUnsafe(${JSON.stringify(sql)})`).lines).toEqual([])
})
