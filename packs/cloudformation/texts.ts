/** What intrinsics are worth: every text a value may have, with a hole for what the deployment decides. */
import { type Cfn, entriesOf, itemsOf, member, plainText } from './cfn.js'
import type { Resource, Template } from './templates.js'

/** Null: it does not settle on texts. An empty list: no value. */
export type Texts = readonly string[] | null

const maxTexts = 16
const maxDepth = 24

/** Where a resource states its name. */
const nameProperties: Readonly<Record<string, string>> = {
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Serverless::SimpleTable': 'TableName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Serverless::Function': 'FunctionName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Kinesis::Stream': 'Name',
  'AWS::KinesisFirehose::DeliveryStream': 'DeliveryStreamName',
  'AWS::Events::EventBus': 'Name',
}
/** Attributes that tell the resource by its name. */
const nameAttributes = new Set(['Arn', 'QueueName', 'QueueUrl', 'TopicName', 'TopicArn', 'Name', 'WebsiteURL'])

const hole = (name: string): string => `{${name.replace(/[{}]/g, '')}}`

export const textsOf = (node: Cfn | undefined, template: Template): Texts => read(node, template, 0)

/** Texts that name something: an empty one says that the deployment decides. */
export function namesIn(node: Cfn | undefined, template: Template): Texts {
  const found = textsOf(node, template)
  return found === null || found.length === 0 || found.includes('') ? null : [...new Set(found.map(bareName))]
}

/** The one text it has; null for none and for several. */
export function oneText(node: Cfn | undefined, template: Template): string | null {
  const found = textsOf(node, template)
  return found?.length === 1 ? (found[0] ?? null) : null
}

/** The names of a resource: as it states them, else its logical id. */
export function namesOf({ id, type, properties, template }: Resource, depth = 0): Texts {
  const property = nameProperties[type]
  const stated = property === undefined ? undefined : member(properties, property)
  if (!stated) return [id]
  const found = read(stated, template, depth + 1)
  return found?.length === 0 || found?.includes('') ? [id] : found
}

function read(node: Cfn | undefined, template: Template, depth: number): Texts {
  if (!node || depth > maxDepth) return null
  if (node.type === 'scalar') {
    if (node.value === null) return []
    return /[{}]/.test(node.text) ? null : [node.text]
  }
  if (node.type !== 'call') return null
  const { name, argument } = node
  switch (name) {
    case 'Ref':
      return referred(plainText(argument), template, depth)
    case 'GetAtt':
      return attribute(argument, template, depth)
    case 'Sub':
      return substituted(argument, template, depth)
    case 'Join':
      return joinedTexts(argument, template, depth)
    case 'Select':
      return selected(argument, template, depth)
    case 'If': {
      const [, yes, no] = itemsOf(argument)
      return union([read(yes, template, depth + 1), read(no, template, depth + 1)])
    }
    case 'FindInMap':
      return mapped(argument, template, depth)
    case 'ImportValue': {
      const found = read(argument, template, depth + 1)
      return found === null ? null : found.map(hole)
    }
    default:
      return null
  }
}

function union(parts: readonly Texts[]): Texts {
  const known = parts.flatMap(part => (part === null ? [] : [part]))
  if (known.length < parts.length) return null
  const all = [...new Set(known.flat())]
  return all.length > maxTexts ? null : all
}

function referred(name: string | null, template: Template, depth: number): Texts {
  if (name === null) return null
  if (name === 'AWS::NoValue') return []
  const resource = template.resources.get(name)
  if (resource) return namesOf(resource, depth + 1)
  const given = member(template.arguments, name)
  if (given && template.parent) return read(given, template.parent.template, depth + 1)
  return [hole(name)]
}

