/**
 * The text of a Python string token. Throws a `SyntaxError` for what is no plain text: bytes, formatted
 * texts, named characters, broken escapes.
 */
export function readString(token: string): string {
  const opening = /^([a-zA-Z]*)("""|'''|"|')/.exec(token)
  const [all = '', prefix = '', quote = ''] = opening ?? []
  const body = token.slice(all.length, token.length - quote.length)
  switch (prefix.toLowerCase()) {
    case '':
    case 'u':
      return body.replace(escapeSequence, resolveEscape)
    case 'r':
      return body
  }
  throw new SyntaxError(`a text with the prefix ${prefix} is not read`)
}

/** A backslash with what belongs to it; the digits of `\x`, `\u` and `\U` are checked afterwards. */
const escapeSequence = /\\(?:[0-7]{1,3}|x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|.)/gs
const digits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

function resolveEscape(sequence: string): string {
  const kind = sequence[1] ?? ''
  if (/[0-7]/.test(kind)) return String.fromCodePoint(Number.parseInt(sequence.slice(1), 8))
  const wanted = digits.get(kind)
  if (wanted !== undefined) return fromDigits(sequence, wanted)
  if (kind === 'N') throw new SyntaxError('a character by its name is not read')
  // An unknown escape stays as it is, backslash included.
  return named.get(kind) ?? sequence
}

function fromDigits(sequence: string, wanted: number): string {
  const code = Number.parseInt(sequence.slice(2), 16)
  if (sequence.length === wanted + 2 && code <= 0x10ffff) return String.fromCodePoint(code)
  throw new SyntaxError(`${sequence} is no character`)
}

const named: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])
