/** SWR: hooks that call a fetcher with their key and give its result on. */
import { definePack, type ResultHook } from '@suss/core/pack'

const runs: ResultHook['runs'] = {
  type: 'keyed',
  position: 1,
  provider: { module: 'swr', name: 'SWRConfig', prop: 'value', option: 'fetcher' },
}

export default definePack({
  name: 'swr',
  protocol: 'in-process',
  languages: ['typescript'],
  discovery: [],
  terminals: [],
  inputMapping: { type: 'allPositional' },
  resultHooks: ['swr', 'swr/immutable', 'swr/mutation'].map(module => ({ module, names: ['default'], runs, result: 'data' })),
  declarations: [{ module: 'swr', exports: ['default', 'SWRConfig'] }, { module: 'swr/immutable', exports: ['default'] }, { module: 'swr/mutation', exports: ['default'] }],
})
