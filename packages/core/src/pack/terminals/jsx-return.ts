/** A return of a JSX element or fragment. */
import { z } from 'zod'

export const JsxReturnSchema = z.strictObject({ type: z.literal('jsxReturn') })
