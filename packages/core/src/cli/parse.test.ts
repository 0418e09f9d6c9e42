/** The command line: what it takes, and what it says about the rest. */
import { expect, test } from 'vitest'
import { checkFlags, readCheckFlags, readFileFlags } from './check-flags.js'
import { defineCommand } from './command.js'
import { editDistance, nearestName } from './nearest.js'
import { parseCommand, wantsJson } from './parse.js'
import { readOutputs } from './reporters.js'

const command = defineCommand({ name: 'check', operands: '', summary: '', flags: checkFlags, run: () => 0 })
const parse = (line: string) => parseCommand(command, line.split(' ').filter(Boolean))

test.each([
  ['--fail-om error', '"suss check" has no flag --fail-om', 'Did you mean --fail-on?'],
  ['-x', '"suss check" has no flag -x', 'Did you mean --'],
  ['--fail-on', '--fail-on needs a value', 'Write --fail-on LEVEL.'],
  ['--all=yes', '--all takes no value, but got "yes"', 'Write --all alone.'],
])('%s is refused', (line, message, remedy) => {
  expect(() => parse(line)).toThrow(
    expect.objectContaining({ message, remedy: expect.stringContaining(remedy) }),
  )
})

test('flags before, between and after operands', () => {
  const args = parse('--all a --fail-on=warning b --reporter json')
  expect(args.positionals).toEqual(['a', 'b'])
  expect([args.has('all'), args.has('json'), args.value('fail-on'), args.values('reporter')]).toEqual([
    true,
    false,
    'warning',
    ['json'],
  ])
})

test.each([
  ['extract', 'extarct', 2],
  ['check', 'chek', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('%s and %s are %i edits apart', (from, to, edits) => expect(editDistance(from, to)).toBe(edits))

test('the nearest of several', () =>
  expect(nearestName('inpsect', ['extract', 'inspect', 'init'])).toBe('inspect'))

test.each([
  [['check', '--json'], true],
  [['check', '--reporter', 'json'], true],
  [['check', '--reporter=json'], true],
  [['check', '--output-file', 'json'], false],
])('%j wants JSON: %s', (argv, wants) => expect(wantsJson(argv)).toBe(wants))

test.each([
  ['', [{ reporter: 'text', file: null }]],
  ['--json', [{ reporter: 'json', file: null }]],
  ['--output-file out.txt', [{ reporter: 'text', file: '/w/out.txt' }]],
  ['--reporter json --output-file out.json', [{ reporter: 'json', file: '/w/out.json' }]],
  [
    '--reporter text --output-file json=out.json',
    [
      { reporter: 'json', file: '/w/out.json' },
      { reporter: 'text', file: null },
    ],
  ],
])('outputs of "%s"', (line, outputs) => expect(readOutputs(parse(line), '/w')).toEqual(outputs))

test.each([
  ['--reporter junit', 'NOT_AVAILABLE', 'reporter "junit" is not available yet'],
  ['--reporter jsn', 'BAD_OPTIONS', 'unknown reporter "jsn"'],
  ['--reporter text --json', 'BAD_OPTIONS', 'two reporters would print: text, json'],
  ['--reporter text --json --output-file a', 'BAD_OPTIONS', '--output-file a does not say whose it is'],
])('outputs of "%s" are refused', (line, code, message) => {
  expect(() => readOutputs(parse(line), '/w')).toThrow(expect.objectContaining({ code, message }))
})

test('flags of the gate', () => {
  expect(readCheckFlags(parse('--fail-on none --fail-on-unpaired 50% --allow-empty'))).toEqual({
    failOn: 'none',
    failOnUnpaired: '50%',
    failOnUnreadable: false,
    failOnUnusedSuppressions: false,
    allowEmpty: true,
    noSuppressions: false,
    noBaseline: false,
  })
})

test.each([
  ['--fail-on warn', 'Did you mean "warning"?'],
  ['--fail-on-unpaired many', 'Write a number, or a share such as 50%.'],
  ['--baseline b --no-baseline', 'Leave one out.'],
  ['--at a --since b', 'Leave one out.'],
])('%s is refused', (line, remedy) => {
  expect(() => [readCheckFlags(parse(line)), readFileFlags(parse(line), '/w')]).toThrow(
    expect.objectContaining({ code: 'BAD_OPTIONS', remedy }),
  )
})

test('files named by flags', () => {
  expect(readFileFlags(parse('--baseline b.json --sussignore x/y.yml'), '/w')).toEqual({
    baseline: '/w/b.json',
    suppressions: '/w/x/y.yml',
  })
})
