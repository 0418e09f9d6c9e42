/** React: components, custom hooks, and what the runtime runs for them later. */
import {
  definePack,
  type DiscoveredCustomUnit,
  type DiscoverUnits,
  type FileContext,
  type TerminalPattern,
} from '@suss/core/pack'
import { declarations } from './declarations.js'
import { contextReaders, hookNames, states, subUnits } from './sub-units.js'

/** Their elements are made by other libraries, whatever the ending of the file. */
const foreign = [
  'solid-js',
  'preact',
  'vue',
  'hono/jsx',
  '@builder.io/qwik',
  '@stencil/core',
  '@kitajs/html',
  'inferno',
]

const componentName = /^[A-Z]/
const componentProps = { type: 'componentProps' as const, paramPosition: 0 }

const terminals: TerminalPattern[] = [
  { kind: 'render', match: { type: 'jsxReturn' }, extraction: {} },
  { kind: 'return', match: { type: 'returnStatement' }, extraction: {} },
  { kind: 'throw', match: { type: 'throwExpression' }, extraction: {} },
]
const hookTerminals: TerminalPattern[] = [
  ...terminals,
  { kind: 'void', match: { type: 'functionFallthrough' }, extraction: {} },
]

/** Functions named like a component that return an element, and functions named like a hook. */
const discoverUnits: DiscoverUnits = (_file, context) => {
  const { file, reaches, functions } = context as FileContext
  const isReact = reaches(['react'])
  if (/\.stories\.[jt]sx?$/.test(file) || !(isReact || /\.[jt]sx$/.test(file)) || reaches(foreign)) return []
  return functions().flatMap((one): DiscoveredCustomUnit[] => {
    const { func, name, exportName, isTag } = one
    if (name === null || (exportName === null && !isTag && !hookNames.test(name))) return []
    const unit = { func, name, ...(exportName === null ? {} : { exportName }) }
    const isComponent = componentName.test(name) || exportName === 'default'
    if (isComponent && !hookNames.test(name))
      return one.returnsElement ? [{ ...unit, kind: 'component' as const }] : []
    return isReact && hookNames.test(name) && one.isDeclared
      ? [
          {
            ...unit,
            kind: 'hook' as const,
            terminals: hookTerminals,
            inputMapping: { type: 'allPositional' as const },
          },
        ]
      : []
  })
}

export default definePack({
  name: 'react',
  protocol: 'in-process',
  languages: ['typescript'],
  discovery: [
    {
      kind: 'component',
      match: { type: 'namedExport', names: [] },
      classComponent: {
        bases: ['Component', 'PureComponent'],
        body: 'render',
        subUnits: [
          'componentDidMount',
          'componentDidUpdate',
          'componentWillUnmount',
          'componentDidCatch',
          'getSnapshotBeforeUpdate',
          'shouldComponentUpdate',
        ],
      },
      requiresImport: ['react'],
    },
  ],
  discoverUnits,
  subUnits,
  terminals,
  inputMapping: componentProps,
  hookInputs: { hooks: hookNames.source, contexts: contextReaders, states },
  transparentWrappers: [
    { module: 'react', name: 'memo', argument: 0 },
    { module: 'react', name: 'forwardRef', argument: 0 },
    { module: 'react', name: 'lazy', argument: 0, loads: true },
    { module: 'react', name: 'useCallback', argument: 0 },
    { module: 'mobx-react-lite', name: 'observer', argument: 0 },
  ],
  declarations,
})
