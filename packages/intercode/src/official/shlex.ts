/** Python's `shlex.split`, by which docker-py makes an argument list of a text. Undefined if Python raises ValueError. */
export function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if (/[ \t\r\n]/.test(unit)) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    }
    const piece = readPiece(text, at)
    if (piece === undefined) return undefined
    word = (word ?? '') + piece.text
    at = piece.last
  }
  return word === undefined ? words : [...words, word]
}

interface Piece {
  readonly text: string
  readonly last: number
}

function readPiece(text: string, at: number): Piece | undefined {
  const unit = text.charAt(at)
  if (unit === '\\') return at + 1 < text.length ? { text: text.charAt(at + 1), last: at + 1 } : undefined
  if (unit === "'") return readSingleQuoted(text, at)
  if (unit === '"') return readDoubleQuoted(text, at)
  return { text: unit, last: at }
}

function readSingleQuoted(text: string, at: number): Piece | undefined {
  const last = text.indexOf("'", at + 1)
  return last === -1 ? undefined : { text: text.slice(at + 1, last), last }
}

/** Between double quotes a backslash escapes only a double quote or a backslash. */
function readDoubleQuoted(text: string, at: number): Piece | undefined {
  const [all, inner] = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(text.slice(at)) ?? []
  if (all === undefined || inner === undefined) return undefined
  return { text: inner.replace(/\\(["\\])/g, '$1'), last: at + all.length - 1 }
}
