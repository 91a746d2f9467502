/** Bytes kept of each end of a line that is too long: enough to find whose answer it is. */
const EDGE = 200

export interface LineReader {
  readonly line: (text: string) => void
  /** Called once for a line that is too long, at its end, with the first and the last of it. */
  readonly tooLong: (first: string, last: string) => void
}

/**
 * Splits a stream into lines of UTF-8. Keeps at most `most` bytes of a line; the work is linear in the bytes. The last line
 * counts once its end has come.
 */
export function splitLines(most: number, { line, tooLong }: LineReader): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0
  let first = ''
  let last: Buffer = Buffer.alloc(0)

  function take(part: Buffer): void {
    const wasTooLong = length > most
    length += part.length
    if (length <= most) {
      parts.push(part)
      return
    }
    if (!wasTooLong) {
      const kept = Buffer.concat([...parts, part.subarray(0, EDGE)])
      first = kept.toString('utf8', 0, EDGE)
      last = kept.subarray(-EDGE)
      parts = []
    }
    last = Buffer.from(Buffer.concat([last, part.subarray(-EDGE)]).subarray(-EDGE))
  }

  function finish(): void {
    const isTooLong = length > most
    const text = Buffer.concat(parts).toString('utf8')
    parts = []
    length = 0
    if (isTooLong) tooLong(first, last.toString('utf8'))
    else line(text)
  }

  return (chunk) => {
    let from = 0
    for (;;) {
      const to = chunk.indexOf('\n', from)
      take(chunk.subarray(from, to === -1 ? chunk.length : to))
      if (to === -1) return
      finish()
      from = to + 1
    }
  }
}
