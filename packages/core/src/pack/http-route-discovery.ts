/** The patterns every HTTP framework with `app.get(path, handler)` needs: one per exported name, and the loop. */
import type { DiscoveryPattern, Mount } from './discovery/discovery-pattern.js'

export interface HttpRoutes {
  importModule: string
  /** Exports that make a routable: ["default", "Router"]. */
  importNames: readonly string[]
  /** Registration methods, without the dot. */
  methods: readonly string[]
  /** Registrations recorded as something other than their own name uppercased. */
  methodNames?: Readonly<Record<string, string>>
  /** Position of the path in the registration; default 0. */
  pathPosition?: number
  mount?: Mount
  requiresImport?: readonly string[]
  elementShape?: { methodKey: string; pathKey: string; handlerKey: string }
}

const usualElement = { methodKey: 'method', pathKey: 'path', handlerKey: 'handler' }

export function httpRouteDiscovery(routes: HttpRoutes): DiscoveryPattern[] {
  const { importModule, importNames, methods, mount } = routes
  const bindingExtraction: DiscoveryPattern['bindingExtraction'] = {
    method: {
      type: 'fromRegistration',
      position: 'methodName',
      ...(routes.methodNames === undefined ? {} : { nameMap: { ...routes.methodNames } }),
    },
    path: { type: 'fromArgument', position: routes.pathPosition ?? 0 },
  }
  const shared: Pick<DiscoveryPattern, 'kind' | 'requiresImport'> = {
    kind: 'handler',
    requiresImport: [...(routes.requiresImport ?? [importModule])],
  }
  return [
    ...importNames.map(
      (importName): DiscoveryPattern => ({
        ...shared,
        match: {
          type: 'registrationCall',
          importModule,
          importName,
          registrationChain: methods.map(method => `.${method}`),
        },
        bindingExtraction,
        ...(mount === undefined ? {} : { mount }),
      }),
    ),
    {
      ...shared,
      match: {
        type: 'registrationLoop',
        elementShape: routes.elementShape ?? usualElement,
        receiver: { importModule, importNames: [...importNames] },
      },
    },
  ]
}
