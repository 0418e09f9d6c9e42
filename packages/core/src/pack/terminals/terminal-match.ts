/** Every way a path can end that a pack can name. */
import { z } from 'zod'
import { AssertionSchema } from './assertion.js'
import { FunctionCallSchema } from './function-call.js'
import { FunctionFallthroughSchema } from './function-fallthrough.js'
import { JsxReturnSchema } from './jsx-return.js'
import { ParameterCallSchema } from './parameter-call.js'
import { ParameterMethodCallSchema } from './parameter-method-call.js'
import { PropertyAssignmentSchema } from './property-assignment.js'
import { ReturnShapeSchema } from './return-shape.js'
import { ReturnStatementSchema } from './return-statement.js'
import { ThrowExpressionSchema } from './throw-expression.js'

export const TerminalMatchSchema = z.discriminatedUnion('type', [
  ReturnShapeSchema,
  ReturnStatementSchema,
  ParameterMethodCallSchema.refine(
    match => (match.parameterPosition === undefined) !== (match.parameterRole === undefined),
    { error: 'give either "parameterPosition" or "parameterRole"' },
  ),
  ThrowExpressionSchema,
  FunctionCallSchema,
  JsxReturnSchema,
  FunctionFallthroughSchema,
  ParameterCallSchema,
  PropertyAssignmentSchema,
  AssertionSchema,
])
export type TerminalMatch = z.infer<typeof TerminalMatchSchema>
export type TerminalMatchOf<Type extends TerminalMatch['type']> = Extract<TerminalMatch, { type: Type }>
