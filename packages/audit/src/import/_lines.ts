/** A line of a stream. Its text is missing if it is longer than the limit. */
export interface Line {
  readonly number: number
  readonly text: string | undefined
}

/** The lines of a stream of bytes. A line beyond the limit is counted and never kept in memory. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let length = 0
  let number = 1
  // A chunk may be used again for the next one: what is left of it is copied.
  const keep = (part: Buffer): void => {
    length += part.length
    if (length > maxBytes) parts = []
    else if (part.length > 0) parts.push(Buffer.from(part))
  }
  const take = (end: Buffer): Line => {
    const isTooLong = length + end.length > maxBytes
    const bytes = parts.length === 0 ? end : Buffer.concat([...parts, end])
    const text = isTooLong ? undefined : bytes.toString('utf8').replace(/^\uFEFF/, '')
    parts = []
    length = 0
    return { number: number++, text }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield take(chunk.subarray(from, end))
      from = end + 1
    }
    keep(chunk.subarray(from))
  }
  if (length > 0) yield take(Buffer.alloc(0))
}
