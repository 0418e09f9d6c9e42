import { expect, test } from 'vitest'
import { meansSibling } from './sibling.js'

const sibling = { name: '@s/lib', folder: 'packages/lib', version: '2.1.0' }
const importer = (manifest: Record<string, unknown>) => ({ folder: 'apps/web', manifest })
const unknown = () => null

test.each([
  ['workspace:*', true],
  ['workspace:^1.0.0', true],
  ['link:../../packages/lib', true],
  ['file:../../vendor/lib', false],
  ['portal:../../packages/lib', true],
  ['*', true],
  ['', true],
  ['^2.0.0', true],
  ['2.x || 3', true],
  ['^1.4.0', false],
  ['latest', false],
  ['catalog:', false],
  ['npm:@other/lib@2.1.0', false],
  ['github:s/lib', false],
])('a dependency on %j', (range, means) => {
  for (const field of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'])
    expect(meansSibling(sibling, [importer({ [field]: { '@s/lib': range } })], unknown)).toBe(means)
})

test('a sibling without a version fits no range but any', () => {
  const ofNone = { ...sibling, version: undefined }
  expect(meansSibling(ofNone, [importer({ dependencies: { '@s/lib': '^1.0.0' } })], unknown)).toBe(false)
  expect(meansSibling(ofNone, [importer({ dependencies: { '@s/lib': '*' } })], unknown)).toBe(true)
})

test('nobody names it: what is installed, else the link that a workspace gets', () => {
  expect(meansSibling(sibling, [importer({})], unknown)).toBe(true)
  expect(meansSibling(sibling, [importer({})], () => false)).toBe(false)
})

test('the nearest manifest that names it decides; an installation knows better than a range', () => {
  const root = { folder: '', manifest: { devDependencies: { '@s/lib': '^1.0.0' } } }
  expect(meansSibling(sibling, [importer({ dependencies: { '@s/lib': 'workspace:*' } }), root], unknown)).toBe(true)
  expect(meansSibling(sibling, [importer({}), root], unknown)).toBe(false)
  expect(meansSibling(sibling, [importer({}), root], () => true)).toBe(true)
  expect(meansSibling(sibling, [importer({ dependencies: { '@s/lib': '^2.0.0' } })], () => false)).toBe(false)
})
