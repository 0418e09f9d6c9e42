/** The published JSON Schema of suss.json. */
import { z } from 'zod'
import { SussConfigSchema } from './schema.js'

export const sussConfigJsonSchema = (): object => z.toJSONSchema(SussConfigSchema, { io: 'input' })
