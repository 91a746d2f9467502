export interface Source {
  readonly text: readonly string[]
  at: number
}

export function fail(reason: string): never {
  throw new SyntaxError(reason)
}

export function classes(flags: ReadonlySet<string>): Readonly<Record<'digit' | 'word' | 'space', string>> {
  return flags.has('a')
    ? { digit: '[0-9]', word: '[A-Za-z0-9_]', space: '[\\t-\\r\\x20]' }
    : {
        digit: '\\p{Nd}',
        word: '[\\p{L}\\p{N}_]',
        space: '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]',
      }
}

/** Names of the characters from U+0020 to U+002F, and of dashes; other names are unknown here. */
const names: readonly string[] =
  'SPACE|EXCLAMATION MARK|QUOTATION MARK|NUMBER SIGN|DOLLAR SIGN|PERCENT SIGN|AMPERSAND|APOSTROPHE|LEFT PARENTHESIS|RIGHT PARENTHESIS|ASTERISK|PLUS SIGN|COMMA|HYPHEN-MINUS|FULL STOP|SOLIDUS'.split(
    '|',
  )

const controls: Readonly<Record<string, string>> = {
  a: '\x07',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}

/** Reads what follows a backslash, up to a class or one character. */
export function readEscape(
  source: Source,
  flags: ReadonlySet<string>,
  write: (character: string) => string = literal,
): string {
  const rest = source.text.slice(source.at, source.at + 60).join('')
  const { digit, word, space } = classes(flags)
  const sets: Readonly<Record<string, string>> = {
    d: digit,
    w: word,
    s: space,
    D: `[^${digit}]`,
    W: `[^${word}]`,
    S: `[^${space}]`,
  }
  const [letter = ''] = Array.from(rest)
  const set = sets[letter]
  if (set !== undefined) {
    source.at += 1
    return set
  }
  return write(readCharacter(source, rest, letter))
}

function readCharacter(source: Source, rest: string, letter: string): string {
  const [code, x, u, long] =
    /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))/i.exec(/^[xuU]/.test(rest) ? rest : '') ?? []
  const [octal] = /^(?:0[0-7]{0,2}|[0-3][0-7]{2})/.exec(rest) ?? []
  const [named, name = ''] = /^N\{([^}]*)\}/.exec(rest) ?? []
  source.at += (code ?? octal ?? named ?? letter).length
  if (code !== undefined) return fromCode(Number.parseInt(x ?? u ?? long ?? '', 16))
  if (octal !== undefined) return fromCode(Number.parseInt(octal, 8))
  if (named !== undefined) {
    const dash = { 'EN DASH': '\u2013', 'EM DASH': '\u2014' }[name.toUpperCase()]
    if (dash !== undefined) return dash
    const index = names.indexOf(name.toUpperCase())
    return index === -1 ? fail('undefined character name') : String.fromCharCode(0x20 + index)
  }
  const control = controls[letter]
  if (control !== undefined) return control
  return letter === '' || /[A-Za-z0-9]/.test(letter) ? fail('bad escape') : letter
}

function fromCode(code: number): string {
  return code > 0x10ffff ? fail('bad escape') : String.fromCodePoint(code)
}

export function classOf(source: Source, flags: ReadonlySet<string>): string {
  const negated = source.text[source.at] === '^' ? '^' : ''
  source.at += negated.length
  const members: string[] = []
  for (let first = true; first || source.text[source.at] !== ']'; first = false) {
    const low = member(source, flags)
    const isRange = source.text[source.at] === '-' && (source.text[source.at + 1] ?? ']') !== ']'
    if (!isRange) members.push(codeOf(low) === 0x69 || codeOf(low) === 0x49 ? letterI : low)
    else {
      source.at += 1
      const high = member(source, flags)
      if (!(codeOf(low) <= codeOf(high))) fail('bad character range')
      members.push(`${low}-${high}`)
    }
  }
  source.at += 1
  return `[${negated}${members.join('')}]`
}

function member(source: Source, flags: ReadonlySet<string>): string {
  const character = source.text[source.at] ?? fail('unterminated character set')
  source.at += 1
  if (character !== '\\') return spelled(character)
  if (source.text[source.at] === 'b') {
    source.at += 1
    return spelled('\b')
  }
  return readEscape(source, flags, spelled)
}

const spelled = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** A literal character. To Python, the four letters i are one if case does not count. */
export function literal(character: string): string {
  return letterI.includes(character) ? `[${letterI}]` : spelled(character)
}

const letterI = 'iI\u0130\u0131'

function codeOf(member: string): number {
  return Number.parseInt(/^\\u\{([0-9a-f]+)\}$/.exec(member)?.[1] ?? '', 16)
}
