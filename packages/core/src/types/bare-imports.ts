/** Whether a project imports its own files by bare names, through `baseUrl`. */
import type { SourceHost } from '../host.js'
import { namesIn } from './disk.js'

/** Told by first segments: a package of the same name as a folder costs time, never an answer. */
export function importsThrough(baseUrl: string, host: SourceHost): boolean {
  const names = new Set(namesIn(baseUrl).map(name => name.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')))
  names.delete('node_modules')
  return host.files().some(file => bareSegments(host.read(file) ?? '').some(segment => names.has(segment)))
}

const bareSegments = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*['"`]([^'"`./\s][^'"`/]*)/g)].map(
    found => found[1] ?? '',
  )
