/** The compiler of the project: its own `typescript`, 5.9 or 6. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SussError } from '@suss/core/ir'
import type ts from 'typescript'

export type TypeScript = typeof ts

const instead = 'Run "suss check", which brings its own compiler.'

export function requireCompiler(folder: string): TypeScript {
  const load = createRequire(join(folder, 'package.json'))
  const version = versionOf(load)
  if (version === null)
    throw new SussError(
      'BAD_OPTIONS',
      `No typescript is installed for ${folder}`,
      `Install it, 5.9 or 6. ${instead}`,
    )
  if (!isUsable(version))
    throw new SussError(
      'BAD_OPTIONS',
      `suss-tsc works on TypeScript 5.9 and 6; this project has ${version}`,
      instead,
    )
  return load('typescript') as TypeScript
}

function versionOf(load: NodeJS.Require): string | null {
  try {
    return (load('typescript/package.json') as { version: string }).version
  } catch {
    // not installed: the caller says so
    return null
  }
}

/** 7 has no compiler API in JavaScript; what comes before 5.9 was not tried. */
function isUsable(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 6 || (major === 5 && minor >= 9)
}
