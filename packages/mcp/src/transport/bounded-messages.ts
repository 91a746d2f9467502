import { Transform } from 'node:stream'
import { splitLines } from './split-lines.ts'
import { idOf } from './unread.ts'

/**
 * Passes on the messages of a stream, one a line, that have at most so many bytes. `onTooLong` gets the id of a request that
 * is left out, or undefined if it has none or none was found. Keeps at most that many bytes.
 *
 * @example
 * ```ts
 * import { boundedMessages } from '@skill-state/mcp'
 *
 * const messages = process.stdin.pipe(boundedMessages(10_000_000, (id) => console.error(`message ${id} is too long`)))
 * messages.on('data', (line) => console.log(String(line)))
 * ```
 */
export function boundedMessages(
  maxBytes: number,
  onTooLong: (id: string | number | undefined) => void,
): Transform {
  const read = splitLines(maxBytes, {
    line: (text) => void messages.push(`${text}\n`),
    tooLong: (first, last) => onTooLong(idOf(first, last)),
  })
  const messages = new Transform({
    transform(chunk: Buffer, _, done) {
      read(chunk)
      done()
    },
  })
  return messages
}
