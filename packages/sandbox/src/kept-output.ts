/** The first bytes of a stream; the rest is counted as read and dropped. */
export class KeptOutput {
  readonly #most: number
  readonly #chunks: Uint8Array[] = []
  #kept = 0
  /** Whether more came than was kept. */
  truncated = false

  constructor(most: number) {
    this.#most = most
  }

  add(chunk: Uint8Array): void {
    const room = this.#most - this.#kept
    if (chunk.length > room) this.truncated = true
    if (room === 0 || chunk.length === 0) return
    // A copy: a small slice would keep the whole buffer that it was read into.
    this.#chunks.push(Uint8Array.from(chunk.subarray(0, room)))
    this.#kept += Math.min(room, chunk.length)
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks)
  }
}
