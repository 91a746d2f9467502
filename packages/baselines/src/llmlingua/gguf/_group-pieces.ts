/** Vocabulary entries that together are a piece of text. */
export interface Piece {
  readonly text: string
  readonly ids: readonly number[]
}

/**
 * Groups a text's vocabulary entries into pieces whose texts together are the text: one entry can be part of a character. `decode` gives
 * the text of entries that stand behind `earlier`; it may get such parts wrong.
 */
export function groupPieces(
  text: string,
  ids: readonly number[],
  decode: (ids: readonly number[], earlier: readonly number[]) => string,
): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  let first = 0
  for (let next = 1; next <= ids.length && at < text.length; next += 1) {
    const group = ids.slice(first, next)
    const piece = next === ids.length ? text.slice(at) : decode(group, ids.slice(0, first))
    if (piece === '' || !text.startsWith(piece, at) || endsInside(text, at + piece.length)) continue
    pieces.push({ text: piece, ids: group })
    at += piece.length
    first = next
  }
  return pieces
}

function endsInside(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff
}
