/** Reads GraphQL files: a resolver per root field, the schema, a client per operation (packs.md 5.2). */
import { type ContractFile, type ContractNote, defineReader } from '@suss/core/pack'
import { type FileDefinitions, readDefinitions } from './definitions.js'
import { readOperations } from './operations.js'
import { declaredFields, declaredSchema } from './root-fields.js'
import { readSchema } from './schema.js'

export default defineReader({
  name: 'graphql',
  files: ['**/*.{graphql,gql,graphqls}', '**/{schema,introspection,*.schema,*.introspection,*-introspection,introspection-*}.json'],
  unlisted: ['**/{test,tests,__tests__,fixtures,__fixtures__,examples,templates,__mocks__,mocks}/**', '**/*.{test,spec}.*'],
  read(files) {
    const notes: ContractNote[] = []
    const read = files.map(file => readDefinitions(file, notes))
    const all = servicesIn(read).flatMap(group => {
      const schema = readSchema(group, notes)
      return schema ? [{ workspace: group[0]?.file.workspace, schema }] : []
    })
    // what is made from code speaks where no file does
    const schemas = all.filter(
      ({ workspace, schema }) => !schema.first.file.derived || !all.some(other => other.workspace === workspace && !other.schema.first.file.derived),
    )
    const schemaOf = (path: string) => {
      const workspace = files.find(file => file.path === path)?.workspace
      return schemas.find(each => each.workspace === workspace)?.schema.schema ?? null
    }
    return {
      summaries: [
        ...schemas.flatMap(({ schema }) => [declaredSchema(schema), ...declaredFields(schema)]),
        ...readOperations(read, schemaOf, notes),
      ],
      notes,
    }
  },
})

const sortOf = ({ served, derived }: ContractFile): string => (derived ? 'derived' : served ? 'served' : 'other')
const keyOf = (file: ContractFile): string => `${sortOf(file)} ${file.workspace ?? ''}`

/** What a package serves, and what else lies in it. */
function servicesIn(read: readonly FileDefinitions[]): FileDefinitions[][] {
  const groups = new Map<string, FileDefinitions[]>()
  for (const each of read) groups.set(keyOf(each.file), [...(groups.get(keyOf(each.file)) ?? []), each])
  return [...groups].toSorted(([a], [b]) => (a < b ? 1 : -1)).map(([, group]) => group)
}
