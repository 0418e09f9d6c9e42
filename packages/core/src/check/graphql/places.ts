/** Where a name of a document, and where a declaration, is written. */
import { graphqlFacts, isRecord, type Place } from '../../ir/index.js'
import type { Unit } from '../../pair/index.js'

/** Undefined: the text is not written in one piece; the call is shown. */
export function writtenPlace({ summary }: Unit, offset: number): Place | undefined {
  const { document = '', written = [] } = graphqlFacts(summary)
  const part = written.find(({ start, end }) => start <= offset && offset < end)
  if (!part) return undefined
  const before = document.slice(part.start, offset)
  const lastBreak = before.lastIndexOf('\n')
  const name = /^\w*/.exec(document.slice(offset, part.end))?.[0] ?? ''
  const { file, workspace } = part.place
  const start = part.place.start + before.length
  return {
    start,
    end: start + name.length,
    line: part.place.line + before.split('\n').length - 1,
    column: lastBreak < 0 ? part.place.column + before.length : before.length - lastBreak - 1,
    ...(file === undefined ? {} : { file }),
    ...(workspace === undefined ? {} : { workspace }),
  }
}

/** Of the field, else of its type. */
export function schemaPlace({ summary }: Unit, typeName: string, field: string): Place | undefined {
  const places = summary.metadata?.['places']
  if (!isRecord(places)) return undefined
  const type = `/metadata/graphql/schema/types/${typeName}`
  return [`${type}/fields/${field}`, type].map(pointer => places[pointer]).find(isRecord) as Place | undefined
}
