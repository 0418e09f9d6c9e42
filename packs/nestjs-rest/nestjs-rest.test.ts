/** Nest: where its routes are, what they answer, and what stands around them (packs.md 8.1). */
import { httpFacts, wrapperTransition } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { answering, atRoute, only, routeOf } from '../testing/find.js'
import { outputText } from '../testing/listed.js'
import { summariesIn, summariesOf } from '../testing/run.js'

const common = `import { ${[
  'Body, Catch, Controller, createParamDecorator, ForbiddenException, Get, HttpCode, HttpException, Injectable, Module',
  'NotFoundException, Param, Post, Res, SetMetadata, UseFilters, UseGuards, UseInterceptors, UsePipes, ValidationPipe',
].join(', ')} } from '@nestjs/common'
import { NestFactory, Reflector } from '@nestjs/core'
`
const nest = (text: string) => summariesIn(common + text)
const routes = (text: string) =>
  nest(text)
    .filter(({ kind }) => kind === 'handler')
    .map(routeOf)
    .sort()
const statuses = (text: string, route: string) =>
  [...new Set(atRoute(nest(text), route).transitions.map(({ output }) => outputText(output)))].sort()

test('packs/P21 class and method decorators give the path, constants by value', () => {
  const found = summariesOf({
    'src/paths.ts': 'export const paths = { one: ":id" } as const',
    'src/users.controller.ts': `${common}import { paths } from './paths'
      const root = 'users'
      @Controller(root) export class Users { @Get(paths.one) find(@Param('id') id: string) { return { id } } }`,
  })
  const unit = atRoute(found, 'GET /users/:id')
  expect(unit.identity).toMatchObject({ name: 'find', exportPath: ['Users', 'find'] })
  expect(unit.inputs).toEqual([
    { type: 'parameter', name: 'id', position: 0, role: 'pathParams', shape: { type: 'text' } },
  ])
})

describe('packs/P22 the global prefix', () => {
  const app = `@Controller('users') class Users { @Get() list() { return [] } }
    @Controller('health') class Health { @Get() check() { return 1 } }
    @Module({ controllers: [Users, Health] }) class AppModule {}
    async function main() { const app = await NestFactory.create(AppModule); CALL }`
  const withCall = (call: string) => routes(app.replace('CALL', call))

  test('stands in front of every route that is not left out', () => {
    expect(withCall("app.setGlobalPrefix('v2', { exclude: ['health'] })")).toEqual([
      'GET /health',
      'GET /v2/users',
    ])
  })

  test('is not taken from another object', () => {
    expect(withCall("const other = { setGlobalPrefix(p) {} }; other.setGlobalPrefix('v2')")).toEqual([
      'GET /health',
      'GET /users',
    ])
  })

  test('is found in a function the application is handed to', () => {
    const text = app.replace('CALL', 'setUp(app)')
    expect(routes(`${text}\nfunction setUp(app) { app.setGlobalPrefix('api') }`)).toEqual([
      'GET /api/health',
      'GET /api/users',
    ])
  })

  test('that is not read leaves the path open', () => {
    const text = app.replace('CALL', 'app.setGlobalPrefix(prefix())\n function prefix() { return read() }')
    const unit = atRoute(nest(text), 'GET /users')
    expect(unit.metadata?.['unread']).toEqual([
      { at: '/identity/boundaryBinding/semantics/path', reason: 'unreadPrefix' },
    ])
  })

  test('belongs to the application whose modules list the controller', () => {
    const text = `@Controller('a') class A { @Get() get() { return 1 } }
      @Controller('b') class B { @Get() get() { return 1 } }
      @Module({ controllers: [A] }) class Inner {}
      @Module({ imports: [Inner] }) class First {}
      @Module({ controllers: [B] }) class Second {}
      async function main() {
        const first = await NestFactory.create(First); first.setGlobalPrefix('one')
        const second = await NestFactory.create(Second); second.setGlobalPrefix('two')
      }`
    expect(routes(text)).toEqual(['GET /one/a', 'GET /two/b'])
  })
})

test('packs/P23 a POST answers 201, or what HttpCode states', () => {
  const text = `@Controller('x') class X {
    @Post('a') a() { return 1 }
    @Post('b') @HttpCode(202) b() { return 1 } }`
  expect(statuses(text, 'POST /x/a')).toEqual(['201'])
  expect(statuses(text, 'POST /x/b')).toEqual(['202'])
})

