/** `metadata.storage` of a declared table, collection or bucket (checking.md 7.2). */
import { isRecord } from './is-record.js'
import type { BehavioralSummary } from './summary.js'

export interface StorageField {
  /** Its name in the store, where that is another. */
  physical?: string
  /** The container a relation leads to. */
  relation?: string
}

export interface StorageFacts {
  fields: Readonly<Record<string, StorageField>>
  /** Only an exhaustive set may call a field unknown. */
  fieldSet: 'exhaustive' | 'partial' | 'none'
  /** Columns by which it is found, where the store refuses other queries. */
  identifies?: readonly string[]
  /** Other names of the container. */
  aliases?: readonly string[]
}

/** Null for a summary that declares no store, or one of another build. */
export function storageFacts({ metadata }: Pick<BehavioralSummary, 'metadata'>): StorageFacts | null {
  const facts = metadata?.['storage']
  if (!isRecord(facts) || !isRecord(facts['fields'])) return null
  const { fieldSet } = facts
  return {
    ...(facts as unknown as StorageFacts),
    fieldSet: fieldSet === 'exhaustive' || fieldSet === 'partial' ? fieldSet : 'none',
  }
}
