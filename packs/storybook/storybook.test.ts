/** Acceptance of stories, and of stories against their components (packs.md 5.2, checking.md 7.6). */
import { checkSummaries } from '@suss/core/check'
import { storyFacts, type BehavioralSummary } from '@suss/core/ir'
import { expect, test } from 'vitest'
import { run } from '../testing/run.js'
import reader from './reader.js'

const button = `export interface ButtonProps { label: string; appearance?: string; onPress?: () => void }
export function Button({ label, appearance = "plain", onPress }: ButtonProps) {
  return <button className={appearance} onClick={onPress}>{label}</button>
}`

type Texts = Readonly<Record<string, string>>
const project = (stories: string, component = button, more: Texts = {}): Texts => ({
  'src/Button.tsx': component,
  'src/Button.stories.tsx': `import { Button } from './Button'\n${stories}`,
  ...more,
})

const storiesOf = (texts: Texts): BehavioralSummary[] => run(texts, [reader]).summaries.filter(s => storyFacts(s))

function found(texts: Texts): { lines: string[]; pairs: number } {
  const { summaries } = run(texts, [reader])
  const report = checkSummaries({ summaries, config: {}, medium: 'check' })
  return {
    lines: report.findings
      .filter(f => f.form === 'story' || f.form === 'prop')
      .map(f => `${f.severity} ${f.form} ${f.consumer.field ?? f.provider.field} ${f.site.file.replace('src/', '')}:${f.site.lines.start}`),
    pairs: report.pairs.length,
  }
}
const lines = (stories: string, component?: string, more?: Texts): string[] => found(project(stories, component, more)).lines

const meta = 'export default { component: Button }\n'

test('packs/K08 args of the meta, of a story that is spread, and its own', () => {
  const [primary, secondary] = storiesOf(
    project(`export default { component: Button, args: { label: 'a', onPress } }
export const Primary = { args: { appearance: 'danger' } }
export const Secondary = { ...Primary, args: { ...Primary.args, label: 'b', tone: 1 } }
`),
  )
  expect(primary).toMatchObject({
    kind: 'component',
    identity: { name: 'Primary' },
    confidence: { source: 'derived', level: 'high' },
    metadata: { story: { component: { file: 'src/Button.tsx', name: 'Button' } } },
    inputs: [
      { name: 'label', role: 'label', shape: { type: 'literal', value: 'a' } },
      { name: 'onPress', shape: null },
      { name: 'appearance', shape: { type: 'literal', value: 'danger' } },
    ],
  })
  expect(secondary?.inputs.map(i => ('name' in i ? i.name : ''))).toEqual(['label', 'onPress', 'appearance', 'tone'])
  expect(secondary?.metadata?.['places']).toMatchObject({ '/inputs/3': { line: 4 } })
})

test.each([
  ['a bound template', `const Template = args => <Button {...args} />\nexport const One = Template.bind({})\nOne.args = { label: 'a' }\nexport const Two = Template.bind({})\nTwo.args = { ...One.args, appearance: 'x' }`],
  ['functions', `export const One = args => <Button {...args} />\nOne.args = { label: 'a' }\nexport const Two = args => <Button {...args} />\nTwo.args = { ...One.args, appearance: 'x' }`],
  ['objects that are completed', `export const One = {}\nOne.args = { label: 'a' }\nexport const Two = {}\nTwo.args = { ...One.args, appearance: 'x' }`],
])('packs/K08 CSF 2: %s', (_, stories) => {
  const read = storiesOf(project(`${meta}${stories}`))
  expect(read.map(s => [s.identity.name, s.inputs.map(i => 'role' in i && i.role), storyFacts(s)?.open])).toEqual([
    ['One', ['label'], undefined],
    ['Two', ['label', 'appearance'], undefined],
  ])
})

test('packs/K08 stories made by the preview', () => {
  const stories = `import preview from '../.storybook/preview'
const meta = preview.meta({ component: Button, args: { label: 'a' } })
export const One = meta.story({ args: { kind: 1 } })
export const Two = meta.story()
export const Three = One.extend({ args: { appearance: 'x' } })`
  expect(storiesOf(project(stories)).map(s => [s.identity.name, s.inputs.map(i => 'role' in i && i.role)])).toEqual([
    ['One', ['label', 'kind']],
    ['Two', ['label']],
  ])
  expect(lines(stories)).toEqual(['warning story kind Button.stories.tsx:4'])
  expect(lines(`${stories}\nexport default meta`)).toEqual(['warning story kind Button.stories.tsx:4'])
})

