/** A pack: what one library's code looks like, as data. */
import { z } from 'zod'
import { BusTransportsSchema } from './bus-transports.js'
import { TypeShapeSchema } from '../ir/index.js'
import { ContractPatternSchema } from './contract-reading.js'
import { PackDeclarationsSchema } from './declarations.js'
import { DiscoveryPatternSchema } from './discovery/discovery-pattern.js'
import {
  DiscoverUnitsSchema,
  DiscoveryInputsSchema,
  GeneratedModuleDirsSchema,
  ProjectHelpersSchema,
  SubUnitsSchema,
} from './hooks.js'
import { InputMappingPatternSchema } from './inputs/input-mapping.js'
import {
  DecorationSchema,
  DecoratorMetadataSchema,
  LibraryErrorsSchema,
  LibraryWrapperSchema,
  NotFoundSchema,
  RequestValidationSchema,
  StatusConstantsSchema,
} from './library-behaviour.js'
import { AccessRecognizerSchema, InvocationRecognizerSchema } from './recognizer.js'
import { ResponsePropertyMappingSchema } from './response-semantics.js'
import { TerminalPatternSchema } from './terminals/terminal-pattern.js'

const text = z.string().min(1)
const texts = z.array(text)
const moduleName = z.strictObject({ module: text, name: text })

export const TransparentWrapperSchema = z.strictObject({
  module: text,
  name: text,
  argument: z.int().min(0),
  /** The argument is a function that imports a module: its default export is meant. */
  loads: z.literal(true).exactOptional(),
  /** What it gives has methods that give it again and put more around it: what they answer is not known. */
  chain: texts.exactOptional(),
  /** The method of such a chain that takes the argument. */
  takes: text.exactOptional(),
})
export type TransparentWrapper = z.infer<typeof TransparentWrapperSchema>

export const CallbackReceiverSchema = z.strictObject({
  module: text,
  method: text,
  argument: z.int().min(0),
  parameter: z.int().min(0),
})

export const ArgumentParserSchema = z.strictObject({
  module: text,
  name: text,
  argument: z.int().min(0),
  argsKey: text,
  optionsKey: text,
})
export type ArgumentParser = z.infer<typeof ArgumentParserSchema>

/** Schemas that check an object: a parse of the environment reads each of their keys. */
export const SchemaParserSchema = z.strictObject({
  module: text,
  /** Functions that take the properties. */
  names: texts,
  methods: texts,
  /** Methods of a schema that add properties, and that leave some out. */
  extending: texts,
  narrowing: texts,
  /** Methods of a property's schema that give what stands for a missing one. */
  defaults: texts,
})
export type SchemaParser = z.infer<typeof SchemaParserSchema>

/** What a unit gets without a parameter. */
export const HookInputsSchema = z.strictObject({
  /** Names of the functions whose result it is, as a regular expression. */
  hooks: text,
  /** Functions whose first argument names a context. */
  contexts: z.array(moduleName),
  /** Functions that give a value and, second, what sets it: a call of that one is a change of state. */
  states: z.array(moduleName).exactOptional(),
})
export type HookInputs = z.infer<typeof HookInputsSchema>

/** Hooks that run a function and give its result on. */
export const ResultHookSchema = z.strictObject({
  module: text,
  names: texts.min(1),
  runs: z.discriminatedUnion('type', [
    /** An option of the first argument; another one makes something else of the result. */
    z.strictObject({ type: z.literal('option'), option: text, changedBy: text }),
    z.strictObject({ type: z.literal('argument'), position: z.int().min(0) }),
    /** An argument, called with the first one; without it the option of a provider component around. */
    z.strictObject({
      type: z.literal('keyed'),
      position: z.int().min(1),
      provider: z.strictObject({ module: text, name: text, prop: text, option: text }).exactOptional(),
    }),
  ]),
  /** Member of the hook's own result. */
  result: text,
})
export type ResultHook = z.infer<typeof ResultHookSchema>

export const LibraryEnvVarsSchema = z.strictObject({
  module: text,
  prefixes: texts.exactOptional(),
  names: texts.exactOptional(),
})
export type LibraryEnvVars = z.infer<typeof LibraryEnvVarsSchema>

export const PatternPackSchema = z.strictObject({
  name: text,
  protocol: text,
  languages: texts.min(1),
  discovery: z.array(DiscoveryPatternSchema),
  terminals: z.array(TerminalPatternSchema),
  inputMapping: InputMappingPatternSchema,
  version: text.exactOptional(),
  contractReading: ContractPatternSchema.exactOptional(),
  responseSemantics: z.array(ResponsePropertyMappingSchema).exactOptional(),
  failureDelivery: z.enum(['response', 'exception']).exactOptional(),
  invocationRecognizers: z.array(InvocationRecognizerSchema).exactOptional(),
  accessRecognizers: z.array(AccessRecognizerSchema).exactOptional(),
  subUnits: SubUnitsSchema.exactOptional(),
  discoverUnits: DiscoverUnitsSchema.exactOptional(),
  /** Node types `discoverUnits` starts on. */
  discoverUnitsOn: texts.exactOptional(),
  requiresImport: texts.exactOptional(),
  generatedModuleMarkers: texts.exactOptional(),
  generatedModuleDirs: GeneratedModuleDirsSchema.exactOptional(),
  projectHelpers: ProjectHelpersSchema.exactOptional(),
  transparentWrappers: z.array(TransparentWrapperSchema).exactOptional(),
  parameterSuppliers: z.array(moduleName).exactOptional(),
  /** Methods whose callback is handed what they stand on: `client.$transaction(tx => …)`. */
  callbackReceivers: z.array(CallbackReceiverSchema).exactOptional(),
  /** How its applications and clients choose the bus their messages go over. */
  busTransports: BusTransportsSchema.exactOptional(),
  environmentObjects: texts.exactOptional(),
  libraryEnvVars: z.array(LibraryEnvVarsSchema).exactOptional(),
  /** Where a program assigns its exit code: "process.exitCode". */
  exitCodeWrites: texts.exactOptional(),
  argumentParsers: z.array(ArgumentParserSchema).exactOptional(),
  schemaParsers: z.array(SchemaParserSchema).exactOptional(),
  hookInputs: HookInputsSchema.exactOptional(),
  resultHooks: z.array(ResultHookSchema).exactOptional(),
  discoveryInputs: DiscoveryInputsSchema.exactOptional(),
  declarations: PackDeclarationsSchema.exactOptional(),
  /** Body of the framework's own error answer; absent: unknown. */
  errorBody: TypeShapeSchema.exactOptional(),
  /** How the framework writes paths, where pairing does not know it (packs.md 3). */
  pathSyntax: z.enum(['express', 'fastify', 'hono']).exactOptional(),
  /** Handler of unmatched requests. */
  notFound: NotFoundSchema.exactOptional(),
  decorations: z.array(DecorationSchema).exactOptional(),
  libraryWrappers: z.array(LibraryWrapperSchema).exactOptional(),
  libraryErrors: z.array(LibraryErrorsSchema).exactOptional(),
  /** Functions that make one decorator of several. */
  decoratorComposers: z.array(moduleName).exactOptional(),
  decoratorMetadata: DecoratorMetadataSchema.exactOptional(),
  requestValidation: z.array(RequestValidationSchema).exactOptional(),
  statusConstants: z.array(StatusConstantsSchema).exactOptional(),
})
export type PatternPack = z.infer<typeof PatternPackSchema>
