/** Turns a closed writer schema into one for readers: unknown keys kept, a catch-all in every union. */
import { z } from 'zod'

type Schema = z.core.$ZodType

/** `overrides` are schemas the reader takes as they are, whatever the writer says. */
export function toReaderSchema(writer: Schema, overrides: ReadonlyMap<Schema, Schema>): z.ZodType {
  const made = new Map<Schema, Schema>(overrides)
  const open = new Set<Schema>()

  const read = (schema: Schema): Schema => {
    const known = made.get(schema)
    if (known !== undefined) return known
    if (open.has(schema)) return z.lazy(() => made.get(schema) ?? z.never())
    open.add(schema)
    const reader = build(schema)
    made.set(schema, reader)
    return reader
  }

  const build = (schema: Schema): Schema => {
    const { def } = (schema as z.core.$ZodTypes)._zod
    switch (def.type) {
      case 'object':
        return z.looseObject(readShape(def.shape))
      case 'union':
        return 'discriminator' in def && typeof def.discriminator === 'string'
          ? withCatchAll(def.options, def.discriminator)
          : z.union(def.options.map(read))
      case 'array':
        return z.array(read(def.element))
      case 'record':
        return z.record(z.string(), read(def.valueType))
      case 'optional':
        return z.optional(read(def.innerType))
      case 'nullable':
        return z.nullable(read(def.innerType))
      case 'enum':
        return z.string().min(1)
      case 'number':
        return z.number()
      default:
        return schema
    }
  }

  const readShape = (shape: Readonly<Record<string, Schema>>): Record<string, Schema> =>
    Object.fromEntries(Object.entries(shape).map(([key, member]) => [key, read(member)]))

  const withCatchAll = (options: readonly Schema[], discriminator: string): Schema => {
    const tags = new Set(options.flatMap(option => tagsOf(option, discriminator)))
    // abort: otherwise the union reports this issue instead of the known variant's own
    const unknownTag = z
      .string()
      .min(1)
      .refine(tag => !tags.has(tag), { abort: true })
    const variants = options.map(read) as unknown as z.core.$ZodTypeDiscriminable[]
    const [first, ...rest] = variants
    if (first === undefined) return z.looseObject({ [discriminator]: unknownTag })
    return z.union([
      z.discriminatedUnion(discriminator, [first, ...rest]),
      z.looseObject({ [discriminator]: unknownTag }),
    ])
  }

  return read(writer) as z.ZodType
}

function tagsOf(option: Schema, discriminator: string): string[] {
  const { def } = (option as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return []
  const tag = def.shape[discriminator]
  if (tag === undefined) return []
  const { def: tagDef } = (tag as z.core.$ZodTypes)._zod
  return tagDef.type === 'literal' ? tagDef.values.map(String) : []
}
