/** Longest key that matters. */
const MOST_KEY = 12

/** An object or a list that is open, and the key whose value is being written. */
interface Level {
  readonly isObject: boolean
  key: string
}

/**
 * Reads the text of the action `reply` out of a model's answer while it is written: feed it the pieces, and it gives what
 * is new of the reply. It follows brackets and strings, looks at each character once, and decodes JSON escapes; what the
 * answer as a whole means is decided later, when it is complete. `mayStream` sees the answer up to the reply's text, and
 * decides whether the text is given at all.
 */
export class ReplyText {
  readonly #mayStream: (answer: string) => boolean
  readonly #pieces: string[] = []
  readonly #open: Level[] = []
  /** What a string is: a key or a value, the reply, or none. */
  #string: 'other' | 'reply' | undefined
  /** The string so far, as long as it may be a key. */
  #word = ''
  /** An escape that is not complete. */
  #escape = ''
  #ticks = 0
  #ended = false

  constructor(mayStream: (answer: string) => boolean = () => true) {
    this.#mayStream = mayStream
  }

  add(piece: string): string {
    if (this.#ended) return ''
    if (this.#string !== 'reply') this.#pieces.push(piece)
    let said = ''
    for (let at = 0; at < piece.length && !this.#ended; at += 1) {
      const char = piece.charAt(at)
      if (this.#string === undefined) this.#structure(char, piece, at)
      else said += this.#inString(char)
    }
    return said
  }

  #structure(char: string, piece: string, at: number): void {
    const level = this.#open.at(-1)
    this.#ticks = char === '`' ? this.#ticks + 1 : 0
    if (this.#ticks === 3) this.#open.length = 0
    else if (char === '{' || (char === '[' && level)) this.#open.push({ isObject: char === '{', key: '' })
    else if (char === '}' || char === ']') this.#open.pop()
    else if (char === ':' && level?.isObject) level.key = this.#word
    else if (char === ',' && level?.isObject) level.key = ''
    else if (char === '"' && level) this.#begin(piece, at)
  }

  #begin(piece: string, at: number): void {
    this.#word = ''
    this.#string = 'other'
    if (!this.#isReply()) return
    const last = this.#pieces.length - 1
    this.#pieces[last] = piece.slice(0, at + 1)
    this.#ended = !this.#mayStream(this.#pieces.join(''))
    this.#string = 'reply'
  }

  /** Whether the value that begins is the reply of a JSON answer. */
  #isReply(): boolean {
    const [outer, inner] = this.#open
    if (this.#open.length !== 2 || !outer?.isObject || !inner?.isObject) return false
    return outer.key === 'action' && inner.key === 'reply'
  }

  #inString(char: string): string {
    if (this.#escape !== '') return this.#escaped(char)
    if (char === '\\') this.#escape = char
    else if (char === '"') {
      this.#ended = this.#string === 'reply'
      this.#string = undefined
    } else if (this.#string === 'reply') return char
    else if (this.#word.length < MOST_KEY) this.#word += char
    return ''
  }

  #escaped(char: string): string {
    this.#escape += char
    if (this.#escape.length < (this.#escape[1] === 'u' ? 6 : 2)) return ''
    const decoded = decode(this.#escape)
    this.#escape = ''
    return this.#string === 'reply' ? decoded : ''
  }
}

/** Gives the pieces of a text that is the reply itself, up to one that may belong to an attempt at another form. */
export class PlainText {
  #ended = false

  add(piece: string): string {
    this.#ended ||= /[{}[\]<`~]|state_patch|action/.test(piece)
    return this.#ended ? '' : piece
  }
}

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** What an escape says; nothing if JSON does not know it. */
function decode(written: string): string {
  if (written.length === 2) return ESCAPED[written.charAt(1)] ?? ''
  const hex = written.slice(2)
  return /^[\da-f]{4}$/i.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : ''
}
