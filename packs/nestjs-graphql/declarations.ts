/** The names of Nest and of its GraphQL library that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'
import { declarations as express } from '../express/declarations.js'
import { nestDeclarations } from '../nestjs-rest/declarations.js'

export const declarations: PackDeclarations = [
  {
    module: '@nestjs/graphql',
    exports: [
      'Resolver',
      'Query',
      'Mutation',
      'Subscription',
      'ResolveField',
      'ResolveProperty',
      'ResolveReference',
      'ObjectType',
      'InterfaceType',
      'InputType',
      'Field',
      'HideField',
      'Args',
      'Parent',
      'Root',
      'Context',
      'Info',
    ],
    keys: { ResolveFieldOptions: ['name'] },
  },
  ...nestDeclarations,
  ...express.filter(({ module }) => module === 'express'),
]
