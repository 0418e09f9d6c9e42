/** The names the packs state exist in the libraries they name. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packs } from './testing/all-packs.js'
import { missingNames } from './testing/declared-names.js'
import { packsFolder } from './testing/fixtures.js'
import { parts, statedModules, statedNames } from './testing/stated-names.js'

/** Where the libraries of a pack are installed: its fixtures, where they are a package of their own. */
function librariesOf(name: string): string {
  const own = `${packsFolder}${name}/fixtures/`
  return existsSync(`${own}package.json`) ? own : packsFolder
}

test.each(packs.map(pack => [pack.name, pack.declarations ?? []] as const))(
  'packs/K14 every declared name of %s is in the installed types',
  (name, declarations) => {
    // the packages of a workspace are no library
    if (name !== 'package-exports') expect(declarations).not.toEqual([])
    expect(missingNames(declarations, librariesOf(name))).toEqual([])
  },
)

test('packs/K14 a name that no type has is reported', () => {
  expect(
    missingNames([
      { module: 'express', exports: ['Rooter'], members: { Response: ['jason', 'json'] } },
      { module: 'global', exports: ['fetsh'], keys: { RequestInit: ['verb'], RequestInits: ['method'] } },
      { module: 'no-such-library', exports: ['default'] },
    ]),
  ).toEqual([
    'express: Rooter',
    'express: Response.jason',
    'global: fetsh',
    'global: RequestInit.verb',
    'global: RequestInits',
    'no-such-library: default',
  ])
})

test.each(packs.map(pack => [pack.name, pack] as const))(
  'packs/K14 every name %s states is declared',
  (_name, pack) => {
    const declarations = pack.declarations ?? []
    const modules = new Set(declarations.map(({ module }) => module))
    const names = new Set(
      declarations
        .flatMap(({ exports = [], members = {}, keys = {}, text = [] }) => [
          ...exports,
          ...text,
          ...Object.values({ ...members, ...keys }).flat(),
        ])
        .flatMap(parts),
    )
    expect(statedNames(pack).filter(name => !names.has(name))).toEqual([])
    expect(statedModules(pack).filter(module => !modules.has(module))).toEqual([])
  },
)
