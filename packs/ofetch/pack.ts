/** ofetch: calls of `ofetch` and `$fetch` and of what `create` makes; the value is the body, a refused request throws. */
import { definePack, type DiscoveryPattern } from '@suss/core/pack'
import { callerTerminals } from '../client-call.js'

const called = (importName: string): DiscoveryPattern => ({
  kind: 'client',
  match: {
    type: 'clientCall',
    importModule: 'ofetch',
    importName,
    methodFilter: [],
    factoryMethods: ['create'],
    callable: true,
    basePathOption: 'baseURL',
  },
  bindingExtraction: {
    method: { type: 'fromArgumentProperty', position: 1, property: 'method', default: 'GET' },
    path: { type: 'fromArgument', position: 0 },
  },
  requiresImport: ['ofetch'],
})

export default definePack({
  name: 'ofetch',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['ofetch'],
  discovery: [called('ofetch'), called('$fetch')],
  terminals: callerTerminals,
  inputMapping: { type: 'allPositional' },
  failureDelivery: 'exception',
  responseSemantics: [
    { name: 'status', access: 'property', semantics: { type: 'statusCode' } },
    { name: 'statusCode', access: 'property', semantics: { type: 'statusCode' } },
  ],
  declarations: [
    {
      module: 'ofetch',
      exports: ['ofetch', '$fetch'],
      members: { $Fetch: ['create'], FetchError: ['status', 'statusCode'] },
      keys: { FetchOptions: ['baseURL', 'method'] },
    },
  ],
})
