/** A project of in-memory texts over the real library files, and the holes marked in it. */
import { fileURLToPath } from 'node:url'
import type { SourceHost } from '../../host.js'
import { createClassic } from '../classic.js'
import type { HoleAnswer, Question } from '../port.js'

/** Nothing is there, so no types but the language's own are loaded. */
const nowhere = '/nowhere'

/** A folder with @types/node above it and nothing of ours in it. */
export const withNodeTypes = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')

export function memoryHost(texts: Readonly<Record<string, string>>, root = nowhere): SourceHost {
  return {
    root,
    workspace: null,
    files: () => Object.keys(texts).sort(),
    read: file => texts[file],
    place: file => ({ workspace: null, file }),
    resolve: () => ({ type: 'missing' }),
  }
}

/** The answer for the last occurrence of `at` in `main.ts`. */
export function ask(
  question: Question,
  main: string,
  at: string,
  others: Record<string, string> = {},
): HoleAnswer {
  return (
    askHost(memoryHost({ 'main.ts': main, ...others }), question, [{ file: 'main.ts', at }])[0] ?? missing(at)
  )
}

/** The same for many files in one program; a program per case would cost more than all the cases. */
export function askHost(
  host: SourceHost,
  question: Question,
  places: readonly { file: string; at: string }[],
): readonly HoleAnswer[] {
  const oracle = createClassic({ host, tsconfigs: [] })
  const answers = oracle.ask(
    places.map(({ file, at }) => {
      const start = host.read(file)?.lastIndexOf(at) ?? -1
      return start < 0 ? missing(at) : { file, span: { start, end: start + at.length }, question }
    }),
  )
  oracle.close()
  return answers
}

function missing(at: string): never {
  throw new Error(`no "${at}" in the source`)
}
