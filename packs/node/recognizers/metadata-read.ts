/** Reads of what the runtime says about itself. */
import { runtimeConfigBinding } from '@suss/core/ir'
import type { AccessRecognizer } from '@suss/core/pack'
import { originPath } from './origin-path.js'

const names: ReadonlySet<string> = new Set([
  '__dirname',
  '__filename',
  'import.meta.dirname',
  'import.meta.filename',
  'import.meta.url',
  'process.argv',
  'process.cwd',
  'process.pid',
  'process.platform',
  'process.version',
])

export const metadataRead: AccessRecognizer = (read, { recognition }) => {
  const path = originPath(read.origin)
  if (path === null) return null
  const name = read.type === 'call' ? path : [path, read.member].filter(part => part !== '').join('.')
  if (!names.has(name) || (name === 'process.cwd') !== (read.type === 'call')) return null
  return [
    {
      type: 'interaction',
      binding: runtimeConfigBinding({ deploymentTarget: null, instanceName: null }, { recognition }),
      interaction: { class: 'metadata-read', name },
    },
  ]
}