test('packs/K08 exports that are no stories, and files without a component', () => {
  expect(storiesOf(project(`export default { component: Button, excludeStories: /^data/ }\nexport const dataOne = {}\nexport const One = {}`)).map(s => s.identity.name)).toEqual(['One'])
  expect(storiesOf(project(`export default { component: Button, includeStories: ['One'] }\nexport const two = {}\nexport const One = {}`)).map(s => s.identity.name)).toEqual(['One'])
  expect(storiesOf(project(`export default { title: 'Button' }\nexport const One = { args: { a: 1 } }`))).toEqual([])
  const { incomplete } = run(project(`${meta}export const One = makeStory()`), [reader])
  expect(incomplete).toMatchObject([{ file: 'src/Button.stories.tsx', reason: 'contractUnread', detail: 'line 3: storybook: story One' }])
})

test('checking/K131 a story that sets a renamed prop', () => {
  expect(found(project(`${meta}export const Danger = {\n  args: { label: 'Remove', kind: 'danger' },\n}`))).toEqual({
    lines: ['warning story kind Button.stories.tsx:4'],
    pairs: 1,
  })
  expect(lines(`${meta}export const Danger = { args: { label: 'a', kind: 1 } }`, 'export function Button({ label, ...rest }) { return <b {...rest}>{label}</b> }')).toEqual([])
})

test('checking/K131 an arg that stories take over is said once', () => {
  expect(lines(`export default { component: Button, args: { kind: 'a' } }\nexport const A = {}\nexport const B = {}\nexport const C = { ...A, args: { ...A.args } }`)).toEqual(['warning story kind Button.stories.tsx:2'])
  expect(lines(`export default { component: Button, args: { kind: 'a' } }\nexport const A = { args: { kind: undefined } }`)).toEqual([])
})

test.each([
  ['the rest of a type', 'export const Button = (props: Props) => <b>{props.label}</b>\ninterface Props { label: string }', true],
  ['memo', 'import { memo } from "react"\nexport const Button = memo(({ label }: { label: string }) => <b>{label}</b>)', true],
  ['forwardRef', 'import { forwardRef } from "react"\nexport const Button = forwardRef<HTMLElement, { label: string }>(({ label }, ref) => <b ref={ref}>{label}</b>)', true],
  ['a default export', 'export default function Other() { return null }\nexport function Button({ label }) { return <b>{label}</b> }', true],
  ['an interface of interfaces', 'interface Base { label: string }\nexport interface Props extends Base { size: string }\nexport const Button = (props: Props) => <b>{props.label}</b>', true],
  ['parts of types', 'interface Base { label: string; tone: string }\ntype Props = Omit<Base, "tone"> & Partial<Pick<Base, "label">> & ({ a: 1 } | { b: 2 })\nexport const Button = (props: Props) => <b>{props.label}</b>', true],
  ['a class', 'import { Component } from "react"\nexport class Button extends Component<{ label: string }> { render() { return <b>{this.props.label}</b> } }', true],
  ['attributes of the element', 'import type { ButtonHTMLAttributes } from "react"\nexport const Button = ({ label }: { label: string } & ButtonHTMLAttributes<HTMLButtonElement>) => <b>{label}</b>', false],
  ['an extended library type', 'import * as React from "react"\ninterface Props extends React.HTMLAttributes<HTMLElement> { label: string }\nexport const Button = ({ label }: Props) => <b>{label}</b>', false],
  ['ComponentProps', 'import type { ComponentProps } from "react"\nexport const Button = (props: ComponentProps<"button">) => <button {...props} />', false],
  ['any props', 'export const Button = props => <button {...props} />', false],
  ['an index', 'export const Button = (props: { label: string; [other: string]: string }) => <b>{props.label}</b>', false],
  ['a type argument', 'export const Button = <P extends object>(props: P) => <b {...props} />', false],
  ['declared for others', 'export const Button = ({ label }) => <b>{label}</b>\nButton.propTypes = { kind: String }', false],
  ['declared elsewhere', 'import { types } from "./types"\nexport const Button = ({ label }) => <b>{label}</b>\nButton.propTypes = types', false],
  ['a declared prop that is not used', 'export const Button = ({ label }: { label: string; kind?: string }) => <b>{label}</b>', false],
  ['two declarations', 'interface Props { label: string }\ninterface Props { kind: string }\nexport const Button = (props: Props) => <b>{props.label}</b>', false],
  ['styled', 'import styled from "styled-components"\nexport const Button = styled.button`color: red`', false],
  ['an unknown wrapper', 'import { connect } from "react-redux"\nconst Inner = ({ label }) => <b>{label}</b>\nexport const Button = connect(x => x)(Inner)', false],
  ['a polymorphic one', 'export const Button = (({ as: Tag = "b", label, ...rest }) => <Tag {...rest}>{label}</Tag>) as Polymorphic', false],
  ['a class without types', 'import { Component } from "react"\nexport class Button extends Component { render() { return <b>{this.props.label}</b> } }', false],
])('checking/K131 props of a component: %s', (_, component, isKnown) => {
  expect(lines(`${meta}export const One = { args: { label: 'a', kind: 'b', children: 'c', 'data-id': 'd' } }`, component)).toEqual(isKnown ? ['warning story kind Button.stories.tsx:3'] : [])
})

