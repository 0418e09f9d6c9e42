/** fetch, navigator.sendBeacon and EventSource, and the packages that are fetch under another name. */
import { definePack, type DiscoveryPattern } from '@suss/core/pack'
import { callerTerminals, fetchResponse } from '../client-call.js'

const path = { type: 'fromArgument', position: 0 } as const

/** `fetch(url, { method })`. */
const requestOptions: DiscoveryPattern['bindingExtraction'] = {
  method: { type: 'fromArgumentProperty', position: 1, property: 'method', default: 'GET' },
  path,
}

const globalCall = (
  importName: string,
  bindingExtraction: NonNullable<DiscoveryPattern['bindingExtraction']>,
): DiscoveryPattern => ({
  kind: 'client',
  match: { type: 'clientCall', importModule: 'global', importName, callable: true },
  bindingExtraction,
  requiresImport: [],
})

const packageCall = (importModule: string, importName: string): DiscoveryPattern => ({
  kind: 'client',
  match: { type: 'clientCall', importModule, importName, methodFilter: [], callable: true },
  bindingExtraction: requestOptions,
  requiresImport: [importModule],
})

export default definePack({
  name: 'fetch',
  protocol: 'http',
  languages: ['typescript'],
  discovery: [
    globalCall('fetch', requestOptions),
    globalCall('navigator.sendBeacon', { method: { type: 'literal', value: 'POST' }, path }),
    globalCall('EventSource', { method: { type: 'literal', value: 'GET' }, path }),
    packageCall('node-fetch', 'default'),
    packageCall('cross-fetch', 'default'),
    packageCall('cross-fetch', 'fetch'),
  ],
  terminals: callerTerminals,
  inputMapping: { type: 'allPositional' },
  failureDelivery: 'response',
  responseSemantics: fetchResponse,
  declarations: [
    {
      module: 'global',
      exports: ['EventSource', 'fetch', 'navigator'],
      members: {
        Navigator: ['sendBeacon'],
        Request: ['method'],
        Response: ['body', 'headers', 'json', 'ok', 'status', 'text'],
      },
      keys: { RequestInit: ['method'] },
    },
    { module: 'node-fetch', exports: ['default'] },
    { module: 'cross-fetch', exports: ['default', 'fetch'] },
  ],
})
