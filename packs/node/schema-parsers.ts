/** Schemas that programs check their environment with. */
import type { PatternPack } from '@suss/core/pack'

type SchemaParser = NonNullable<PatternPack['schemaParsers']>[number]

export const schemaParsers = ['zod', 'zod/v4'].map(
  (module): SchemaParser => ({
    module,
    names: ['object', 'strictObject', 'looseObject'],
    methods: ['parse', 'safeParse', 'parseAsync', 'safeParseAsync'],
    extending: ['extend', 'safeExtend'],
    narrowing: ['pick', 'omit'],
    defaults: ['default', 'prefault', 'catch'],
  }),
)
