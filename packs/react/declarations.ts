/** The names of React that the pack states. */
import type { PackDeclarations } from '@suss/core/pack'
import { contextReaders, effectHooks } from './sub-units.js'

export const declarations: PackDeclarations = [
  {
    module: 'react',
    exports: [
      'Component',
      'PureComponent',
      'forwardRef',
      'lazy',
      'memo',
      'useCallback',
      ...effectHooks,
      ...contextReaders.map(({ name }) => name),
    ],
    members: {
      Component: [
        'componentDidCatch',
        'componentDidMount',
        'componentDidUpdate',
        'componentWillUnmount',
        'getSnapshotBeforeUpdate',
        'render',
        'shouldComponentUpdate',
      ],
    },
  },
  { module: 'mobx-react-lite', exports: ['observer'] },
]
