/** The names of libraries that stand in a pack's data, outside its declarations. */
import type { DiscoveryPattern, PatternPack, TerminalPattern } from '@suss/core/pack'

/** A dotted name counts as its parts: `process.exit` is `process` and `exit`. */
export const statedNames = (pack: PatternPack): string[] =>
  [
    ...pack.discovery.flatMap(discoveryNames),
    ...pack.terminals.flatMap(terminalNames),
    ...(pack.libraryWrappers ?? []).flatMap(({ name, catches = [], outcomes = [] }) => [
      name,
      ...catches,
      ...outcomes.flatMap(({ thrown }) => (thrown === undefined || thrown === null ? [] : [thrown])),
    ]),
    ...(pack.transparentWrappers ?? []).map(({ name }) => name),
    ...(pack.argumentParsers ?? []).flatMap(({ name, argsKey, optionsKey }) => [name, argsKey, optionsKey]),
    ...(pack.schemaParsers ?? []).flatMap(({ names, methods, extending, narrowing, defaults }) =>
      [names, methods, extending, narrowing, defaults].flat(),
    ),
    ...(pack.statusConstants ?? []).flatMap(({ exports }) => exports.filter(name => name !== '*')),
    ...(pack.libraryErrors ?? []).flatMap(({ base, codes, fields }) => [
      base.name,
      ...Object.keys(codes),
      ...fields,
    ]),
    ...(pack.decoratorComposers ?? []).map(({ name }) => name),
    ...(pack.decoratorMetadata
      ? [
          pack.decoratorMetadata.setter.name,
          pack.decoratorMetadata.reader.type,
          pack.decoratorMetadata.reader.maker,
          ...pack.decoratorMetadata.one,
          ...pack.decoratorMetadata.first,
          pack.decoratorMetadata.method,
          pack.decoratorMetadata.class,
        ]
      : []),
    ...(pack.parameterSuppliers ?? []).map(({ name }) => name),
    ...(pack.inputMapping.type === 'decoratedParams' ? Object.keys(pack.inputMapping.decoratorRoleMap) : []),
    ...(pack.responseSemantics ?? []).map(({ name }) => name),
    ...contractNames(pack),
    ...(pack.environmentObjects ?? []),
    ...(pack.exitCodeWrites ?? []),
  ].flatMap(parts)

/** Every module the pack reads calls of or gates by. */
export const statedModules = (pack: PatternPack): string[] => [
  ...pack.discovery.flatMap(({ match, requiresImport = [] }) =>
    'importModule' in match && typeof match.importModule === 'string'
      ? [match.importModule, ...requiresImport]
      : requiresImport,
  ),
  ...(pack.libraryWrappers ?? []).map(({ module }) => module),
  ...(pack.transparentWrappers ?? []).map(({ module }) => module),
  ...(pack.argumentParsers ?? []).map(({ module }) => module),
  ...(pack.schemaParsers ?? []).map(({ module }) => module),
  ...(pack.statusConstants ?? []).map(({ module }) => module),
  ...(pack.requestValidation ?? []).flatMap(({ on }) => ('wrapper' in on ? [on.wrapper.module] : [])),
  ...(pack.contractReading ? [pack.contractReading.discovery.importModule] : []),
  ...(pack.contractReading?.servedBy ?? []).map(({ importModule }) => importModule),
  ...(pack.contractReading?.bodyBuilders ? [pack.contractReading.bodyBuilders.module] : []),
  ...(pack.libraryErrors ?? []).map(({ module }) => module),
  ...(pack.decoratorComposers ?? []).map(({ module }) => module),
  ...(pack.parameterSuppliers ?? []).map(({ module }) => module),
  ...pack.discovery.flatMap(({ match, wraps }) => [
    ...(match.type === 'decoratedRoute' ? routeModules(match) : []),
    ...(wraps !== undefined && 'global' in wraps && wraps.global !== undefined
      ? [wraps.global.token.module]
      : []),
    ...(wraps !== undefined && 'checks' in wraps
      ? (wraps.checks ?? []).flatMap(({ module, classMembers }) => [module, ...(classMembers?.modules ?? [])])
      : []),
    ...(wraps !== undefined && 'operators' in wraps && wraps.operators !== undefined
      ? [wraps.operators.module]
      : []),
  ]),
]

