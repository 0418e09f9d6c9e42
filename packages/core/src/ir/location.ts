/** Where code is: line ranges for people, character spans for joins, places for findings. */
import { z } from 'zod'

export const LineRangeSchema = z.strictObject({ start: z.int(), end: z.int() })
export type LineRange = z.infer<typeof LineRangeSchema>

export const SpanSchema = z.strictObject({ start: z.int().min(0), end: z.int().min(0) })
export type Span = z.infer<typeof SpanSchema>

/** Offsets and column 0-based, line 1-based. */
export const PlaceSchema = z.strictObject({
  start: z.int().min(0),
  end: z.int().min(0),
  line: z.int().min(1),
  column: z.int().min(0),
  endLine: z.int().min(1).exactOptional(),
  file: z.string().exactOptional(),
  workspace: z.string().exactOptional(),
})
export type Place = z.infer<typeof PlaceSchema>

export const SourceLocationSchema = z.strictObject({
  file: z.string(),
  range: LineRangeSchema,
  span: SpanSchema.exactOptional(),
  exportName: z.string().nullable(),
  workspace: z.string().exactOptional(),
  module: z.string().exactOptional(),
})
export type SourceLocation = z.infer<typeof SourceLocationSchema>

export const ClassPlaceSchema = z.strictObject({ file: z.string(), name: z.string() })
/** A class by the file that declares it and its qualified name. */
export type ClassPlace = z.infer<typeof ClassPlaceSchema>

export const DeclarationPlaceSchema = z.strictObject({
  file: z.string(),
  span: SpanSchema,
  receiverClass: ClassPlaceSchema.exactOptional(),
})
export type DeclarationPlace = z.infer<typeof DeclarationPlaceSchema>
