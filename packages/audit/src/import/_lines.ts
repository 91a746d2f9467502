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
  const take = (): Line => {
    const text =
      length > maxBytes
        ? undefined
        : Buffer.concat(parts)
            .toString('utf8')
            .replace(/^\uFEFF/, '')
    parts = []
    length = 0
    return { number: number++, text }
  }
  const keep = (part: Buffer): void => {
    length += part.length
    if (length > maxBytes) parts = []
    else parts.push(part)
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    keep(chunk.subarray(from))
  }
  if (length > 0) yield take()
}
