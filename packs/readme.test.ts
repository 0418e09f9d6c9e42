/** The committed READMEs are the ones the packs and their fixtures give. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error a script without types
import { packReadme } from '../scripts/pack-readme.mjs'
import { packs } from './testing/all-packs.js'
import { packsFolder } from './testing/fixtures.js'

const readme: (pack: unknown, folder: string, source: string) => string = packReadme

test.each(packs.map(pack => [pack.name, pack] as const))(
  'README of %s is fresh: run "npm run build"',
  (name, pack) => {
    const folder = `${packsFolder}${name}`
    expect(readFileSync(`${folder}/README.md`, 'utf8')).toBe(
      readme(pack, folder, readFileSync(`${folder}/pack.ts`, 'utf8')),
    )
  },
)
