/** Every way a pack can name what the parameters are. */
import { z } from 'zod'
import { AllPositionalSchema } from './all-positional.js'
import { ComponentPropsSchema } from './component-props.js'
import { DecoratedParamsSchema } from './decorated-params.js'
import { ObjectParamSchema } from './object-param.js'
import { PositionalParamsSchema } from './positional-params.js'

export const InputMappingPatternSchema = z.discriminatedUnion('type', [
  PositionalParamsSchema,
  ObjectParamSchema,
  ComponentPropsSchema,
  DecoratedParamsSchema,
  AllPositionalSchema,
])
export type InputMappingPattern = z.infer<typeof InputMappingPatternSchema>
export type InputMappingOf<Type extends InputMappingPattern['type']> = Extract<
  InputMappingPattern,
  { type: Type }
>