/** Keys and members that contracts and validators are read by. */
function contractNames({ contractReading: reading, requestValidation = [] }: PatternPack): string[] {
  const rules = requestValidation.flatMap(({ on, schema }) => [
    ...('wrapper' in on ? [on.wrapper.name] : []),
    ...Object.values(schema?.unvalidated ?? {}).flat(),
    ...('routeOption' in on && on.unless !== undefined ? [on.unless] : []),
  ])
  if (!reading) return rules
  const { requestExtraction: request, responseExtraction: response, bodyBuilders: bodies } = reading
  return [
    ...rules,
    ...('path' in response ? response.path : [response.property]),
    reading.methodProperty,
    reading.pathProperty,
    ...[reading.discovery.importName, ...reading.discovery.registrationChain],
    ...[request?.body ?? [], ...(request?.query ?? []), request?.headers ?? []].flat(),
    ...Object.values(request?.unvalidated ?? {}).flat(),
    ...(bodies
      ? [bodies.factory, bodies.empty, ...bodies.typed, ...bodies.passing, ...Object.values(bodies.other)]
      : []),
    ...(reading.router
      ? [reading.router.prefix, reading.router.responses, ...reading.router.endpointMethods]
      : []),
    ...(reading.servedBy ?? []).flatMap(({ importName, method, prefixOption }) => [
      importName,
      ...(method ? [method] : []),
      ...(prefixOption ? [prefixOption] : []),
    ]),
    ...(reading.answeringOptions ?? []),
    ...Object.values(reading.entryHandler ?? {}),
  ]
}

type RouteMatch = Extract<DiscoveryPattern['match'], { type: 'decoratedRoute' }>
type MethodMatch = Extract<DiscoveryPattern['match'], { type: 'decoratedMethod' }>

const routeModules = ({ globalPrefix, versioning, modules, declaredResponses }: RouteMatch): string[] =>
  [
    globalPrefix?.application.importModule,
    globalPrefix?.exclude?.methodEnum?.module,
    versioning?.types.module,
    versioning?.neutral.module,
    modules?.router?.importModule,
    declaredResponses?.importModule,
  ].filter(module => module !== undefined)

export const parts = (name: string): string[] => name.split('.').filter(part => part !== '')

function discoveryNames({ match, bindingExtraction, mount, wraps }: DiscoveryPattern): string[] {
  const names = [mount?.method, wraps !== undefined && 'method' in wraps ? wraps.method : undefined]
  for (const source of [bindingExtraction?.method, bindingExtraction?.path]) {
    if (source?.type === 'fromArgumentProperty') names.push(source.property)
  }
  if (match.type === 'registrationCall') {
    names.push(match.importName, ...match.registrationChain, match.pathFrom?.method)
  }
  if (match.type === 'clientCall') {
    names.push(match.importName, match.basePathOption, match.transportOption)
    names.push(
      ...(match.memberMethods ?? []).flatMap(m => [...m.names, ...(m.response ? [m.response.body] : [])]),
    )
    names.push(...(match.methodFilter ?? []), ...(match.factoryMethods ?? []))
    names.push(...(match.responseTransform?.method ?? []))
  }
  if (match.type === 'decoratedRoute') names.push(...routeNames(match))
  if (match.type === 'decoratedMethod') names.push(...methodNames(match))
  if (wraps !== undefined) names.push(...classWrapNames(wraps))
  if (match.type === 'resolverMap') names.push(match.importName, match.mapProperty)
  if (match.type === 'graphqlHookCall') names.push(...match.hooks.map(({ hookName }) => hookName))
  if (match.type === 'graphqlImperativeCall') {
    names.push(match.importName, ...(match.givenBy ?? []))
    names.push(...match.methods.flatMap(({ method, documentProperty }) => [method, documentProperty]))
  }
  return names.filter(name => name !== undefined)
}

