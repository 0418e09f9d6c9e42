/** Paths from the root of the project. */

/** A path written in a file, from the root; null parts above it are dropped. */
export function joined(from: string, relative: string): string {
  return normal([...from.split('/').slice(0, -1), ...relative.split('/')])
}

export const below = (folder: string, path: string): string => normal([...folder.split('/'), ...path.split('/')])

function normal(steps: readonly string[]): string {
  const parts: string[] = []
  for (const part of steps) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
