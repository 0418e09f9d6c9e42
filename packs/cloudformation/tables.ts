/** DynamoDB tables: the attributes of their keys, and the indexes they are found by. */
import { type BehavioralSummary, storageBinding } from '@suss/core/ir'
import { entriesOf, itemsOf, member, plainText, type Cfn, type Span } from './cfn.js'
import { declared, type Declaring, recognition } from './declarations.js'
import type { Resource, Template } from './templates.js'
import { bareName, namesOf } from './texts.js'

const tableTypes = new Set(['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable', 'AWS::Serverless::SimpleTable'])

export function tablesIn(templates: readonly Template[], at: Declaring): BehavioralSummary[] {
  return templates.flatMap(({ resources }) => [...resources.values()].flatMap(resource => (tableTypes.has(resource.type) ? tableOf(resource, at) : [])))
}

/** The table, and each index as an access path of its own. */
function tableOf(resource: Resource, at: Declaring): BehavioralSummary[] {
  const own = (key: string): Cfn | undefined => member(resource.properties, key)
  const fields = new Map(itemsOf(own('AttributeDefinitions')).flatMap(item => nameIn(item)))
  const simple = nameIn(own('PrimaryKey'), 'Name')
  for (const [name, span] of simple) fields.set(name, span)
  if (resource.type === 'AWS::Serverless::SimpleTable' && fields.size === 0) fields.set('id', resource.key)
  const keys = resource.type === 'AWS::Serverless::SimpleTable' ? [...fields.keys()] : keysOf(own('KeySchema'))
  const indexes = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap(list =>
    itemsOf(own(list)).flatMap(index => {
      const name = plainText(member(index, 'IndexName'))
      return name === null || name === '' ? [] : [{ name, keys: keysOf(member(index, 'KeySchema')) }]
    }),
  )
  const names = namesOf(resource)
  return (names && names.length > 0 ? names : [null]).flatMap(name =>
    [{ name: null, keys }, ...indexes].map(path =>
      declared(
        {
          resource,
          ...(path.name === null ? {} : { name: `${resource.id} ${path.name}` }),
          binding: storageBinding(
            { storageSystem: 'aws.dynamodb', scope: 'default', container: name === null ? null : bareName(name), accessPath: path.name },
            { recognition },
          ),
          partial: name === null,
          places: Object.fromEntries([...fields].map(([field, span]) => [`/metadata/storage/fields/${field}`, span])),
          metadata: {
            storage: {
              fields: Object.fromEntries([...fields.keys()].map(field => [field, {}])),
              fieldSet: 'partial',
              ...(path.keys.length > 0 ? { identifies: path.keys } : {}),
            },
          },
        },
        at,
      ),
    ),
  )
}

function nameIn(node: Cfn | undefined, key = 'AttributeName'): [string, Span][] {
  return entriesOf(node).flatMap(([name, { value }]): [string, Span][] => {
    const text = name === key ? plainText(value) : null
    return text === null || text === '' ? [] : [[text, value.at]]
  })
}

const keysOf = (schema: Cfn | undefined): string[] => itemsOf(schema).flatMap(item => nameIn(item).map(([name]) => name))
