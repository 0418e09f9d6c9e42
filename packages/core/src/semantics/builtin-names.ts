/** Names every program has: what they throw carries no status. */
const builtinNames = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Blob Boolean Buffer DataView Date Error
  EvalError File Float32Array Float64Array FormData Function Headers Infinity Int16Array Int32Array Int8Array Intl JSON Map
  Math NaN Number Object Promise Proxy RangeError ReadableStream ReferenceError Reflect RegExp Request Response Set String
  Symbol SyntaxError TextDecoder TextEncoder TransformStream TypeError URIError URL URLSearchParams Uint16Array Uint32Array
  Uint8Array WeakMap WeakRef WeakSet WritableStream atob btoa clearImmediate clearInterval clearTimeout console crypto
  decodeURI decodeURIComponent encodeURI encodeURIComponent fetch isFinite isNaN parseFloat parseInt performance process
  queueMicrotask setImmediate setInterval setTimeout structuredClone AbortController AbortSignal`.split(
    /\s+/,
  ),
)

/** The value under this path from the global object, whatever follows. */
export const isBuiltin = ([name]: readonly string[]): boolean => name !== undefined && builtinNames.has(name)