const applicationNames = ({ importName, factory }: { importName: string; factory: string }): string[] => [
  importName,
  factory,
]

const moduleNames = ({
  decorator,
  controllersKey,
  importsKey,
  providersKey,
  router,
}: NonNullable<MethodMatch['modules']>): string[] => [
  decorator,
  controllersKey,
  importsKey,
  providersKey,
  ...(router
    ? [router.importName, ...router.methods, router.pathKey, router.moduleKey, router.childrenKey]
    : []),
]

function routeNames(match: RouteMatch): (string | undefined)[] {
  const { globalPrefix: prefix, versioning, declaredResponses: declared, ownAnswer } = match
  return [
    ...match.classDecorators,
    ...Object.keys(match.methodDecoratorRouteMap),
    match.statusCodeDecorator,
    match.classPathKey,
    match.redirectDecorator?.name,
    ...(match.bodylessDecorators ?? []),
    ...(ownAnswer ? [...ownAnswer.decorators, ownAnswer.unless] : []),
    ...(prefix ? [prefix.method, ...applicationNames(prefix.application)] : []),
    ...(prefix?.exclude
      ? [
          prefix.exclude.option,
          prefix.exclude.pathKey,
          prefix.exclude.methodKey,
          prefix.exclude.methodEnum?.name,
        ]
      : []),
    ...(versioning
      ? [
          versioning.method,
          versioning.typeOption,
          versioning.types.name,
          versioning.types.inPath,
          versioning.prefixOption,
          versioning.defaultOption,
          versioning.classOption,
          versioning.decorator,
          versioning.neutral.name,
        ]
      : []),
    ...(match.modules ? moduleNames(match.modules) : []),
    ...(declared
      ? [
          declared.general.decorator,
          declared.general.statusKey,
          ...Object.keys(declared.named),
          declared.typeKey,
          declared.listKey,
        ]
      : []),
  ]
}

const methodNames = (match: MethodMatch): (string | undefined)[] => [
  ...match.classDecorators,
  ...match.methodDecorators,
  match.nameKey,
  ...(match.typeDecorators ?? []),
  ...(match.application ? applicationNames(match.application) : []),
  ...(match.modules ? moduleNames(match.modules) : []),
]

function classWrapNames(wraps: NonNullable<DiscoveryPattern['wraps']>): (string | undefined)[] {
  if ('consumer' in wraps) {
    const { type, apply, routes, exclude } = wraps.consumer
    return [type, apply, routes, exclude, wraps.classMethod, wraps.applicationMethod]
  }
  if (!('decorator' in wraps)) return []
  return [
    wraps.decorator,
    wraps.classMethod,
    ...(wraps.hooks ?? []),
    wraps.continuationMethod,
    wraps.catchesDecorator,
    wraps.global?.method,
    wraps.global?.token.name,
    ...(wraps.operators ? [...wraps.operators.passing, ...wraps.operators.catching] : []),
    ...(wraps.checks ?? []).flatMap(check => [
      ...check.names,
      check.statusOption,
      check.errorOption,
      check.stripOption,
      check.strictOption,
    ]),
  ]
}

function terminalNames({ match, extraction: { statusCode, body } }: TerminalPattern): string[] {
  const names = statusCode?.from === 'thrownProperty' ? [...statusCode.names] : []
  if (statusCode?.from === 'property') names.push(statusCode.name)
  if (body?.from === 'property') names.push(body.name)
  if (match.type === 'functionCall') names.push(match.functionName)
  if (match.type === 'parameterMethodCall') {
    const { methodChain, passThroughMethods = [], statementStatus, parameterCalls = [] } = match
    names.push(...methodChain, ...passThroughMethods, ...parameterCalls)
    if (statementStatus?.method !== undefined) names.push(...[statementStatus.method].flat())
    if (statementStatus?.property !== undefined) names.push(statementStatus.property)
  }
  return names
}
