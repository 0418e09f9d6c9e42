/** Keeps what was answered for a key. */
export function memo<K, V>(answer: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return key => {
    if (known.has(key)) return known.get(key) as V
    const value = answer(key)
    known.set(key, value)
    return value
  }
}
