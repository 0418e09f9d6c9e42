/** Acceptance of the React pack. */
import { checkSummaries } from '@suss/core/check'
import type { BehavioralSummary, RenderNode } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import { calleesOf, clientsOf, named, only } from '../testing/find.js'
import { outputText } from '../testing/listed.js'
import { summariesOf } from '../testing/run.js'

const kinds = ['component', 'hook', 'handler', 'scheduled-callback']
const head = `import React, { Component, createContext, forwardRef, lazy, memo, use, useCallback, useContext, useEffect, useState } from 'react'\n`
const inFiles = (files: Record<string, string>) =>
  summariesOf(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, head + text])))
const run = (text: string) => inFiles({ 'src/a.tsx': text })
const unitsOf = (found: readonly BehavioralSummary[]) =>
  found.filter(({ kind }) => kinds.includes(kind)).map(({ kind, identity }) => `${kind} ${identity.name}`)
const outcomes = (unit: BehavioralSummary) => unit.transitions.map(({ output }) => outputText(output))
const rootOf = (unit: BehavioralSummary): RenderNode | undefined => {
  const { output } = only(unit.transitions)
  return output.type === 'render' ? output.root : undefined
}

describe('packs/U01 components', () => {
  test('a function that returns an element, and a helper that is none', () => {
    const found = run('export const A = () => <p/>\nconst row = () => <li/>\nexport const b = () => row()')
    expect(unitsOf(found)).toEqual(['component A'])
    expect(named(found, 'A').identity.boundaryBinding).toEqual({
      transport: 'in-process',
      semantics: { name: 'function-call', module: 'src/a.tsx', exportName: 'A' },
      recognition: '@suss/packs/react',
    })
  })

  test('used as a tag in the file, or by nobody', () => {
    expect(
      unitsOf(
        run('const Used = () => <i/>\nconst Unused = () => <b/>\nexport const A = () => <p><Used/></p>'),
      ),
    ).toEqual(['component Used', 'component A'])
  })

  test('an element on some path', () => {
    expect(
      unitsOf(
        run(`export function A({ items }) { if (!items) return null; return items.map(i => <li key={i}/>) }
export function B({ c }) { const shown = <b/>; return c ? shown : null }
export const Table = () => ({ cell: () => <a/> })
export const Rows = [1, 2].map(i => <li key={i}/>)
export default function () { return <p/> }`),
      ),
    ).toEqual(['component A', 'component B', 'component default'])
  })

  test('given to a wrapper of another library before it is exported', () => {
    expect(
      unitsOf(
        run(
          `import { connect } from 'react-redux'\nfunction Inner() { return <p/> }\nexport default connect(s => s)(Inner)`,
        ),
      ),
    ).toEqual(['component Inner'])
  })

  test('elements of another library, and stories', () => {
    expect(
      unitsOf(
        summariesOf({
          'src/a.tsx': `import { createSignal } from 'solid-js'\nexport const A = () => <p/>`,
          'src/b.stories.tsx': `import React from 'react'\nexport const B = () => <p/>`,
        }),
      ),
    ).toEqual([])
  })

  test('without an import of react', () => {
    expect(
      unitsOf(
        summariesOf({
          'src/a.tsx': 'export const A = () => <p/>',
          'src/b.ts': 'export const useB = () => 1',
        }),
      ),
    ).toEqual(['component A'])
  })
})

describe('packs/U02 class components', () => {
  test('two transitions and the prop that decides', () => {
    const found = run(
      'type P = { x: boolean }\nexport class B extends React.Component<P> { render() { return this.props.x ? <a/> : null } }',
    )
    const b = named(found, 'B')
    expect(b.kind).toBe('component')
    expect(outcomes(b)).toEqual(['render', 'return'])
    expect(b.transitions[0]?.conditions).toEqual([
      { type: 'truthinessCheck', subject: { type: 'input', inputRef: 'props', path: ['x'] }, negated: false },
    ])
    expect(b.inputReads).toEqual([{ input: 'props', path: ['x'] }])
    expect(b.metadata).toMatchObject({ component: { propTypes: { x: 'boolean' } } })
  })

  test('through a class of the project, with what runs around it', () => {
    const found = run(`class Base extends Component {}
export class C extends Base { componentDidMount() { load() } save = () => { store() }; render() { return <b onClick={this.save} onBlur={() => this.leave()}/> } }
class Not extends Other { render() { return <i/> } }`)
    expect(unitsOf(found)).toEqual([
      'scheduled-callback C.componentDidMount',
      'handler C.save',
      'component C',
      'handler C.b.onBlur#1',
    ])
  })
})

