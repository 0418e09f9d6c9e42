/** The example projects beside the packs and what their comments say is found in them. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { packNames } from '../index.js'

export interface Fixture {
  /** `express/verbs`. */
  name: string
  /** Texts by path from the folder of the fixture. */
  files: Readonly<Record<string, string>>
  /** What the `//~` comments list, sorted; `none` lists nothing. */
  listed: readonly string[]
}

export const packsFolder = new URL('..', import.meta.url).pathname

export const fixtureFiles = (): string[] =>
  packNames.flatMap(name =>
    readdirSync(`${packsFolder}${name}/fixtures`, { recursive: true, encoding: 'utf8' })
      // a package of its own has the libraries of its examples
      .filter(file => /\.[cm]?tsx?$/.test(file) && !file.includes('node_modules'))
      .map(file => `${name}/fixtures/${file.replaceAll('\\', '/')}`)
      .sort(),
  )

export function readFixtures(): Fixture[] {
  const folders = new Set(fixtureFiles().map(file => file.split('/').slice(0, 3).join('/')))
  return [...folders].map(folder => {
    const files = fixtureFiles().filter(file => file.startsWith(`${folder}/`))
    const manifests = readdirSync(`${packsFolder}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter(file => /^(package\.json|template\.ya?ml)$/.test(posix.basename(file)) && !file.includes('node_modules'))
      .map(file => [file, readFileSync(`${packsFolder}${folder}/${file}`, 'utf8')])
    const texts = files.map(file => [posix.relative(folder, file), readFileSync(packsFolder + file, 'utf8')])
    return {
      name: folder.replace('/fixtures/', '/'),
      files: Object.fromEntries([...texts, ...manifests]),
      listed: texts.flatMap(([, text = '']) => listedIn(text)).sort(),
    }
  })
}

const listedIn = (text: string): string[] =>
  [...text.matchAll(/\/\/~ (.*)$/gm)].flatMap(([, entry = '']) => (entry === 'none' ? [] : [entry]))
