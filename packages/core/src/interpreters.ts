/** What of the pack language this build reads; a pack that uses more is refused, never silently read as nothing. */
import { type Interpreters, type PatternPack, requireInterpreters, type TerminalMatch, type TerminalPattern } from './pack/index.js'
import { inputReaders } from './read/inputs/read-inputs.js'

/** What each match may be said to be; as anything else it would be read as one of these. */
const outcomes: Record<TerminalMatch['type'], readonly TerminalPattern['kind'][]> = {
  assertion: ['throw'],
  functionCall: ['response', 'throw', 'delegate', 'exit'],
  functionFallthrough: ['void', 'response', 'throw', 'delegate'],
  jsxReturn: ['render'],
  parameterCall: ['delegate'],
  parameterMethodCall: ['response'],
  propertyAssignment: ['response'],
  returnShape: ['response', 'return'],
  returnStatement: ['return', 'response', 'throw', 'delegate'],
  throwExpression: ['throw', 'response'],
}

const interpreters: Interpreters = {
  discovery: new Set(['registrationCall', 'registrationLoop', 'registrationTemplate', 'clientCall', 'fileConvention', 'namedExport', 'decoratedRoute', 'decoratedMethod', 'packageExports', 'packageImport', 'jsxElementRoute', 'resolverMap', 'graphqlHookCall', 'graphqlImperativeCall', 'testCase', 'callbackArgument']),
  method: new Set(['fromRegistration', 'fromArgumentProperty', 'literal', 'fromMemberChain', 'fromExportName', 'fromContract', 'fromClientMethod']),
  path: new Set(['fromArgument', 'fromArgumentProperty', 'fromMemberChain', 'fromFilename', 'fromRouteModule', 'fromContract', 'fromClientMethod']),
  channel: new Set(['decoratorArgument', 'classDecoratorArgument', 'callArgument', 'literal', 'unstated']),
  wraps: new Set(['method', 'routeOption', 'constructorOption', 'scopeExport', 'decorator', 'consumer']),
  terminal: new Set(['parameterMethodCall', 'returnStatement', 'throwExpression', 'returnShape', 'functionCall', 'functionFallthrough', 'parameterCall', 'assertion', 'jsxReturn', 'propertyAssignment']),
  outcome: new Set(Object.entries(outcomes).flatMap(([match, kinds]) => kinds.map(kind => `${match} as ${kind}`))),
  statusCode: new Set(['property', 'argument', 'argumentProperty', 'thrownProperty', 'constructor', 'argumentConstructor']),
  body: new Set(['property', 'argument']),
  inputMapping: new Set(Object.keys(inputReaders)),
  member: new Set([
    'generatedModuleMarkers', 'generatedModuleDirs', 'discoveryInputs', 'callbackReceivers', 'busTransports',
    'requiresImport', 'responseSemantics', 'failureDelivery', 'invocationRecognizers', 'accessRecognizers', 'transparentWrappers', 'projectHelpers', 'subUnits', 'discoverUnits', 'hookInputs', 'resultHooks', 'classComponent',
    'environmentObjects', 'libraryEnvVars', 'exitCodeWrites', 'argumentParsers', 'schemaParsers', 'declarations', 'errorBody', 'pathSyntax', 'requestValidation', 'decorations', 'libraryWrappers', 'libraryErrors', 'decoratorComposers', 'decoratorMetadata', 'parameterSuppliers', 'statusConstants', 'mount', 'wraps', 'notFound', 'contractReading',
  ]),
}

export const requireReadable = (pack: PatternPack): void => requireInterpreters(pack, interpreters)
