/** Characters and UTF-8 bytes of a value as JSON. */
interface JsonSize {
  readonly chars: number
  readonly bytes: number
}

const known = new WeakMap<object, JsonSize>()

/** The size of a tool or a schema, which every call of an episode sends and which must not change: it is written once. */
export function jsonSize(value: object): JsonSize {
  const found = known.get(value)
  if (found) return found
  const text = JSON.stringify(value)
  const size = { chars: text.length, bytes: bytesOf(text) }
  known.set(value, size)
  return size
}

/** UTF-8 bytes of a text. Node counts them without writing them. */
export function bytesOf(text: string): number {
  return globalThis.Buffer?.byteLength(text) ?? new TextEncoder().encode(text).length
}
