import { Held } from './_held.ts'

/** A line of a stream. Its text is missing if it is longer than the limit. */
export interface Line {
  readonly number: number
  readonly text: string | undefined
}

/** The lines of a stream of bytes. A line beyond the limit is counted and never kept in memory. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  const held = new Held(maxBytes)
  let number = 1
  const take = (end?: Buffer): Line => ({ number: number++, text: held.take(end)?.replace(/^\uFEFF/, '') })
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield take(chunk.subarray(from, end))
      from = end + 1
    }
    held.keep(chunk.subarray(from))
  }
  if (!held.isEmpty) yield take()
}
