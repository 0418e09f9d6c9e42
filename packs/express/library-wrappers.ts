/** What the commonest middleware of other packages answers by itself. */
import type { LibraryWrapper } from '@suss/core/pack'

type Outcomes = NonNullable<LibraryWrapper['outcomes']>

const before = (module: string, names: readonly string[], outcomes?: Outcomes): LibraryWrapper[] =>
  names.map(name => ({
    module,
    name,
    role: 'before',
    ...(outcomes === undefined ? {} : { outcomes }),
  }))

const bodyParsers = ['json', 'urlencoded', 'raw', 'text']
const badBody: Outcomes = [
  { status: 400, rule: 'malformed', thrown: null },
  { status: 413, rule: 'tooLarge', thrown: null },
]

/** They answer nothing. */
const silent: Readonly<Record<string, readonly string[]>> = {
  cors: ['default'],
  helmet: ['default'],
  compression: ['default'],
  morgan: ['default'],
  'pino-http': ['default', 'pinoHttp'],
  'cookie-parser': ['default'],
  'express-session': ['default'],
  'method-override': ['default'],
  'serve-favicon': ['default'],
  'xss-clean': ['default'],
  hpp: ['default'],
  'express-mongo-sanitize': ['default'],
  'express-validator': [
    'body',
    'check',
    'checkExact',
    'checkSchema',
    'cookie',
    'header',
    'oneOf',
    'param',
    'query',
  ],
  passport: ['initialize', 'session'],
  express: ['static'],
  'swagger-ui-express': ['serve'],
}

export const libraryWrappers: LibraryWrapper[] = [
  ...Object.entries(silent).flatMap(([module, names]) => before(module, names)),
  ...before('express', bodyParsers, badBody),
  ...before('body-parser', bodyParsers, badBody),
  ...before(
    'express-jwt',
    ['expressjwt', 'default'],
    [{ status: 401, rule: 'token', thrown: 'UnauthorizedError' }],
  ),
  ...before('celebrate', ['celebrate'], [{ status: 500, rule: 'validation', thrown: 'CelebrateError' }]),
  {
    module: 'celebrate',
    name: 'errors',
    role: 'onThrow',
    catches: ['CelebrateError'],
    outcomes: [{ status: 400, rule: 'validation' }],
  },
  ...before(
    'multer',
    ['any', 'array', 'fields', 'none', 'single'],
    [{ status: 500, rule: 'upload', thrown: 'MulterError' }],
  ),
  ...before('express-rate-limit', ['default', 'rateLimit'], [{ status: 429, rule: 'limit' }]),
  ...before('passport', ['authenticate'], [{ status: 401, rule: 'authenticate' }]),
  // its handler sends the page, whatever the request
  ...before('swagger-ui-express', ['setup'], [{ status: 200, rule: 'page' }]),
]
