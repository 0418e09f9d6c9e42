/** Every way a pack can say where units are. */
import { z } from 'zod'
import { CallbackArgumentSchema } from './callback-argument.js'
import { ClientCallSchema } from './client-call.js'
import { DecoratedMethodSchema } from './decorated-method.js'
import { DecoratedRouteSchema } from './decorated-route.js'
import { FileConventionSchema } from './file-convention.js'
import { GraphqlHookCallSchema } from './graphql-hook-call.js'
import { GraphqlImperativeCallSchema } from './graphql-imperative-call.js'
import { JsxElementRouteSchema } from './jsx-element-route.js'
import { NamedExportSchema } from './named-export.js'
import { PackageExportsSchema } from './package-exports.js'
import { PackageImportSchema } from './package-import.js'
import { RegistrationCallSchema } from './registration-call.js'
import { RegistrationLoopSchema } from './registration-loop.js'
import { RegistrationTemplateSchema } from './registration-template.js'
import { ResolverMapSchema } from './resolver-map.js'
import { TestCaseSchema } from './test-case.js'

export const DiscoveryMatchSchema = z.discriminatedUnion('type', [
  RegistrationCallSchema,
  RegistrationLoopSchema,
  RegistrationTemplateSchema,
  NamedExportSchema,
  FileConventionSchema,
  DecoratedRouteSchema,
  DecoratedMethodSchema,
  ClientCallSchema,
  GraphqlHookCallSchema,
  GraphqlImperativeCallSchema,
  ResolverMapSchema,
  JsxElementRouteSchema,
  PackageExportsSchema,
  PackageImportSchema,
  TestCaseSchema,
  CallbackArgumentSchema,
])
export type DiscoveryMatch = z.infer<typeof DiscoveryMatchSchema>
export type DiscoveryMatchOf<Type extends DiscoveryMatch['type']> = Extract<DiscoveryMatch, { type: Type }>
