/** The behaviour of one code unit. */
import { z } from 'zod'
import { CodeUnitKindSchema } from './code-unit-kind.js'
import { ConfidenceInfoSchema } from './confidence.js'
import { GapSchema } from './gap.js'
import { CodeUnitIdentitySchema } from './identity.js'
import { InputSchema } from './input.js'
import { ClassPlaceSchema, SourceLocationSchema } from './location.js'
import { TransitionSchema } from './transition.js'
import { TypeShapeSchema } from './type-shape.js'

/** The version this build writes. */
export const SCHEMA_VERSION = 6

export const BehavioralSummarySchema = z
  .strictObject({
    schemaVersion: z.int().min(1).exactOptional(),
    kind: CodeUnitKindSchema,
    location: SourceLocationSchema,
    identity: CodeUnitIdentitySchema,
    inputs: z.array(InputSchema),
    transitions: z.array(TransitionSchema),
    gaps: z.array(GapSchema),
    confidence: ConfidenceInfoSchema,
    definitions: z.record(z.string(), TypeShapeSchema).exactOptional(),
    inputReads: z.array(z.strictObject({ input: z.string(), path: z.array(z.string()) })).exactOptional(),
    receiverClass: ClassPlaceSchema.exactOptional(),
    metadata: z.record(z.string(), z.unknown()).exactOptional(),
  })
  .meta({ id: 'BehavioralSummary' })
export type BehavioralSummary = z.infer<typeof BehavioralSummarySchema>

export const BehavioralSummariesSchema = z.array(BehavioralSummarySchema)
