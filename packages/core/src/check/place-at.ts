/** A document keeps the places of its parts by JSON pointer (section 2). */
import { isRecord, type Place } from '../ir/index.js'
import type { Unit } from '../pair/index.js'

/** The first of the parts that has a place. */
export function placeAt({ summary }: Unit, ...pointers: readonly string[]): Place | undefined {
  const places = summary.metadata?.['places']
  return isRecord(places) ? (pointers.map(pointer => places[pointer]).find(isRecord) as Place | undefined) : undefined
}
