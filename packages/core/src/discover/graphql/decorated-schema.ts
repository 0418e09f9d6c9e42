/** The schema that decorated classes make, as SDL: what is not read of a type leaves it open (packs.md 4, nestjs-graphql). */
import type { Gate } from '../../index/gates.js'
import type { DiscoveryMatchOf } from '../../pack/index.js'
import type { ClassNode, FunctionNode, Node } from '../../program/syntax.js'
import { type CheckedMember, checkedMembers, classOfTypeFunction } from '../../values/checked-classes.js'
import { type AppliedDecorator, type Decorators, decoratorsOn, findDecorator } from '../../values/decorators.js'
import type { Values } from '../../values/resolve.js'
import { literalOf, literalText, textsOf } from '../../values/text.js'
import { exprAt, type Expr, type Value } from '../../values/value.js'
import { className, decoratedClasses, membersOf } from '../decorated/classes.js'
import { decoratedParameters } from '../decorated/parameters.js'
import { isSet, optionOf } from '../routes/arguments.js'
import type { SchemaSource } from './schema-sources.js'

type Match = DiscoveryMatchOf<'decoratedMethod'>
type Names = NonNullable<Match['schema']>

export interface DecoratedSchemaInput {
  values: Values
  match: Match & { schema: Names }
  gate: Gate
}

/** No directive and no type of anyone's: the reader takes both for something that was not read. */
const open = '@unread'
const unreadType = 'NotRead__'
const scalars: Readonly<Record<string, string>> = { String: 'String', Number: 'Float', Boolean: 'Boolean', ID: 'ID', Int: 'Int', Float: 'Float' }