test('checking/K131 a component without props', () => {
  expect(lines(`${meta}export const One = { args: { label: 'a' } }`, 'export const Button = () => <b />')).toEqual(['warning story label Button.stories.tsx:3'])
})

test.each([
  ['a render function that hands all on', `export const One = { args: { kind: 1 }, render: args => <Button {...args} /> }`, true],
  ['a render function of its own', `export const One = { args: { kind: 1 }, render: ({ kind, ...args }) => <Button {...args} label={kind} /> }`, false],
  ['a render function that reads an arg', `export const One = { args: { kind: 1 }, render: args => <div title={args.kind}><Button {...args} /></div> }`, false],
  ['a render function of the meta', `export const One = { args: { kind: 1 } }`, false, 'export default { component: Button, render: ({ kind }) => <Button label={kind} /> }\n'],
  ['another component', `export const One = { args: { kind: 1 }, render: args => <Panel {...args} /> }`, false],
  ['a decorator', `export const One = { args: { kind: 1 }, decorators: [Story => <div><Story /></div>] }`, true],
  ['a decorator with the context', `export const One = { args: { kind: 1 }, decorators: [(Story, { args }) => <div title={args.kind}><Story /></div>] }`, false],
  ['a decorator that passes the context', `export const One = { args: { kind: 1 }, decorators: [(Story, context) => wrap(Story, context)] }`, false],
  ['a decorator from elsewhere', `import { withRouter } from 'addon'\nexport const One = { args: { kind: 1 }, decorators: [withRouter] }`, false],
  ['an arg that the play function takes', `export const One = { args: { kind: 1 }, play: async ({ args }) => expect(args.kind).toBe(1) }`, false],
  ['a play function without args', `export const One = { args: { kind: 1 }, play: async ({ canvasElement }) => click(canvasElement) }`, true],
  ['args of parameters', `export const One = { args: { label: 'a' }, parameters: { args: { kind: 1 } } }`, false],
  ['args that are not read', `export const One = { args: makeArgs({ kind: 1 }) }`, false],
])('checking/K131 what else takes the args: %s', (_, stories, isKnown, head = meta) => {
  expect(lines(`${head}${stories}`).filter(line => line.includes(' story '))).toEqual(isKnown ? [expect.stringContaining('warning story kind')] : [])
})

test('checking/K131 a preview that works with args', () => {
  const story = `${meta}export const One = { args: { kind: 1 } }`
  expect(lines(story, button, { '.storybook/preview.ts': '// args of all stories\nexport default { parameters: {} }' })).toHaveLength(1)
  expect(lines(story, button, { '.storybook/preview.ts': 'export default { decorators: [(S, { args }) => S(args)] }' })).toEqual([])
})

const sized = 'export function Button({ label, size }: { label: string; size?: string }) { if (size === "lg") return <h1>{label}</h1>; return <b>{label}</b> }'

test('checking/K134 a prop that a component branches on and no story sets', () => {
  expect(found(project(`${meta}export const One = { args: { label: 'a' } }`, sized))).toEqual({ lines: ['warning prop size Button.tsx:1'], pairs: 1 })
  expect(found({ 'src/Button.tsx': sized }).lines).toEqual([])
})

test.each([
  ['a story sets it', `export const One = {}\nexport const Two = { args: { size: 'lg' } }`],
  ['a control sets it', `export const One = { argTypes: { size: { control: 'text' } } }`],
  ['controls that are not read', `export const One = { argTypes: makeTypes() }`],
  ['a spread that is not read', `export const One = { args: { ...shared } }`],
  ['a render function', `export const One = { render: () => <Button size="lg" label="a" /> }`],
  ['a render function that adds to the args', `export const One = { render: args => <Button {...args} size="lg" /> }`],
  ['a render function of several', `export const One = { render: args => <><Button {...args} /><Button size="lg" /></> }`],
  ['a render function that gives children', `export const One = { render: args => <Button {...args}>big</Button> }`],
  ['a decorator that gives args', `export const One = { decorators: [Story => <Story args={{ size: 'lg' }} />] }`],
  ['a decorator that calls the story', `export const One = { decorators: [Story => Story({ args: { size: 'lg' } })] }`],
])('checking/K134 %s', (_, stories) => {
  expect(lines(`${meta}${stories}`, sized)).toEqual([])
})

test('checking/K134 stories in MDX may set anything', () => {
  expect(lines(`${meta}export const One = {}`, sized, { 'src/Button.stories.mdx': '<Button size="lg" />' })).toEqual([])
})

test('stories pair with the component of their own place', () => {
  const other = { 'lib/Button.tsx': 'export function Button({ kind }: { kind: string }) { return <i>{kind}</i> }' }
  expect(lines(`${meta}export const One = { args: { kind: 1 } }`, button, other)).toHaveLength(1)
})
