/** Node's own surface: environment, timers, streams, exit codes, arguments. */
import { definePack, type TerminalPattern } from '@suss/core/pack'
import { declarations } from './declarations.js'
import { configRead, environmentObjects } from './recognizers/config-read.js'
import { metadataRead } from './recognizers/metadata-read.js'
import { schedule } from './recognizers/schedule.js'
import { streamWrite } from './recognizers/stream-write.js'
import { schemaParsers } from './schema-parsers.js'
import { timers } from './timers.js'

const exit = (functionName: string, extraction: TerminalPattern['extraction']): TerminalPattern => ({
  kind: 'exit',
  match: { type: 'functionCall', functionName },
  extraction,
  inEveryUnit: true,
})

export default definePack({
  name: 'node',
  protocol: 'in-process',
  languages: ['typescript'],
  discovery: [],
  terminals: [
    exit('process.exit', { statusCode: { from: 'argument', position: 0 }, defaultStatusCode: 0 }),
    exit('process.abort', { defaultStatusCode: 134 }),
  ],
  inputMapping: { type: 'allPositional' },
  invocationRecognizers: [schedule, streamWrite],
  accessRecognizers: [configRead, metadataRead],
  subUnits: timers,
  environmentObjects,
  // Node reads these by itself
  libraryEnvVars: [{ module: 'node', prefixes: ['NODE_', 'SSL_CERT_', 'UV_'], names: ['TZ', 'PATH', 'LANG', 'LD_LIBRARY_PATH'] }],
  exitCodeWrites: ['process.exitCode'],
  argumentParsers: [
    { module: 'node:util', name: 'parseArgs', argument: 0, argsKey: 'args', optionsKey: 'options' },
  ],
  schemaParsers,
  statusConstants: [
    { module: 'http-status', exports: ['default', 'status'] },
    { module: 'http-status-codes', exports: ['StatusCodes'] },
    { module: 'http-status-codes', exports: ['*'] },
    { module: 'stoker/http-status-codes', exports: ['*'] },
    { module: 'node:http2', exports: ['constants'], prefix: 'HTTP_STATUS_' },
  ],
  declarations,
})
