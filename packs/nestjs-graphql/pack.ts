/** Nest with GraphQL: fields resolved by decorated methods of resolvers. */
import { definePack, type DiscoveryPattern } from '@suss/core/pack'
import { application, libraryWrappers, modules, shared } from '../nestjs-rest/libraries.js'
import { thrown } from '../nestjs-rest/terminals.js'
import { fieldWrappers } from '../nestjs-rest/wrappers.js'
import { declarations } from './declarations.js'

const match: DiscoveryPattern['match'] = {
  type: 'decoratedMethod',
  importModule: '@nestjs/graphql',
  classDecorators: ['Resolver'],
  methodDecorators: [
    'Query',
    'Mutation',
    'Subscription',
    'ResolveField',
    'ResolveProperty',
    'ResolveReference',
  ],
  methodDecoratorTypeMap: { Query: 'Query', Mutation: 'Mutation', Subscription: 'Subscription' },
  methodDecoratorFieldMap: { ResolveReference: '__resolveReference' },
  nameKey: 'name',
  typeDecorators: ['ObjectType', 'InterfaceType'],
  schema: {
    types: { type: 'ObjectType', interface: 'InterfaceType', input: 'InputType' },
    field: 'Field',
    hidden: ['HideField'],
    argument: 'Args',
  },
  application,
  modules,
}

export default definePack({
  name: 'nestjs-graphql',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['@nestjs/graphql'],
  discovery: [{ kind: 'resolver', match }, ...fieldWrappers(match)],
  terminals: [
    { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
    thrown,
    { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
  ],
  inputMapping: {
    type: 'decoratedParams',
    decoratorRoleMap: { Args: 'args', Parent: 'parent', Root: 'parent', Context: 'context', Info: 'info' },
  },
  ...shared,
  libraryWrappers,
  declarations,
})