describe('packs/P24 a service throws', () => {
  const service = (
    thrown: string,
  ) => `@Injectable() export class Users { find(id) { if (!id) throw ${thrown}; return { id } } }
    @Controller('users') export class Controls { constructor(private readonly users: Users) {}
      @Get(':id') async one(@Param('id') id: string) { return await this.users.find(id) } }`

  test('and the route answers with the status of the exception', () => {
    const unit = atRoute(nest(service('new NotFoundException()')), 'GET /users/:id')
    const answer = answering(unit, '404')
    expect(answer.metadata?.['thrownBy']).toEqual([expect.stringContaining('Users.find')])
    expect(unit.inputs).toContainEqual({
      type: 'injection',
      name: 'users',
      mechanism: 'constructor',
      shape: null,
    })
  })

  test.each([
    ['new HttpException("x", 409)', '409'],
    ['new (class Gone extends NotFoundException {})()', '404'],
    ['new Own()', '418'],
    ['made()', '422'],
  ])('%s gives %s', (thrown, status) => {
    const own = `class Own extends HttpException { constructor() { super("x", 418) } }
      function made() { return new HttpException('x', 422) }\n`
    expect(statuses(own + service(thrown), 'GET /users/:id')).toEqual(['200', status])
  })

  test('a status member of an error of the project is not what Nest reads', () => {
    const own = 'class Own extends Error { status = 418 }\n'
    expect(statuses(own + service('new Own()'), 'GET /users/:id')).toEqual(['200', 'throw Own'])
  })
})

describe('packs/P25 guards', () => {
  test('a branch that returns false answers 403', () => {
    const text = `class A { canActivate(context) { if (context.user) return true; return false } }
      @Controller('x') class X { @Get() @UseGuards(A) get() { return 1 } }`
    const unit = atRoute(nest(text), 'GET /x')
    const refused = answering(unit, '403')
    expect(wrapperTransition(refused)).toEqual({ from: expect.stringContaining('canActivate') })
    expect(refused.conditions).toHaveLength(1)
    expect(unit.transitions.map(({ output }) => outputText(output)).sort()).toEqual(['200', '403'])
  })

  test('that let everything through add nothing', () => {
    const text = `class A { canActivate() { return true } }
      @Controller('x') class X { @Get() @UseGuards(A) get() { return 1 } }`
    expect(statuses(text, 'GET /x')).toEqual(['200'])
  })

  test('a value that is returned is the condition', () => {
    const text = `class A { canActivate(context) { return context.user.isAdmin } }
      @Controller('x') class X { @Get() @UseGuards(A) get() { return 1 } }`
    const { conditions } = answering(atRoute(nest(text), 'GET /x'), '403')
    expect(conditions).toEqual([
      {
        type: 'truthinessCheck',
        negated: true,
        subject: { type: 'input', inputRef: 'context', path: ['user', 'isAdmin'] },
      },
    ])
  })

  test('the refusal is an exception that filters see', () => {
    const text = `class A { canActivate() { return false } }
      @Catch(ForbiddenException) class F { catch(e, host) { host.switchToHttp().getResponse().status(404).json({ hidden: true }) } }
      @Controller('x') class X { @Get() @UseGuards(A) @UseFilters(F) get() { return 1 } }`
    expect(statuses(text, 'GET /x')).toEqual(['200', '404', 'throw ForbiddenException'])
  })

  test('a guard of an unknown package is left open', () => {
    const text = `import { SomeGuard } from 'some-guards'
      @Controller('x') class X { @Get() @UseGuards(SomeGuard) get() { return 1 } }`
    const unit = atRoute(nest(text), 'GET /x')
    expect(unit.metadata?.['wrappers']).toMatchObject({ refs: [{ summary: null, reason: 'libraryWrapper' }] })
  })
})