test('packs/U03 wrapped components have the name of the binding', () => {
  const found = run(`import { observer } from 'mobx-react-lite'
export const A = memo(forwardRef((p, r) => <i/>))
export const B = observer(() => <i/>)
const C = () => <i/>
export default React.memo(C)`)
  expect(unitsOf(found)).toEqual(['component A', 'component B', 'component C'])
})

test('packs/U04 event handlers', () => {
  const found = run(`export function C(props) {
  const save = () => { store(1) }
  const kept = useCallback(() => { store(2) }, [])
  return <form onSubmit={kept}><button onClick={() => save()}/><button onClick={() => store(3)}/><a onClick={save}/><b onClick={props.onX}/><i ref={() => 1}/></form>
}`)
  expect(unitsOf(found)).toEqual([
    'component C',
    'handler C.save',
    'handler C.kept',
    'handler C.button.onClick#1',
    'handler C.button.onClick#2',
  ])
  expect(named(found, 'C.save').identity.boundaryBinding).toBeNull()
  expect(calleesOf(named(found, 'C'))).toEqual(['useCallback'])
  expect(calleesOf(named(found, 'C.button.onClick#2'))).toEqual(['store'])
  expect(named(found, 'C.button.onClick#1').inputs).toEqual([{ type: 'closure', name: 'save' }])
})

test('packs/U05 effects and their cleanups', () => {
  const found = run(`import { f } from './f'
export const C = () => { useEffect(() => { start(); return () => stop() }, []); useEffect(f); React.useLayoutEffect(() => { measure() }); return <p/> }`)
  expect(unitsOf(found)).toEqual([
    'component C',
    'scheduled-callback C.effect#1',
    'scheduled-callback C.effect#1.cleanup',
    'scheduled-callback C.effect#2',
  ])
  expect(calleesOf(named(found, 'C.effect#1.cleanup'))).toEqual(['stop'])
})

test('packs/U06 conditional nodes', () => {
  const element = (tag: string) => ({ type: 'element', tag, children: [] })
  const found = run(
    'const X = 1, A = 1\nexport const C = ({ c, d }) => <p>{c && <X/>}{c ? <A/> : null}{c ? null : <b/>}{d.map(i => <li/>)} all{d}</p>',
  )
  expect(rootOf(named(found, 'C'))).toEqual({
    type: 'element',
    tag: 'p',
    children: [
      { type: 'conditional', condition: 'c', whenTrue: element('X'), whenFalse: null },
      { type: 'conditional', condition: 'c', whenTrue: element('A'), whenFalse: null },
      { type: 'conditional', condition: '!(c)', whenTrue: element('b'), whenFalse: null },
      element('li'),
      { type: 'text', value: ' all' },
      { type: 'expression', sourceText: 'd' },
    ],
  })
})

test('packs/U07 what hooks and contexts give', () => {
  const found = run(`const Theme = createContext('light')
export function C({ a, ...rest }: { a: string }) {
  const [u, setU] = useUser()
  const { data, error: problem } = useQuery()
  const state = useStore()
  const { mode } = useContext(Theme)
  const now = use(Theme)
  useEffect(() => {})
  return <p title={a}>{state.name}</p>
}`)
  expect(named(found, 'C').inputs).toEqual([
    {
      type: 'parameter',
      name: 'a',
      position: 0,
      role: 'a',
      shape: { type: 'text' },
      metadata: { propType: 'string' },
    },
    { type: 'parameter', name: 'rest', position: 0, role: 'props', shape: null },
    { type: 'hookReturn', hook: 'useUser', destructuredFields: ['u', 'setU'] },
    { type: 'hookReturn', hook: 'useQuery', destructuredFields: ['data', 'error'] },
    { type: 'hookReturn', hook: 'useStore', destructuredFields: ['name'] },
    { type: 'contextValue', context: 'Theme', accessedFields: ['mode'] },
    { type: 'contextValue', context: 'Theme', accessedFields: [] },
  ])
})

