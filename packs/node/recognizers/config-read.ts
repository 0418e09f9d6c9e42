/** Reads of the process environment. */
import { runtimeConfigBinding, type Effect } from '@suss/core/ir'
import type { AccessReader, AccessRecognizer } from '@suss/core/pack'
import { originPath } from './origin-path.js'

export const environmentObjects = ['process.env', 'import.meta.env', 'Bun.env']

/** `process.env.STAGE ?? 'dev'`, `Deno.env.get('STAGE')`; no name where it is worked out at run time. */
export const configRead: AccessRecognizer = (read, { recognition }) => {
  const path = originPath(read.origin)
  if (path === null) return null
  if (read.type === 'access') {
    return environmentObjects.includes(path) ? [effect(read.member, read, recognition)] : null
  }
  return path === 'Deno.env.get' ? [effect(read.text(0), { fallback: null, optional: false }, recognition)] : null
}

function effect(name: string | null, { fallback, optional }: Pick<AccessReader, 'fallback' | 'optional'>, recognition: string): Effect {
  const value = fallback?.settled === true ? fallback.value : null
  return {
    type: 'interaction',
    binding: runtimeConfigBinding({ deploymentTarget: null, instanceName: null }, { recognition }),
    interaction: {
      class: 'config-read',
      name: name === '' ? null : name,
      defaulted: fallback !== null,
      ...(value === null ? {} : { default: value }),
      ...(optional && fallback === null ? { optional: true } : {}),
    },
  }
}
