import { files } from '@skill-state/protocol/files'

const BLOCK = 65_536
export const NEWLINE = 10

/** Gives an open file; throws once it is closed, since its number may then be that of another file. */
export type File = () => number

/** The lines of the first `end` bytes of a file, which end with a line break, from the first on, or from the one at `start`. */
export function* linesForward(file: File, end: number, start = 0): Generator<Buffer, void, undefined> {
  let parts: Buffer[] = []
  for (let at = start; at < end; at += BLOCK) {
    const block = readBlock(file, at, Math.min(at + BLOCK, end))
    let from = 0
    for (let to = block.indexOf(NEWLINE); to !== -1; to = block.indexOf(NEWLINE, from)) {
      yield join([...parts, block.subarray(from, to)])
      parts = []
      from = to + 1
    }
    if (from < block.length) parts.push(block.subarray(from))
  }
}

/** The same lines from the last on. Reads no more than a block beyond what it gives. */
export function* linesBackward(file: File, end: number): Generator<Buffer, void, undefined> {
  if (end === 0) return
  let parts: Buffer[] = []
  for (let to = end - 1; to > 0; to -= BLOCK) {
    const block = readBlock(file, Math.max(0, to - BLOCK), to)
    let last = block.length
    for (let at = breakBefore(block, last); at !== -1; at = breakBefore(block, last)) {
      yield join([block.subarray(at + 1, last), ...parts.reverse()])
      parts = []
      last = at
    }
    parts.push(block.subarray(0, last))
  }
  yield join(parts.reverse())
}

function breakBefore(block: Buffer, end: number): number {
  return end === 0 ? -1 : block.lastIndexOf(NEWLINE, end - 1)
}

/** Place of the last byte before `end` that is a line break; -1 if there is none. */
export function lastLineBreak(file: File, end: number): number {
  for (let to = end; to > 0; to -= BLOCK) {
    const from = Math.max(0, to - BLOCK)
    const at = readBlock(file, from, to).lastIndexOf(NEWLINE)
    if (at !== -1) return from + at
  }
  return -1
}

/** The bytes from one place to another; fewer if the file is shorter. */
export function readBlock(file: File, from: number, to: number): Buffer {
  const block = Buffer.allocUnsafe(to - from)
  const handle = file()
  let filled = 0
  while (filled < block.length) {
    const read = files.readSync(handle, block, filled, block.length - filled, from + filled)
    if (read === 0) break
    filled += read
  }
  return block.subarray(0, filled)
}

function join(parts: readonly Buffer[]): Buffer {
  const [first] = parts
  return parts.length === 1 && first ? first : Buffer.concat(parts)
}
