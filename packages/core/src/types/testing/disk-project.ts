/** A project in a folder of its own on disk. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SourceHost } from '../../host.js'

export function diskProject(texts: Readonly<Record<string, string>>): SourceHost {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'suss-types-')))
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return {
    root,
    workspace: null,
    files: () =>
      Object.keys(texts)
        .filter(file => /^src.*\.[jt]sx?$/.test(file))
        .sort(),
    otherFiles: () => [],
    packages: () => [],
    read: file => {
      try {
        return readFileSync(join(root, file), 'utf8')
      } catch {
        return undefined
      }
    },
    place: file => ({ workspace: null, file }),
    resolve: () => ({ type: 'missing' }),
  }
}