describe('guards that ask what decorators note', () => {
  const guards = `const IS_PUBLIC = 'isPublic'
    const Public = () => SetMetadata(IS_PUBLIC, true)
    const Roles = (...roles) => SetMetadata('roles', roles)
    class TokenGuard { constructor(private reflector: Reflector) {}
      canActivate(context) {
        const isPublic = this.reflector.getAllAndOverride(IS_PUBLIC, [context.getHandler(), context.getClass()])
        if (isPublic) return true
        if (!context.token) throw new ForbiddenException()
        return true } }
    class RolesGuard { constructor(private reflector: Reflector) {}
      canActivate(context) {
        const roles = this.reflector.get('roles', context.getHandler())
        if (!roles?.length) return true
        return roles.includes(context.role) } }
    @Controller('x') @UseGuards(TokenGuard, RolesGuard) class X {
      @Get('open') @Public() open() { return 1 }
      @Get('closed') closed() { return 1 }
      @Get('roles') @Public() @Roles('admin') roles() { return 1 }
      @Get('none') @Public() @Roles() none() { return 1 }
      @Get('unread') @Public() @SetMetadata(key(), true) unread() { return 1 } }`
  const answersAt = (route: string) =>
    atRoute(nest(guards), route).transitions.map(
      ({ output, metadata }) =>
        outputText(output) +
        ((metadata?.['wrappers'] as { uncertain?: true } | undefined)?.uncertain ? ' (u)' : ''),
    )

  test.each([
    ['GET /x/open', ['200']],
    ['GET /x/closed', ['403', '200']],
    ['GET /x/roles', ['403', '200']],
    ['GET /x/none', ['200']],
    ['GET /x/unread', ['403 (u)', '200']],
  ])('%s answers as its own notes say', (route, answers) => expect(answersAt(route)).toEqual(answers))

  test('a question that is not read leaves the refusal open', () => {
    const text = guards.replace(
      "get('roles', context.getHandler())",
      'getAllAndMerge(key(), [context.getHandler()])',
    )
    const refused = answering(atRoute(nest(text), 'GET /x/open'), '403')
    expect(wrapperTransition(refused)?.uncertain).toBe(true)
  })

  test('a decorator that the reader makes is its own key', () => {
    const text = `const Roles = Reflector.createDecorator<string[]>()
      class RolesGuard { constructor(private reflector: Reflector) {}
        canActivate(context) {
          const roles = this.reflector.get(Roles, context.getHandler())
          if (!roles) return true
          return false } }
      @Controller('x') @UseGuards(RolesGuard) class X {
        @Get('a') @Roles(['admin']) a() { return 1 }
        @Get('b') b() { return 1 } }`
    expect([statuses(text, 'GET /x/a'), statuses(text, 'GET /x/b')]).toEqual([['200', '403'], ['200']])
  })
})

describe('packs/P26 a handler that is handed the response', () => {
  const text = `@Controller('x') class X {
    @Get('tea') tea(@Res() res) { res.status(418).end() }
    @Get('json') json(@Res() res) { return res.json({ a: 1 }) }
    @Get('shared') shared(@Res({ passthrough: true }) res) { return { a: 1 } } }`

  test('answers by it alone', () => {
    expect(statuses(text, 'GET /x/tea')).toEqual(['418'])
    expect(statuses(text, 'GET /x/json')).toEqual(['200'])
  })

  test('unless it is passed through', () => expect(statuses(text, 'GET /x/shared')).toEqual(['200']))
})

test('packs/P27 a decorator of that name from another module is no route', () => {
  const text = `import { Controller } from '@nestjs/common'
    import { Get } from 'other'
    @Controller('x') class X { @Get() get() { return 1 } }`
  expect(summariesIn(text).filter(({ kind }) => kind === 'handler')).toEqual([])
})

test('packs/P28 an inherited route is a unit of each class', () => {
  const found = nest(`class Base { @Get(':id') one() { return this.find() } find() { return { base: true } } }
    @Controller('a') export class A extends Base {}
    @Controller('b') export class B extends Base { find() { throw new NotFoundException() } }`)
  const b = atRoute(found, 'GET /b/:id')
  expect(b).toMatchObject({
    receiverClass: { file: 'src/input.ts', name: 'B' },
    identity: { name: 'B.one', exportPath: ['B', 'one'] },
  })
  expect(b.transitions.map(({ output }) => outputText(output)).sort()).toEqual(['200', '404'])
  const a = atRoute(found, 'GET /a/:id')
  expect(a.receiverClass?.name).toBe('A')
  expect(a.transitions.map(({ output }) => outputText(output))).toEqual(['200'])
})

describe('packs/P58 the validation pipe', () => {
  const text = `import { IsOptional, IsString, MaxLength } from 'class-validator'
    class Dto { @IsString() @MaxLength(5) name: string; @IsString() @IsOptional() note?: string }
    @Controller('x') class X {
      @Post('dto') dto(@Body() d: Dto) { return d.name }
      @Post('plain') plain(@Body() d: { name: string }) { return d.name }
      @Post('text') text(@Body('name') name: string) { return name } }
    @Module({ controllers: [X] }) class AppModule {}
    async function main() {
      const app = await NestFactory.create(AppModule)
      app.useGlobalPipes(new ValidationPipe({ errorHttpStatusCode: 422, whitelist: true }))
    }`

  test.each([
    'transformOptions: { enableImplicitConversion: true }',
    'skipMissingProperties: true',
    'groups: ["create"]',
    '...shared',
  ])('says nothing of the members with %s', option => {
    const unit = atRoute(nest(text.replace('whitelist: true', option)), 'POST /x/dto')
    expect(httpFacts(unit).accepts).toBeUndefined()
  })

  test('may refuse what does not fit a class', () => {
    const unit = atRoute(nest(text), 'POST /x/dto')
    const refused = answering(unit, '422')
    expect(refused.metadata?.['http']).toMatchObject({ uncertain: true })
    expect(httpFacts(unit).accepts).toEqual({
      enforced: true,
      rejects: 422,
      strips: ['body'],
      body: {
        required: true,
        shape: {
          type: 'record',
          properties: {
            name: { type: 'text' },
            note: { type: 'union', variants: [{ type: 'null' }, { type: 'text' }, { type: 'undefined' }] },
          },
        },
        constraints: { name: { maxLength: 5 } },
      },
    })
  })

  test.each(['POST /x/plain', 'POST /x/text'])('has nothing to do with %s', route => {
    const unit = atRoute(nest(text), route)
    expect(unit.transitions.map(({ output }) => outputText(output))).toEqual(['201'])
    expect(httpFacts(unit).accepts).toBeUndefined()
  })

  test('whose options are not read is left open', () => {
    const unit = atRoute(nest(text.replace(/\{ errorHttp.*? \}/, 'options()')), 'POST /x/dto')
    expect(unit.gaps).toContainEqual(expect.objectContaining({ reason: 'unresolvedWrapper' }))
  })
})

