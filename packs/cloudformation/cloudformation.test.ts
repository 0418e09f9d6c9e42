/** Acceptance of the cloudformation reader: runtimes of functions and what they are given. */
import { type BehavioralSummary, configFacts } from '@suss/core/ir'
import { describe, expect, test } from 'vitest'
import reader from './reader.js'

const sam = 'Transform: AWS::Serverless-2016-10-31\n'
const sources = ['src/app.ts', 'src/other.ts', 'services/a/src/app.ts', 'layers/shared/nodejs/x.ts']

interface Read {
  summaries: BehavioralSummary[]
  notes: { path: string; line: number; detail: string }[]
}

const read = (text: string, more: Readonly<Record<string, string>> = {}, path = 'template.yaml'): Read =>
  reader.read([{ path, text }, ...Object.entries(more).map(([other, each]) => ({ path: other, text: each }))], { sources })

const runtimes = ({ summaries }: Read): BehavioralSummary[] =>
  summaries.filter(s => s.identity.boundaryBinding?.semantics.name === 'runtime-config')

function instanceOf({ identity }: BehavioralSummary): string | null {
  const semantics = identity.boundaryBinding?.semantics
  return semantics?.name === 'runtime-config' ? semantics.instanceName : null
}

function runtime(found: Read, name = 'F') {
  const summary = runtimes(found).find(s => instanceOf(s) === name)
  const facts = summary && configFacts(summary)
  if (!facts) throw new Error(`no ${name} among ${runtimes(found).map(instanceOf)}`)
  return { summary, ...facts }
}

const fn = (properties: string, head = sam): string => `${head}Resources:
  F:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: src/
      Handler: app.handler
      Runtime: nodejs20.x
${properties.replace(/^(?=.)/gm, '      ')}`

test('packs/V15 a function is a runtime with the variables its template sets', () => {
  const { summary, variables, platform, codeScope, entries, complete } = runtime(read(fn('Environment:\n  Variables:\n    A: one\n    B: 2')))
  expect(summary).toMatchObject({
    kind: 'library',
    location: { file: 'template.yaml', range: { start: 3, end: 12 } },
    identity: {
      name: 'F',
      boundaryBinding: { transport: 'os', semantics: { name: 'runtime-config', deploymentTarget: 'lambda', instanceName: 'F' } },
    },
    confidence: { source: 'derived', level: 'high' },
    metadata: { places: { '/metadata/config/variables/A': { line: 11, column: 10 }, '/metadata/config/variables/B': { line: 12 } } },
  })
  expect(variables).toEqual({ A: { declaredAt: 'unit', value: 'one' }, B: { declaredAt: 'unit', value: '2' } })
  expect(platform).toEqual(expect.arrayContaining(['AWS_REGION', 'AWS_LAMBDA_FUNCTION_NAME', '_HANDLER']))
  expect({ codeScope, entries, complete }).toEqual({ codeScope: ['src'], entries: ['src/app.ts'], complete: true })
})

test('globals of SAM count for each of its functions, the function goes before them', () => {
  const found = read(
    `${sam}Globals:\n  Function:\n    Runtime: nodejs20.x\n    CodeUri: src/\n    Environment:\n      Variables: { A: all, B: all }\nResources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: app.handler\n      Environment: { Variables: { B: own } }\n  L:\n    Type: AWS::Lambda::Function\n    Properties: { Code: src, Handler: other.main, Runtime: nodejs20.x }\n`,
  )
  expect(runtime(found).variables).toEqual({ A: { declaredAt: 'globals', value: 'all' }, B: { declaredAt: 'unit', value: 'own' } })
  expect(runtime(found, 'L')).toMatchObject({ variables: {}, codeScope: ['src'], complete: true })
})

test.each([
  ['the variables are worked out', fn('Environment: !If [Prod, { Variables: { A: x } }, { Variables: { B: y } }]')],
  ['an image may set more', `${sam}Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties: { PackageType: Image, ImageUri: x }\n`],
  ['a macro may set more', fn('', 'Transform: [AWS::Serverless-2016-10-31, OurMacro]\n')],
  ['a wrapper of the runtime may set more', fn('Environment: { Variables: { AWS_LAMBDA_EXEC_WRAPPER: /opt/x } }')],
])('not all variables are known where %s', (_, text) => {
  expect(runtime(read(text))).toMatchObject({ complete: false, summary: { confidence: { level: 'medium' } } })
})

