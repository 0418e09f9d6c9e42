/** What a code unit is, whatever file somebody moves it to. */
import { z } from 'zod'
import { BoundaryBindingSchema } from './boundary.js'

export const DeployableUnitSchema = z.strictObject({
  deploymentTarget: z.enum(['lambda', 'ecs-task', 'container', 'k8s-deployment', 'worker']),
  instanceName: z.string().min(1),
})
export type DeployableUnit = z.infer<typeof DeployableUnitSchema>

export const CodeUnitIdentitySchema = z.strictObject({
  id: z.string().exactOptional(),
  name: z.string(),
  nameKind: z.enum(['binding', 'label']).exactOptional(),
  exportPath: z.array(z.string()).nullable(),
  boundaryBinding: BoundaryBindingSchema.nullable(),
  deployableUnit: DeployableUnitSchema.exactOptional(),
})
export type CodeUnitIdentity = z.infer<typeof CodeUnitIdentitySchema>
