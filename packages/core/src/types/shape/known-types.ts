/** Types without a wire form of their own: they stay a name. */

const names: ReadonlySet<string> = new Set([
  'Date',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'ReadonlyMap',
  'ReadonlySet',
  'RegExp',
  'Error',
  'Buffer',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'Symbol',
  'BigInt',
  'Function',
])

/** Only where the language or Node declares them: a project's own `Map` is a type like any other. */
export const hasNoWireForm = (name: string): boolean => names.has(name)

/** Types of libraries whose values a framework sends as what they yield, never as they are. */
export const isStreamName = (name: string): boolean => name === 'Observable' || name === 'StreamableFile'

export const isPromiseName = (name: string): boolean => name === 'Promise' || name === 'PromiseLike'
