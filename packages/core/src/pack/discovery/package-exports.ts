/** The public exports of a package: the provider side of a function-call boundary. */
import { z } from 'zod'

export const PackageExportsSchema = z.strictObject({
  type: z.literal('packageExports'),
  /** Absolute; left out when `workspaces` is set. */
  packageJsonPath: z.string().min(1).exactOptional(),
  workspaces: z.literal(true).exactOptional(),
  subPaths: z.array(z.string().min(1)).exactOptional(),
  excludeNames: z.array(z.string().min(1)).exactOptional(),
})
