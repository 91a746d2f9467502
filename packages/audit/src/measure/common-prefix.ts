/** Length of the longest common prefix of two texts that are given in pieces, in code units. */
export function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [readerOf(a), readerOf(b)]
  let length = 0
  for (;;) {
    const [x, y] = [left.rest(), right.rest()]
    if (x === '' || y === '') return length
    const most = Math.min(x.length, y.length)
    const alike = x === y ? most : alikeIn(x, y, most)
    length += alike
    if (alike < most) return length
    left.skip(alike)
    right.skip(alike)
  }
}

function alikeIn(x: string, y: string, most: number): number {
  let alike = 0
  while (alike < most && x.charCodeAt(alike) === y.charCodeAt(alike)) alike++
  return alike
}

/** Reads a text piece by piece: what is left of the current piece, empty at the end. */
function readerOf(pieces: readonly string[]): { rest(): string; skip(length: number): void } {
  let piece = 0
  let offset = 0
  return {
    rest() {
      while (piece < pieces.length && offset >= (pieces[piece] ?? '').length) {
        piece++
        offset = 0
      }
      const text = pieces[piece] ?? ''
      return offset === 0 ? text : text.slice(offset)
    },
    skip(length) {
      offset += length
    },
  }
}
