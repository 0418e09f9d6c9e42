/** Node's own objects, by whichever way the code reaches them. */
import type { Origin } from '@suss/core/pack'

/** Modules that export what is global as well; "" for their exports themselves. */
const globalOf: Readonly<Record<string, string>> = { process: 'process', console: 'console', timers: '' }

const globalObjects: ReadonlySet<string> = new Set(['globalThis', 'global', 'window', 'self'])

/** `import { env } from 'node:process'` is `process.env`. Null: none of the runtime's own. */
export function originPath(origin: Origin): string | null {
  if (origin === null) return null
  if ('global' in origin) return dropGlobalObjects(origin.global).join('.')
  const holder = Object.entries(globalOf).find(
    ([name]) => origin.module === name || origin.module === `node:${name}`,
  )
  return holder === undefined ? null : [holder[1], ...origin.path].filter(part => part !== '').join('.')
}

const dropGlobalObjects = (path: readonly string[]): readonly string[] => {
  const [first] = path
  return first !== undefined && path.length > 1 && globalObjects.has(first) ? path.slice(1) : path
}