describe('which code a function runs', () => {
  const scopeOf = (properties: string, head = sam): unknown =>
    runtime(read(`${head}Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties: { Runtime: nodejs20.x, ${properties} }\n`)).codeScope
  test('the folder of its code', () => {
    expect(scopeOf('CodeUri: ./services/a, Handler: src/app.handler')).toEqual(['services/a'])
    expect(scopeOf('CodeUri: ., Handler: src/app.handler')).toEqual(['.'])
    expect(scopeOf('Handler: src/app.handler')).toEqual(['.'])
  })
  test('the source of what is built', () => {
    expect(scopeOf('CodeUri: dist, Handler: app.handler')).toEqual(['src'])
    expect(scopeOf('CodeUri: ., Handler: dist/app.handler')).toEqual(['.'])
  })
  test('not known: no source there, code from elsewhere', () => {
    for (const properties of ['CodeUri: lib/x, Handler: gone.handler', 'CodeUri: s3://b/k.zip, Handler: app.handler', 'CodeUri: src/app.zip, Handler: app.handler', 'InlineCode: "x", Handler: index.handler', 'CodeUri: src'])
      expect(scopeOf(properties), properties).toBeUndefined()
  })
  test('a bundler names the source', () => {
    const text = `${sam}Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Metadata: { BuildMethod: esbuild, BuildProperties: { EntryPoints: [src/app.ts] } }\n    Properties: { Runtime: nodejs20.x, CodeUri: ., Handler: app.handler }\n`
    expect(runtime(read(text))).toMatchObject({ codeScope: ['.'], entries: ['src/app.ts'] })
  })
  test('a layer whose code is not read may read anything', () => {
    const libraries = (layer: string) =>
      runtime(read(`${fn(`Layers: [${layer}]`)}\n  Shared:\n    Type: AWS::Serverless::LayerVersion\n    Properties: { ContentUri: layers/shared }\n  Packages:\n    Type: AWS::Serverless::LayerVersion\n    Properties: { ContentUri: layers/packages }\n`)).libraries
    expect(libraries('!Ref Packages')).toContain('OTEL_*')
    for (const layer of ['!Ref Shared', 'arn:aws:lambda:x:1:layer:y:2']) expect(libraries(layer), layer).toEqual(['*'])
  })
  test('a function of another language has no environment to compare', () => {
    expect(runtimes(read(fn('').replace('nodejs20.x', 'python3.12')))).toEqual([])
  })
})

test('the text of a secret stays where it is', () => {
  expect(runtime(read(fn('Environment: { Variables: { NODE_OPTIONS: --enable-source-maps, DB_PASSWORD: hunter2 } }'))).variables).toEqual({
    NODE_OPTIONS: { declaredAt: 'unit', value: '--enable-source-maps' },
    DB_PASSWORD: { declaredAt: 'unit' },
  })
})

describe('texts of intrinsics', () => {
  const more = `\n  Orders:\n    Type: AWS::DynamoDB::Table\n    Properties: { TableName: !Sub "\${Stage}-orders" }\n  Jobs: { Type: AWS::SQS::Queue }\nMappings: { Hosts: { dev: { url: d.example.com }, prod: { url: p.example.com } } }\n`
  const value = (text: string): unknown => runtime(read(`${fn(`Environment:\n  Variables:\n    A: ${text}`)}${more}`)).variables['A']?.value
  test.each([
    ['!Ref Stage', '{Stage}'],
    ['!Ref Orders', '{Stage}-orders'],
    ['!GetAtt Orders.Arn', '{Stage}-orders'],
    ['!GetAtt Orders.StreamArn', '{Orders.StreamArn}'],
    ['!Ref Jobs', 'Jobs'],
    ['!Sub "https://${Api}.execute-api.${AWS::Region}.amazonaws.com/v1"', 'https://{Api}.execute-api.{AWS::Region}.amazonaws.com/v1'],
    ['!Sub ["${a}-x", { a: !Ref Jobs }]', 'Jobs-x'],
    ['!Sub "${!Literal}-x"', undefined],
    ['!Join ["-", [a, !Ref Stage, b]]', 'a-{Stage}-b'],
    ['!Select [1, [a, b]]', 'b'],
    ['!Select [2, !Split [":", "a:{AWS::Region}:c"]]', undefined],
    ['!Select [1, !Split [":", !Ref "AWS::StackId"]]', undefined],
    ['!FindInMap [Hosts, prod, url]', 'p.example.com'],
    ['!FindInMap [Hosts, !Ref Stage, url]', undefined],
    ['!If [Prod, a, a]', 'a'],
    ['!If [Prod, a, b]', undefined],
    ['!ImportValue shared-Table', '{shared-Table}'],
    ['!ImportValue { "Fn::Sub": "${Net}-Table" }', '{Net-Table}'],
    ['{ "Fn::Join": ["", [a, { Ref: Stage }]] }', 'a{Stage}'],
    ['"{{resolve:ssm:/a/b}}"', undefined],
  ])('%s', (text, expected) => expect(value(text)).toBe(expected))
})

