/** A piece of text as it is shown: as it is, or a character that would not be seen, by its name. */
export interface Piece {
  readonly text: string
  readonly hidden: boolean
}

/**
 * Characters that change how other text is shown, or are not seen: control characters but tab and line feed, marks of
 * direction, other line separators, spaces of no width, halves of pairs.
 */
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\t\n]]/gv

/** A text could hold a million of them: those beyond are shown as one sign, so that it can be shown at all. */
const MOST_PIECES = 10_000

/** Splits a text so that hostile characters can be shown as what they are, in place of having their effect. */
export function visiblePieces(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (pieces.length >= MOST_PIECES) break
    if (index > from) pieces.push({ text: text.slice(from, index), hidden: false })
    pieces.push({ text: nameOf(found), hidden: true })
    from = index + found.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from).replaceAll(HIDDEN, '\ufffd'), hidden: false })
  return pieces
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