function attribute(argument: Cfn, template: Template, depth: number): Texts {
  const parts = argument.type === 'list' ? argument.items.map(plainText) : (plainText(argument)?.split('.') ?? [])
  const [id, ...rest] = parts.flatMap(part => (part === null ? [] : part.split('.')))
  if (id === undefined || parts.includes(null)) return null
  const inner = template.nested.get(id)
  const [section, output] = rest
  if (inner && section === 'Outputs' && output !== undefined)
    return read(member(inner.node, 'Outputs', output, 'Value'), inner, depth + 1)
  const resource = template.resources.get(id)
  return resource && rest.length === 1 && nameAttributes.has(rest[0] ?? '')
    ? namesOf(resource, depth + 1)
    : [hole([id, ...rest].join('.'))]
}

function substituted(argument: Cfn, template: Template, depth: number): Texts {
  const [first, second] = argument.type === 'list' ? argument.items : [argument]
  const pattern = plainText(first)
  // an escaped `${!X}` is a brace of the text itself
  if (pattern === null || /\$\{!/.test(pattern)) return null
  const own = new Map(entriesOf(second))
  const parts = pattern.split(/(\$\{[^}]*\})/).map((part): Texts => {
    const name = /^\$\{([^}]*)\}$/.exec(part)?.[1]?.trim()
    if (name === undefined) return /[{}]/.test(part) ? null : [part]
    const given = own.get(name)?.value
    if (given) return read(given, template, depth + 1)
    return name.includes('.') ? attributeNamed(name, template, depth) : referred(name, template, depth)
  })
  return concatenated(parts, '')
}

const attributeNamed = (name: string, template: Template, depth: number): Texts =>
  attribute({ type: 'scalar', at: template.node.at, value: name, text: name }, template, depth)

function concatenated(parts: readonly Texts[], separator: string): Texts {
  let out: readonly string[] = ['']
  for (const [i, part] of parts.entries()) {
    if (part === null || part.length === 0) return null
    out = out.flatMap(head => part.map(tail => (i === 0 ? tail : `${head}${separator}${tail}`)))
    if (out.length > maxTexts) return null
  }
  return out
}

function joinedTexts(argument: Cfn, template: Template, depth: number): Texts {
  const [separator, list] = itemsOf(argument)
  const text = plainText(separator)
  return text === null || list?.type !== 'list'
    ? null
    : concatenated(list.items.map(item => read(item, template, depth + 1)), text)
}

function selected(argument: Cfn, template: Template, depth: number): Texts {
  const [at, list] = itemsOf(argument)
  const index = Number(plainText(at) ?? Number.NaN)
  if (!Number.isInteger(index)) return null
  if (list?.type === 'list') return read(list.items[index], template, depth + 1)
  if (list?.type !== 'call' || list.name !== 'Split') return null
  const [separator, whole] = itemsOf(list.argument)
  const by = plainText(separator)
  const found = read(whole, template, depth + 1)
  if (by === null || by === '' || found === null) return null
  return union(found.map((text): Texts => {
    const part = splitOutsideHoles(text, by)[index]
    return part === undefined ? null : [part]
  }))
}

/** The name of a hole may hold the separator: `{AWS::Region}`. */
function splitOutsideHoles(text: string, by: string): string[] {
  const holes: string[] = []
  const blanked = text.replace(/\{[^}]*\}/g, name => `\0${holes.push(name) - 1}\0`)
  return blanked.split(by).map(part => part.replace(/\0(\d+)\0/g, (_, i: string) => holes[Number(i)] ?? ''))
}

/** Where a key is known at deploy time only, every entry may be meant. */
function mapped(argument: Cfn, template: Template, depth: number): Texts {
  const [map, first, second] = itemsOf(argument)
  const name = plainText(map)
  const [top, key] = [plainText(first), plainText(second)]
  if (name === null || key === null) return null
  const table = member(template.node, 'Mappings', name)
  const rows = top === null ? entriesOf(table).map(([, { value }]) => value) : [member(table, top)]
  return union(rows.map(row => read(member(row, key), template, depth + 1)))
}

/** The name at the end of an ARN or of the address of a queue. */
export function bareName(text: string): string {
  if (!/^(arn:|https?:\/\/)/.test(text)) return text
  const ends = text.startsWith('arn:') ? (splitOutsideHoles(text, ':').at(-1) ?? '') : text
  return splitOutsideHoles(ends, '/').at(-1) || text
}