test('anchors, merge keys and JSON', () => {
  const yaml = `${sam}Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties: &own { CodeUri: src, Handler: app.handler, Runtime: nodejs20.x, Environment: { Variables: { A: x } } }\n  G:\n    Type: AWS::Serverless::Function\n    Properties: { <<: *own, Handler: other.handler }\n`
  expect(runtime(read(yaml), 'G')).toMatchObject({ variables: { A: { value: 'x' } }, codeScope: ['src'] })
  const json = JSON.stringify({ Resources: { F: { Type: 'AWS::Lambda::Function', Properties: { Code: 'src', Handler: 'app.handler', Runtime: 'nodejs20.x', Environment: { Variables: { A: { Ref: 'P' } } } } } } }, null, 2)
  expect(runtime(read(json, {}, 'cdk.out/S.template.json'))).toMatchObject({ variables: { A: { value: '{P}' } } })
})

test('nested stacks of the project, with the values they are given; others are a note', () => {
  const inner = `${fn('Environment: { Variables: { A: !Sub "${Name}-x" } }').replace('CodeUri: src/', 'CodeUri: ../src/')}\n`
  const found = read(
    'Resources:\n  Inner:\n    Type: AWS::CloudFormation::Stack\n    Properties: { TemplateURL: stacks/inner.yaml, Parameters: { Name: !Ref Stage } }\n  Far:\n    Type: AWS::Serverless::Application\n    Properties: { Location: { ApplicationId: a, SemanticVersion: 1.0.0 } }\n',
    { 'stacks/inner.yaml': inner },
  )
  expect(runtimes(found)).toHaveLength(1)
  expect(runtime(found)).toMatchObject({ variables: { A: { value: '{Stage}-x' } }, codeScope: ['src'] })
  expect(found.notes).toEqual([{ path: 'template.yaml', line: 5, detail: 'the stack Far is not local' }])
})

test('an include of a local file', () => {
  const text = `${fn('Environment:\n  Variables:\n    A: x\n    Fn::Transform: { Name: AWS::Include, Parameters: { Location: vars.yaml } }')}\n`
  expect(runtime(read(text, { 'vars.yaml': 'B: y\n' }))).toMatchObject({ variables: { A: {}, B: { value: 'y' } }, complete: true })
  const without = read(text)
  expect(runtime(without)).toMatchObject({ variables: { A: {} }, complete: false })
  expect(without.notes).toMatchObject([{ path: 'template.yaml', line: 12 }])
})

test('one logical id in two templates', () => {
  const found = read(fn(''), { 'services/b/template.yaml': fn('') }, 'services/a/template.yaml')
  expect(runtimes(found).map(instanceOf)).toEqual(['services/a/F', 'services/b/F'])
})

test('the parts a template was put together of are no templates, stages of one stack are', () => {
  const part = fn('').replace('Transform: AWS::Serverless-2016-10-31\n', '')
  const whole = `${fn('Environment: { Variables: { A: x } }')}\n  Q: { Type: AWS::SQS::Queue }\n`
  const found = read(whole, { 'infra/f.yaml': part })
  expect(runtimes(found).map(instanceOf)).toEqual(['F'])
  expect(runtime(found).variables).toHaveProperty('A')
  expect(runtimes(read(whole, { 'infra/prod.template.yaml': whole })).map(instanceOf)).toEqual(['template/F', 'prod/F'])
})

test('a wrapper that only watches sets nothing of the code', () => {
  expect(runtime(read(fn('Environment: { Variables: { AWS_LAMBDA_EXEC_WRAPPER: /opt/dynatrace } }'))).complete).toBe(true)
})

test('a syntax error is a note, other files are read', () => {
  const found = read(`${fn('')}\n  G: [`, { 'other/template.yaml': fn('') })
  expect(runtimes(found)).toHaveLength(1)
  expect(found.notes).toMatchObject([{ path: 'template.yaml' }])
})

test('a function is invoked by its logical id and by the name it states', () => {
  const names = read(fn('FunctionName: !Sub "${Stage}-mail"')).summaries.flatMap(({ identity }) =>
    identity.boundaryBinding?.semantics.name === 'unit-invocation' ? [identity.boundaryBinding.semantics.instanceName] : [],
  )
  expect(names).toEqual(['F', '{Stage}-mail'])
})

test('texts of other kinds are no templates', () => {
  expect(read('openapi: 3.0.0\npaths: {}\n')).toEqual({ summaries: [], notes: [] })
  expect(read('Resources: are AWS::like::this\n').summaries).toEqual([])
})
