/** Every pack over the examples of all packs: only what an example lists is found in it. */
import { expect, test } from 'vitest'
import { packNames } from './index.js'
import { readFixtures } from './testing/fixtures.js'
import { listedIn } from './testing/listed.js'
import { summariesOf } from './testing/run.js'

const fixtures = readFixtures()

test.each(fixtures.map(fixture => [fixture.name, fixture] as const))(
  'packs/K13 only what %s lists is found in it',
  (_name, { files, listed }) => expect(listedIn(summariesOf(files))).toEqual(listed),
)

test('packs/K13 every pack has an example that only looks like it', () => {
  for (const name of packNames) {
    const fixture = fixtures.find(one => one.name === `${name}/looks-like-it`)
    expect(fixture?.listed, name).toEqual([])
  }
})
