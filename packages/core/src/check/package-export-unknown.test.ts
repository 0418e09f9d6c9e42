/** Calls of other packages' exports (checking.md 7.6, K130, K190). */
import { expect, test } from 'vitest'
import type { BehavioralSummary, CodeUnitKind } from '../ir/index.js'
import { functionCallBinding } from '../ir/index.js'
import { provider } from './testing/summaries.js'
import { check } from './testing/run.js'

function unit(
  kind: CodeUnitKind,
  specifier: string,
  name: string,
  facts?: Record<string, unknown>,
): BehavioralSummary {
  const [base] = [provider('GET /x', [{ status: 200 }], { workspace: kind })]
  const key = `${specifier}::${name}`
  const { metadata: _metadata, ...rest } = base as BehavioralSummary
  return {
    ...rest,
    kind,
    identity: {
      ...rest.identity,
      id: `${kind} ${key}`,
      name,
      boundaryBinding: functionCallBinding(
        { package: specifier, exportPath: name.split('.') },
        { recognition: '@suss/packs/package-exports' },
      ),
    },
    transitions: [],
    ...(facts ? { metadata: facts } : {}),
  }
}
const library = (specifier: string, name: string, facts?: Record<string, unknown>) =>
  unit('library', specifier, name, facts)
const caller = (specifier: string, name: string) => unit('caller', specifier, name)
const said = (...units: BehavioralSummary[]) =>
  check(units).findings.map(
    ({ kind, form, facts, severity }) => `${severity} ${kind}.${form} ${facts['field']}`,
  )

const facts = { package: { exportNames: ['LIST', 'a', 'api'], subpaths: ['.', './y'] } }

test('checking/K130 a pair, an unknown export, an unknown entry', () => {
  const core = library('pkg', 'a', facts)
  expect(check([core, caller('pkg', 'a')]).pairs).toHaveLength(1)
  expect(said(core, caller('pkg', 'a'))).toEqual([])
  expect(said(core, caller('pkg', 'b'))).toEqual(['error packageExportUnknown.name b'])
  expect(said(core, caller('pkg/x', 'a'))).toEqual(['error packageExportUnknown.subpath ./x'])
})

test.each([
  ['a constant of the package', library('pkg', 'a', facts), caller('pkg', 'LIST')],
  ['a member of an export', library('pkg', 'a', facts), caller('pkg', 'api.missing')],
  ['an entry without functions', library('pkg', 'a', facts), caller('pkg/y', 'z')],
  [
    'a package whose exports are not all known',
    library('pkg', 'a', { package: { subpaths: ['.'] } }),
    caller('pkg', 'b'),
  ],
  [
    'a package without exports in its manifest',
    library('pkg', 'a', { package: { exportNames: ['a'] } }),
    caller('pkg/x', 'a'),
  ],
  [
    'an open pattern',
    library('pkg', 'a', {
      ...facts,
      unread: [{ at: '/metadata/package/subpaths', reason: 'patternExport' }],
    }),
    caller('pkg/x', 'a'),
  ],
  ['a package that is not in the run', library('pkg', 'a', facts), caller('other', 'b')],
])('nothing is said of %s', (_title, provided, called) => {
  expect(said(provided, called, caller('pkg', 'a'))).toEqual([])
})

test('checking/K190 an entry of its own is no other entry', () => {
  const report = check([
    library('@acme/core', 'f', { package: { exportNames: ['f'] } }),
    caller('@acme/core/text', 'f'),
  ])
  expect(report.pairs).toEqual([])
  expect(report.findings).toEqual([])
})
