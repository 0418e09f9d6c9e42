/** TanStack Query: hooks that run a query function and give its result on. */
import { definePack, type ResultHook } from '@suss/core/pack'

const modules = ['@tanstack/react-query', 'react-query']

const hooks = (names: readonly [string, ...string[]], runs: ResultHook['runs']): ResultHook[] =>
  modules.map(module => ({ module, names: [...names], runs, result: 'data' }))

export default definePack({
  name: 'react-query',
  protocol: 'in-process',
  languages: ['typescript'],
  discovery: [],
  terminals: [],
  inputMapping: { type: 'allPositional' },
  resultHooks: [
    ...hooks(['useQuery', 'useSuspenseQuery'], { type: 'option', option: 'queryFn', changedBy: 'select' }),
    ...hooks(['useMutation'], { type: 'option', option: 'mutationFn', changedBy: 'select' }),
  ],
  transparentWrappers: ['queryOptions', 'mutationOptions'].map(name => ({ module: '@tanstack/react-query', name, argument: 0 })),
  declarations: [
    {
      module: '@tanstack/react-query',
      exports: ['useQuery', 'useSuspenseQuery', 'useMutation', 'queryOptions', 'mutationOptions'],
      keys: { UseQueryOptions: ['queryFn', 'select'], UseQueryResult: ['data'], UseMutationOptions: ['mutationFn'] },
    },
  ],
})
