/** The tree a component renders. */
import { z } from 'zod'

export type RenderNode =
  | {
      type: 'element'
      tag: string
      attrs?: Record<string, string>
      target?: { file: string; name: string }
      children: RenderNode[]
    }
  | { type: 'text'; value: string }
  | { type: 'expression'; sourceText: string }
  | { type: 'conditional'; condition: string; whenTrue: RenderNode; whenFalse: RenderNode | null }

export const RenderNodeSchema: z.ZodType<RenderNode> = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('element'),
      tag: z.string(),
      attrs: z.record(z.string(), z.string()).exactOptional(),
      target: z.strictObject({ file: z.string(), name: z.string() }).exactOptional(),
      get children(): z.ZodArray<z.ZodType<RenderNode>> {
        return z.array(RenderNodeSchema)
      },
    }),
    z.strictObject({ type: z.literal('text'), value: z.string() }),
    z.strictObject({ type: z.literal('expression'), sourceText: z.string() }),
    z.strictObject({
      type: z.literal('conditional'),
      condition: z.string(),
      get whenTrue(): z.ZodType<RenderNode> {
        return RenderNodeSchema
      },
      get whenFalse(): z.ZodNullable<z.ZodType<RenderNode>> {
        return RenderNodeSchema.nullable()
      },
    }),
  ])
  .meta({ id: 'RenderNode' })