test('packs/U07 custom hooks', () => {
  const found =
    run(`export function useUser(id) { const [u, setU] = useState(null); useEffect(() => { load(id).then(setU) }, [id]); return u }
export const useNothing = () => { log() }
const table = { useX: () => 1 }`)
  expect(unitsOf(found)).toEqual(['hook useUser', 'scheduled-callback useUser.effect#1', 'hook useNothing'])
})

describe('packs/U21 attributes and targets', () => {
  test('of a component in another file', () => {
    const found = inFiles({
      'src/row.tsx': `export const Row = memo(({ id, n, on }) => <li>{id}</li>)`,
      'src/a.tsx': `import { Row } from './row'\nexport const A = ({ x, ...p }) => <Row id="a" n={x} on {...p} />`,
    })
    expect(rootOf(named(found, 'A'))).toEqual({
      type: 'element',
      tag: 'Row',
      attrs: { id: '"a"', n: '{x}', on: '', '...': '{...p}' },
      target: { file: 'src/row.tsx', name: 'Row' },
      children: [],
    })
  })

  test('through a namespace, a lazy import, a class; none for a host tag', () => {
    const found = inFiles({
      'src/ui.tsx': `export class Card extends Component { render() { return <b/> } }\nexport default function Page() { return <i/> }`,
      'src/a.tsx': `import * as ui from './ui'\nconst Later = lazy(() => import('./ui'))\nexport const A = () => <main><ui.Card/><Later/></main>`,
    })
    const root = rootOf(named(found, 'A'))
    expect(root?.type === 'element' && root.target).toBe(undefined)
    expect(root?.type === 'element' && root.children).toMatchObject([
      { tag: 'ui.Card', target: { file: 'src/ui.tsx', name: 'Card' } },
      { tag: 'Later', target: { file: 'src/ui.tsx', name: 'Page' } },
    ])
  })
})

test('what a state hook gives second sets what it gives first', () => {
  const found = run(`export function A() {
  const [count, setCount] = useState(0)
  const [, dispatch] = React.useReducer((s, a) => s, {})
  const [own, setOwn] = useOwn()
  const other = setCount
  return <p onClick={() => { setCount(1); dispatch({ type: 'x' }); setOwn(2) }} />
}`)
  const effects = only(only(found.filter(({ kind }) => kind === 'handler')).transitions).effects
  expect(effects.flatMap(e => (e.type === 'stateChange' ? [[e.variable, e.newValue]] : []))).toEqual([
    ['count', { kind: 'number', value: 1 }],
    ['dispatch', { kind: 'object', fields: { type: { kind: 'string', value: 'x' } } }],
  ])
})

test('the client calls of a component are found where they were before', () => {
  const found = run(`export function C() {
  const [u, setU] = useState(null)
  useEffect(() => { fetch('/users').then(r => r.json()).then(d => setU(d.name)) }, [])
  const save = async () => { const r = await fetch('/save', { method: 'POST' }); if (!r.ok) throw new Error('no') }
  return <form onSubmit={save}><p>{u}</p></form>
}`)
  expect(clientsOf(found).map(c => [c.identity.name, c.transitions.length])).toEqual([
    ['C', 1],
    ['save', 2],
  ])
  expect(clientsOf(found)[0]?.transitions[0]?.expectedInput).toEqual({
    type: 'record',
    properties: { name: { type: 'unknown' } },
  })
})

test('components and hooks are no side of a comparison', () => {
  const found = run(
    'export const A = () => <p/>\nexport const useB = () => 1\nexport const c = () => fetch("/c")',
  )
  const report = checkSummaries({ summaries: found, config: {}, medium: 'check' })
  expect(report.run.map(({ kind, remedy }) => [kind, remedy])).toEqual([
    ['nothingPaired', 'Bring both sides into the run. Providers: none. Consumers: GET /c.'],
  ])
  expect(report.findings).toEqual([])
  expect(report.unmatched.unpairable.map(({ reason }) => reason)).toEqual(['neverPairs', 'neverPairs'])
})
