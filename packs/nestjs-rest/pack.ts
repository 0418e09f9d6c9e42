/** Nest: routes written as decorated methods of controllers, and what stands around them. */
import { definePack, type DiscoveryPattern } from '@suss/core/pack'
import { libraryWrappers as expressWrappers } from '../express/library-wrappers.js'
import { declarations } from './declarations.js'
import { application, libraryWrappers, modules, shared } from './libraries.js'
import { declaredResponses } from './swagger.js'
import { handlerTerminals } from './terminals.js'
import { routeWrappers } from './wrappers.js'

const match: DiscoveryPattern['match'] = {
  type: 'decoratedRoute',
  importModule: '@nestjs/common',
  classDecorators: ['Controller'],
  methodDecoratorRouteMap: {
    Get: 'GET',
    Post: 'POST',
    Put: 'PUT',
    Delete: 'DELETE',
    Patch: 'PATCH',
    Options: 'OPTIONS',
    Head: 'HEAD',
    All: '*',
    Search: 'SEARCH',
    Sse: 'GET',
  },
  defaultStatusCodes: { Post: 201 },
  statusCodeDecorator: 'HttpCode',
  classPathKey: 'path',
  globalPrefix: {
    method: 'setGlobalPrefix',
    application,
    exclude: {
      option: 'exclude',
      pathKey: 'path',
      methodKey: 'method',
      methods: {
        0: 'GET',
        1: 'POST',
        2: 'PUT',
        3: 'DELETE',
        4: 'PATCH',
        5: '*',
        6: 'OPTIONS',
        7: 'HEAD',
        8: 'SEARCH',
      },
      methodEnum: { module: '@nestjs/common', name: 'RequestMethod' },
    },
  },
  versioning: {
    method: 'enableVersioning',
    typeOption: 'type',
    types: { module: '@nestjs/common', name: 'VersioningType', inPath: 'URI', number: 0 },
    prefixOption: 'prefix',
    defaultPrefix: 'v',
    defaultOption: 'defaultVersion',
    classOption: 'version',
    decorator: 'Version',
    neutral: { module: '@nestjs/common', name: 'VERSION_NEUTRAL' },
  },
  modules: {
    ...modules,
    router: {
      importModule: '@nestjs/core',
      importName: 'RouterModule',
      methods: ['register', 'forRoutes'],
      pathKey: 'path',
      moduleKey: 'module',
      childrenKey: 'children',
    },
  },
  redirectDecorator: { name: 'Redirect', statusPosition: 1, status: 302 },
  bodylessDecorators: ['Render', 'Sse'],
  ownAnswer: { decorators: ['Res', 'Response', 'Next'], unless: 'passthrough' },
  declaredResponses,
}

export default definePack({
  name: 'nestjs-rest',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['@nestjs/common'],
  discovery: [{ kind: 'handler', match }, ...routeWrappers(match)],
  terminals: handlerTerminals,
  inputMapping: {
    type: 'decoratedParams',
    decoratorRoleMap: {
      Body: 'body',
      RawBody: 'rawBody',
      Param: 'pathParams',
      Query: 'query',
      Headers: 'headers',
      Req: 'request',
      Request: 'request',
      Res: 'response',
      Response: 'response',
      Next: 'next',
      Session: 'session',
      Ip: 'ip',
      HostParam: 'hostParams',
      UploadedFile: 'files',
      UploadedFiles: 'files',
    },
  },
  pathSyntax: 'express',
  ...shared,
  libraryWrappers: [...libraryWrappers, ...expressWrappers],
  declarations,
})