export function decoratedSchema({ values, match, gate }: DecoratedSchemaInput): SchemaSource[] {
  const { importModule, schema: names } = match
  /** `@ObjectType() class User`: one definition, its name where the class has it. */
  function typeFrom(cls: Expr<ClassNode>, decorators: Decorators): SchemaSource[] {
    return (Object.entries(names.types) as [keyof Names['types'], string][]).flatMap(([keyword, decorator]): SchemaSource[] => {
      const applied = findDecorator(decorators, importModule, [decorator])
      if (!applied || isSet(values, optionsOf(applied), 'isAbstract')) return []
      const { members, open: hasMore } = checkedMembers(values, cls)
      const isPlain = !hasMore && decorators.unread.length === 0 && decorators.list.length === 1 && !optionKey(applied, 'implements') && !hasDecoratedFunctions(cls)
      const fields = members.flatMap(member => fieldFrom(member, keyword === 'input'))
      return fields.length === 0
        ? []
        : [placed(cls, cls.node.id ?? cls.node, `${keyword} `, `${typeName(applied, cls)} ${isPlain ? '' : open} { ${fields.join(' ')} }`)]
    })
  }

  function fieldFrom(member: CheckedMember, isInput: boolean): string[] {
    const applied = findDecorator(member.decorators, importModule, [names.field])
    if (!applied || findDecorator(member.decorators, importModule, names.hidden)) return []
    const options = optionsOf(applied)
    const type = typeText(typeArgument(applied), member.type, member.cls, { options, optional: member.optional })
    const hasDefault = isInput && options !== null && optionOf(values, options, 'defaultValue') !== null
    return [`${nameIn(applied, options) ?? member.name}: ${hasDefault ? type.replace(/!$/, '') : type}`]
  }

  /** Getters and methods may be fields of the type too. */
  const hasDecoratedFunctions = ({ node }: Expr<ClassNode>): boolean =>
    node.body.body.some(member => member.type === 'MethodDefinition' && member.decorators.length > 0)

  /** What methods of a resolver add to their type. */
  function fieldsFrom(cls: Expr<ClassNode>, decorators: Decorators): SchemaSource[] {
    const holder = findDecorator(decorators, importModule, match.classDecorators)
    if (!holder) return []
    return membersOf(values, cls).flatMap((member): SchemaSource[] => {
      const applied = findDecorator(member.decorators, importModule, match.methodDecorators)
      if (!applied || match.methodDecoratorFieldMap?.[applied.name] !== undefined || !member.fn) return []
      const type = match.methodDecoratorTypeMap[applied.name]
      const target = type ?? holderType(holder)
      if (target === null) return []
      const given = argumentsOf(member.fn)
      const own = `${nameIn(applied, optionsOf(applied)) ?? member.name}${given.list.length > 0 ? `(${given.list.join(', ')})` : ''}: ${typeText(typeArgument(applied), null, member.cls, { options: optionsOf(applied), optional: false })} ${given.open ? open : ''}`
      return [placed(member.cls, keyOf(member.node), `extend type ${target} ${type === undefined ? '' : open} { `, `${own} }`)]
    })
  }

  function argumentsOf(fn: Expr<FunctionNode>): { list: string[]; open: boolean } {
    const list: string[] = []
    let hasMore = false
    for (const { node, decorators } of decoratedParameters(values, fn)) {
      const applied = findDecorator(decorators, importModule, [names.argument])
      if (decorators.unread.length > 0) hasMore = true
      if (!applied) continue
      const options = optionsOf(applied)
      const name = nameIn(applied, options)
      const annotation = annotationOf(node)
      if (name !== null) {
        const type = typeText(options && optionOf(values, options, 'type'), annotation, fn, { options, optional: false })
        list.push(`${name}: ${options && optionOf(values, options, 'defaultValue') ? type.replace(/!$/, '') : type}`)
        continue
      }
      const cls = annotation && applied.args.length === 0 ? classAt(annotation, fn) : null
      const inner = cls ? checkedMembers(values, cls) : null
      if (!inner || inner.open) hasMore = true
      list.push(...(inner?.members ?? []).flatMap(member => fieldFrom(member, true)))
    }
    return { list, open: hasMore }
  }

  interface Written {
    options: Expr | null
    optional: boolean
  }

  function typeText(given: Expr | null, annotation: Node | null, at: Expr, { options, optional }: Written): string {
    const found = given ? typeOfFunction(given) : annotation ? annotated(annotation, at) : null
    const nullable = options ? optionOf(values, options, 'nullable') : null
    const state = nullable ? (values.one(nullable)?.type === 'literal' ? literalOf(values, nullable) : 'unread') : optional ? 'true' : 'false'
    if (!found) return unreadType
    const item = state === 'items' || state === 'itemsAndList' ? found.name : `${found.name}!`
    const whole = found.list ? `[${item}]!` : `${found.name}!`
    return state === 'false' || state === 'items' ? whole : whole.slice(0, -1)
  }

  function typeOfFunction(expr: Expr): { name: string; list: boolean } | null {
    const found = classOfTypeFunction(values, expr)
    const name = found && nameOfValue(found.value)
    return name === null || name === undefined ? null : { name, list: found?.list === true }
  }

  /** What the library sees of an annotation: primitives and classes. */
  function annotated(node: Node, at: Expr): { name: string; list: boolean } | null {
    const keywords: Record<string, string> = { TSStringKeyword: 'String', TSNumberKeyword: 'Float', TSBooleanKeyword: 'Boolean' }
    const keyword = keywords[node.type]
    if (keyword !== undefined) return { name: keyword, list: false }
    const cls = classAt(node, at)
    const name = cls ? nameOfValue({ type: 'class', expr: cls }) : null
    return name === null ? null : { name, list: false }
  }

  function classAt(node: Node, at: Expr): Expr<ClassNode> | null {
    if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier' || node.typeArguments) return null
    const binding = at.module.top.get(node.typeName.name)
    const value = binding ? values.one(exprAt(at.module, binding.node)) : null
    return value?.type === 'class' ? value.expr : null
  }

  function nameOfValue(value: Value): string | null {
    if (value.type === 'external' || value.type === 'global') return scalars[value.path.at(-1) ?? ''] ?? null
    if (value.type !== 'class') return null
    const decorators = decoratorsOn(values, value.expr)
    const applied = findDecorator(decorators, importModule, Object.values(names.types))
    return applied ? typeName(applied, value.expr) : null
  }

  const typeName = (applied: AppliedDecorator, cls: Expr<ClassNode>): string => textArgument(applied) ?? className(cls)

  function holderType({ args }: AppliedDecorator): string | null {
    const [first] = args
    const found = first ? classOfTypeFunction(values, first) : null
    return found?.value.type === 'class' ? nameOfValue(found.value) : null
  }

  function textArgument({ args: [first] }: AppliedDecorator): string | null {
    const [only, ...more] = first && isText(first) ? textsOf(values, first) : []
    return only && more.length === 0 ? literalText(only) : null
  }

  const isText = (expr: Expr): boolean => {
    const value = values.one(expr)
    return value?.type === 'literal' && typeof value.value === 'string'
  }

  const optionsOf = ({ args }: AppliedDecorator): Expr | null => args.findLast(arg => values.one(arg)?.type === 'object') ?? null

  const optionKey = (applied: AppliedDecorator, key: string): Expr | null => {
    const options = optionsOf(applied)
    return options && optionOf(values, options, key)
  }

  function nameIn(applied: AppliedDecorator, options: Expr | null): string | null {
    const named = options && match.nameKey !== undefined ? optionOf(values, options, match.nameKey) : null
    return textArgument(applied) ?? (named ? literalOf(values, named) : null)
  }

  /** The function that gives the type, wherever it stands. */
  const typeArgument = ({ args }: AppliedDecorator): Expr | null => args.find(arg => values.one(arg)?.type === 'function') ?? null

  const classes = decoratedClasses(values, gate)
  const types = classes.flatMap(({ cls, decorators }) => typeFrom(cls, decorators))
  return types.length === 0 ? [] : [...types, ...classes.flatMap(({ cls, decorators }) => fieldsFrom(cls, decorators))]
}

const keyOf = (node: Node): Node => ('key' in node ? (node.key as Node) : node)

function annotationOf(node: Node): Node | null {
  const inner = node.type === 'TSParameterProperty' ? node.parameter : node
  const target = inner.type === 'AssignmentPattern' ? inner.left : inner
  return 'typeAnnotation' in target ? ((target.typeAnnotation as { typeAnnotation: Node } | null)?.typeAnnotation ?? null) : null
}

/** Behind blanks and breaks, so that the name stands where the code has it; the head takes the place of blanks. */
function placed({ module }: Expr, name: Node, head: string, body: string): SchemaSource {
  const lines = module.text.slice(0, name.start).replace(/[^\n]/g, ' ').split('\n')
  const at = lines.findLastIndex(line => line.length >= head.length)
  const line = lines[at]
  const before = line === undefined ? [head, ...lines] : lines.with(at, `${line.slice(0, line.length - head.length)}${head}`)
  return { file: module.file, text: `${before.join('\n')}${body}` }
}
