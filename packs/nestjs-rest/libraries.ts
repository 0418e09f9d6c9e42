/** What Nest and its libraries answer by themselves, for routes and resolvers alike. */
import type { LibraryErrors, LibraryWrapper, PatternPack } from '@suss/core/pack'

/** `NotFoundException` stands for 404. */
const codes: Readonly<Record<string, number>> = {
  BadRequestException: 400,
  UnauthorizedException: 401,
  ForbiddenException: 403,
  NotFoundException: 404,
  MethodNotAllowedException: 405,
  NotAcceptableException: 406,
  RequestTimeoutException: 408,
  ConflictException: 409,
  GoneException: 410,
  PreconditionFailedException: 412,
  PayloadTooLargeException: 413,
  UnsupportedMediaTypeException: 415,
  ImATeapotException: 418,
  MisdirectedException: 421,
  UnprocessableEntityException: 422,
  InternalServerErrorException: 500,
  NotImplementedException: 501,
  BadGatewayException: 502,
  ServiceUnavailableException: 503,
  GatewayTimeoutException: 504,
  HttpVersionNotSupportedException: 505,
}

export const libraryErrors: LibraryErrors[] = [
  {
    module: '@nestjs/common',
    base: { name: 'HttpException', statusArgument: 1 },
    codes,
    fields: ['getStatus'],
  },
]

const before = (module: string, name: string, more: Partial<LibraryWrapper> = {}): LibraryWrapper => ({
  module,
  name,
  role: 'before',
  ...more,
})

export const libraryWrappers: LibraryWrapper[] = [
  before('@nestjs/passport', 'AuthGuard', {
    outcomes: [{ status: 401, rule: 'authenticate', thrown: 'UnauthorizedException' }],
  }),
  before('@nestjs/throttler', 'ThrottlerGuard', {
    outcomes: [{ status: 429, rule: 'limit', thrown: 'ThrottlerException' }],
  }),
  before('@nestjs/cache-manager', 'CacheInterceptor'),
  before('@nestjs/common', 'ClassSerializerInterceptor', { rewritesBody: true }),
  before('@nestjs/common', 'DefaultValuePipe'),
  ...[
    'FileInterceptor',
    'FilesInterceptor',
    'FileFieldsInterceptor',
    'AnyFilesInterceptor',
    'NoFilesInterceptor',
  ].map(name =>
    before('@nestjs/platform-express', name, {
      outcomes: [
        { status: 400, rule: 'upload', thrown: 'BadRequestException' },
        { status: 413, rule: 'tooLarge', thrown: 'PayloadTooLargeException' },
      ],
    }),
  ),
  before('@nestjs/core', 'BaseExceptionFilter'),
]

/** Members both packs share. */
export const shared: Pick<
  PatternPack,
  | 'decoratorComposers'
  | 'decoratorMetadata'
  | 'transparentWrappers'
  | 'statusConstants'
  | 'libraryErrors'
  | 'parameterSuppliers'
> = {
  decoratorComposers: [{ module: '@nestjs/common', name: 'applyDecorators' }],
  decoratorMetadata: {
    setter: { module: '@nestjs/common', name: 'SetMetadata' },
    reader: { module: '@nestjs/core', type: 'Reflector', maker: 'createDecorator' },
    one: ['get'],
    first: ['getAllAndOverride'],
    method: 'getHandler',
    class: 'getClass',
  },
  transparentWrappers: [{ module: '@nestjs/common', name: 'mixin', argument: 0 }],
  statusConstants: [{ module: '@nestjs/common', exports: ['HttpStatus'] }],
  libraryErrors,
  parameterSuppliers: [{ module: '@nestjs/common', name: 'Inject' }],
}

export const application = { importModule: '@nestjs/core', importName: 'NestFactory', factory: 'create' }

export const modules = {
  decorator: 'Module',
  controllersKey: 'controllers',
  importsKey: 'imports',
  providersKey: 'providers',
}
