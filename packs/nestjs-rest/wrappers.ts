/** Guards, interceptors, pipes and filters, as Nest registers them for routes and resolvers alike. */
import type {
  DiscoveryPattern,
  InputMappingPattern,
  ParameterChecks,
  TerminalPattern,
  Wraps,
} from '@suss/core/pack'
import {
  filterTerminals,
  guardTerminals,
  interceptorTerminals,
  middlewareTerminals,
  pipeTerminals,
} from './terminals.js'

type Match = DiscoveryPattern['match']

const importModule = '@nestjs/common'
const token = (name: string) => ({ module: '@nestjs/core', name })

const roles = (...names: string[]): InputMappingPattern => ({
  type: 'positionalParams',
  params: names.map((role, position) => ({ position, role })),
})

const wrapper = (
  match: Match,
  wraps: Wraps,
  terminals: TerminalPattern[],
  inputMapping: InputMappingPattern,
): DiscoveryPattern => ({ kind: 'middleware', match, wraps, terminals, inputMapping })

const checks: ParameterChecks[] = [
  {
    module: '@nestjs/common',
    names: ['ValidationPipe'],
    classMembers: { modules: ['class-validator'] },
    status: 400,
    statusOption: 'errorHttpStatusCode',
    errorOption: 'exceptionFactory',
    stripOption: 'whitelist',
    strictOption: 'forbidNonWhitelisted',
    laxOptions: [
      'transformOptions',
      'skipMissingProperties',
      'skipUndefinedProperties',
      'skipNullProperties',
      'groups',
    ],
  },
  {
    module: '@nestjs/common',
    names: [
      'ParseArrayPipe',
      'ParseBoolPipe',
      'ParseDatePipe',
      'ParseEnumPipe',
      'ParseFilePipe',
      'ParseFloatPipe',
      'ParseIntPipe',
      'ParseUUIDPipe',
    ],
    status: 400,
    statusOption: 'errorHttpStatusCode',
    errorOption: 'exceptionFactory',
  },
]

const middleware = (match: Match): DiscoveryPattern =>
  wrapper(
    match,
    {
      consumer: {
        importModule,
        type: 'MiddlewareConsumer',
        apply: 'apply',
        routes: 'forRoutes',
        exclude: 'exclude',
      },
      targetPosition: 0,
      classMethod: 'use',
      continuationParam: 2,
      applicationMethod: 'use',
    },
    middlewareTerminals,
    roles('request', 'response', 'next'),
  )

const guards = (match: Match): DiscoveryPattern =>
  wrapper(
    match,
    {
      decorator: 'UseGuards',
      importModule,
      targetPosition: 0,
      classMethod: 'canActivate',
      hooks: ['handleRequest'],
      global: { method: 'useGlobalGuards', token: token('APP_GUARD') },
    },
    guardTerminals,
    roles('context'),
  )

const interceptors = (match: Match): DiscoveryPattern =>
  wrapper(
    match,
    {
      decorator: 'UseInterceptors',
      importModule,
      targetPosition: 0,
      classMethod: 'intercept',
      continuationParam: 1,
      continuationMethod: 'handle',
      rewritesBody: true,
      global: { method: 'useGlobalInterceptors', token: token('APP_INTERCEPTOR') },
      operators: {
        module: 'rxjs',
        passing: ['tap', 'finalize', 'timeout', 'catchError', 'delay', 'share', 'shareReplay'],
        catching: ['catchError', 'onErrorResumeNextWith', 'retry'],
      },
    },
    interceptorTerminals,
    roles('context', 'next'),
  )

const pipes = (match: Match): DiscoveryPattern =>
  wrapper(
    match,
    {
      decorator: 'UsePipes',
      importModule,
      targetPosition: 0,
      classMethod: 'transform',
      global: { method: 'useGlobalPipes', token: token('APP_PIPE') },
      checks,
    },
    pipeTerminals,
    roles('value', 'metadata'),
  )

const filters = (match: Match): DiscoveryPattern =>
  wrapper(
    match,
    {
      decorator: 'UseFilters',
      importModule,
      targetPosition: 0,
      classMethod: 'catch',
      throwParam: 0,
      catchesDecorator: 'Catch',
      global: { method: 'useGlobalFilters', token: token('APP_FILTER') },
    },
    filterTerminals,
    roles('error', 'context'),
  )

/** In the order in which a request meets them. */
export const routeWrappers = (match: Match): DiscoveryPattern[] => [
  middleware(match),
  ...fieldWrappers(match),
]

export const fieldWrappers = (match: Match): DiscoveryPattern[] => [
  guards(match),
  interceptors(match),
  pipes(match),
  filters(match),
]
