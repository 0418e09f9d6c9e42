/** The published JSON Schema of summary files, made from the writer's schema. */
import { z } from 'zod'
import { BehavioralSummariesSchema } from './summary.js'

export const behavioralSummaryJsonSchema = (): object => ({
  title: 'suss behavioural summaries',
  ...z.toJSONSchema(BehavioralSummariesSchema, { io: 'input' }),
})