test('packs/P59 a decorator of the project has no role, a bare parameter is no input', () => {
  const unit = atRoute(
    nest(`const Own = createParamDecorator(() => 1)
      @Controller('x') class X { @Get() find(@Own() a: A, b: B) { return a } }`),
    'GET /x',
  )
  expect(unit.inputs).toEqual([{ type: 'parameter', name: 'a', position: 0, role: null, shape: null }])
  expect(only(unit.gaps)).toMatchObject({
    type: 'unfollowedCall',
    reason: 'unknownRole',
    callee: 'Own',
    usedAsValue: true,
  })
})

describe('what Nest declares and validates', () => {
  test('swagger decorators are the declared answers', () => {
    const unit = atRoute(
      nest(`import { ApiOkResponse, ApiResponse } from '@nestjs/swagger'
        class User { id: string; name?: string }
        @Controller('x') class X { @Get() @ApiOkResponse({ type: User }) @ApiResponse({ status: 403 }) get() { return { id: '1' } } }`),
      'GET /x',
    )
    expect(httpFacts(unit).declaredContract?.responses).toEqual([
      {
        status: 200,
        body: {
          type: 'record',
          properties: {
            id: { type: 'text' },
            name: { type: 'union', variants: [{ type: 'text' }, { type: 'undefined' }] },
          },
        },
      },
      { status: 403, body: null },
    ])
    expect(unit.identity.boundaryBinding?.semantics).toMatchObject({ declaredResponses: [200, 403] })
  })

  test('only failures stated: the success goes without saying', () => {
    const unit = atRoute(
      nest(`import { ApiNotFoundResponse, ApiUnauthorizedResponse } from '@nestjs/swagger'
        @ApiUnauthorizedResponse() @Controller('x') class X { @Post() @ApiNotFoundResponse() get() { return { id: '1' } } }`),
      'POST /x',
    )
    expect(
      httpFacts(unit)
        .declaredContract?.responses.map(({ status }) => status)
        .sort(),
    ).toEqual([201, 401, 404])
  })

  test('members that are not always sent are optional in a declared body', () => {
    const unit = atRoute(
      nest(`import { ApiOkResponse, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger'
        import { Exclude } from 'class-transformer'
        class User { @ApiProperty() id: string; @ApiPropertyOptional() a: string; @ApiProperty({ required: false }) b: string
          @ApiProperty() @Exclude() c: string; d: string }
        @Controller('x') class X { @Get() @ApiOkResponse({ type: User }) get() { return { id: '1' } } }`),
      'GET /x',
    )
    const body = httpFacts(unit).declaredContract?.responses[0]?.body
    const optional =
      body?.type === 'record'
        ? Object.keys(body.properties).filter(n => body.properties[n]?.type === 'union')
        : []
    expect(optional).toEqual(['a', 'b', 'c', 'd'])
  })

  test('an interceptor changes bodies unless it passes them through', () => {
    const text = (chain: string) => `import { map, tap } from 'rxjs'
      class I { intercept(context, next) { return next.handle()${chain} } }
      @Controller('x') class X { @Get() @UseInterceptors(I) get() { return { a: 1 } } }`
    const rewritten = (chain: string) =>
      atRoute(nest(text(chain)), 'GET /x').transitions.some(
        ({ metadata }) =>
          (metadata?.['http'] as { bodyRewritten?: true } | undefined)?.bodyRewritten === true,
      )
    expect([rewritten(''), rewritten('.pipe(tap(() => {}))'), rewritten('.pipe(map(x => ({ x })))')]).toEqual(
      [false, false, true],
    )
  })
})
