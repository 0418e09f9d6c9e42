/** axios: calls of the default instance and of those made by `create`. */
import { definePack, type DiscoveryPattern } from '@suss/core/pack'
import { callerTerminals } from '../client-call.js'

const verbs = ['get', 'delete', 'head', 'options', 'post', 'put', 'patch']
const formVerbs = { postForm: 'POST', putForm: 'PUT', patchForm: 'PATCH' }

const clientCall = (
  calls: { methodFilter: string[]; callable?: true },
  bindingExtraction: NonNullable<DiscoveryPattern['bindingExtraction']>,
): DiscoveryPattern => ({
  kind: 'client',
  match: {
    type: 'clientCall',
    importModule: 'axios',
    importName: 'default',
    ...calls,
    factoryMethods: ['create'],
    basePathOption: 'baseURL',
    responseTransform: { method: ['interceptors', 'response', 'use'] },
  },
  bindingExtraction,
  requiresImport: ['axios'],
})

export default definePack({
  name: 'axios',
  protocol: 'http',
  languages: ['typescript'],
  requiresImport: ['axios'],
  discovery: [
    clientCall(
      { methodFilter: [...verbs, ...Object.keys(formVerbs)] },
      {
        method: { type: 'fromRegistration', position: 'methodName', nameMap: formVerbs },
        path: { type: 'fromArgument', position: 0 },
      },
    ),
    // axios.request(config) and axios(config)
    clientCall(
      { methodFilter: ['request'], callable: true },
      {
        method: { type: 'fromArgumentProperty', position: 0, property: 'method', default: 'GET' },
        path: { type: 'fromArgumentProperty', position: 0, property: 'url' },
      },
    ),
    // axios(url, config)
    clientCall(
      { methodFilter: [], callable: true },
      {
        method: { type: 'fromArgumentProperty', position: 1, property: 'method', default: 'GET' },
        path: { type: 'fromArgument', position: 0 },
      },
    ),
  ],
  terminals: callerTerminals,
  inputMapping: { type: 'allPositional' },
  failureDelivery: 'exception',
  responseSemantics: [
    { name: 'data', access: 'property', semantics: { type: 'body' } },
    { name: 'status', access: 'property', semantics: { type: 'statusCode' } },
    { name: 'headers', access: 'property', semantics: { type: 'headers' } },
  ],
  statusConstants: [{ module: 'axios', exports: ['HttpStatusCode'] }],
  declarations: [
    {
      module: 'axios',
      exports: ['default', 'HttpStatusCode'],
      members: {
        AxiosStatic: ['create', 'interceptors'],
        AxiosInstance: ['interceptors', 'request', ...verbs, ...Object.keys(formVerbs)],
        AxiosError: ['response'],
        AxiosResponse: ['data', 'headers', 'status'],
        AxiosInterceptorManager: ['use'],
      },
      keys: { AxiosRequestConfig: ['baseURL', 'method', 'url'] },
    },
  ],
})
