/** TypeScript 7's checker and its JavaScript API: found by path, loaded on the first question. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as ast from '@typescript/native/unstable/ast'
import type * as sync from '@typescript/native/unstable/sync'

export type NativeApi = typeof sync
export type NativeSyntax = typeof ast

export interface NativeModule {
  api: NativeApi
  syntax: NativeSyntax
}

/** Its package.json: the one beside suss, the project's, or the project's own compiler; null without any. */
export function findNative(root: string, suss: string = import.meta.url): string | null {
  const project = join(root, 'package.json')
  const places = [
    [suss, '@typescript/native/package.json'],
    [project, '@typescript/native/package.json'],
    [project, 'typescript/package.json'],
  ] as const
  for (const [from, specifier] of places) {
    const path = resolved(from, specifier)
    if (path !== null && isSeven(path)) return path
  }
  return null
}

/** Null when it is of a version that names its entries otherwise. */
export function loadNative(manifest: string): NativeModule | null {
  const require = createRequire(manifest)
  for (const folder of ['typescript', 'typescript/unstable']) {
    if (resolved(manifest, `${folder}/sync`) === null) continue
    return { api: require(`${folder}/sync`) as NativeApi, syntax: require(`${folder}/ast`) as NativeSyntax }
  }
  return null
}

function resolved(from: string, specifier: string): string | null {
  try {
    return createRequire(from).resolve(specifier)
  } catch {
    return null
  }
}

function isSeven(manifest: string): boolean {
  const { version } = createRequire(manifest)(manifest) as { version?: unknown }
  return typeof version === 'string' && version.startsWith('7.')
}
