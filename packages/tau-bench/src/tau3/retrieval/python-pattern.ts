import { PythonError } from '../../python/index.ts'
import { classes, classOf, fail, literal, readEscape, type Source } from './_escapes.ts'

/** A pattern of Python's `re` with IGNORECASE, in JavaScript. Throws a `SyntaxError` if Python refuses it. */
export function translatePattern(pattern: string): string {
  const [, letters = ''] = /^\(\?([aiLmsux]+)\)/.exec(pattern) ?? []
  const source = { text: Array.from(pattern).slice(letters === '' ? 0 : letters.length + 3), at: 0 }
  if (letters.includes('L') || (letters.includes('a') && letters.includes('u'))) fail('bad inline flags')
  const translation = new Translation(source, new Set(letters))
  const text = translation.alternatives()
  if (source.at < source.text.length) fail('unbalanced parenthesis')
  return text
}

/** The pattern as text, every character standing for itself. */
export function literalPattern(text: string): string {
  return Array.from(text, (character) => literal(character)).join('')
}

/** Widths of what may stand in a look-behind: it must be fixed. */
interface Piece {
  readonly text: string
  readonly width: number | undefined
  readonly kind: 'atom' | 'anchor' | 'repeat'
}

class Translation {
  private readonly source: Source
  private flags: ReadonlySet<string>
  private groups = 0
  private extra = 0
  private readonly names = new Map<string, number>()
  private readonly widths = new Map<number, number | undefined>()
  private width: number | undefined = 0

  constructor(source: Source, flags: ReadonlySet<string>) {
    this.source = source
    this.flags = flags
  }

  alternatives(): string {
    const branches = [this.branch()]
    let width = this.width
    while (this.take('|')) {
      branches.push(this.branch())
      if (this.width !== width) width = undefined
    }
    this.width = width
    return branches.join('|')
  }

  private branch(): string {
    let text = ''
    let width: number | undefined = 0
    for (let next = this.peek(); next !== undefined && next !== '|' && next !== ')'; next = this.peek()) {
      const piece = this.repeated(this.piece())
      text += piece.text
      width = width === undefined || piece.width === undefined ? undefined : width + piece.width
    }
    this.width = width
    return text
  }

  private piece(): Piece {
    const character = this.next()
    const any = this.flags.has('s') ? '[\\s\\S]' : '[^\\n]'
    const anchors: Readonly<Record<string, string>> = this.flags.has('m')
      ? { '^': '(?<![^\\n])', $: '(?![^\\n])' }
      : { '^': '(?<![\\s\\S])', $: '(?=\\n?(?![\\s\\S]))' }
    const anchor = anchors[character]
    if (anchor !== undefined) return { text: anchor, width: 0, kind: 'anchor' }
    if (character === '.') return atom(any)
    if (character === '(') return this.group()
    if (character === '[') return atom(classOf(this.source, this.flags))
    if (character === '\\') return this.escape()
    if (character === '*' || character === '+' || character === '?') fail('nothing to repeat')
    if (this.flags.has('x') && /\s/.test(character)) return { text: '', width: 0, kind: 'anchor' }
    if (this.flags.has('x') && character === '#') {
      while (this.peek() !== undefined && this.next() !== '\n');
      return { text: '', width: 0, kind: 'anchor' }
    }
    return atom(literal(character))
  }

  private escape(): Piece {
    const { word } = classes(this.flags)
    const next = this.peek() ?? fail('bad escape (end of pattern)')
    const anchors: Readonly<Record<string, string>> = {
      A: '(?<![\\s\\S])',
      Z: '(?![\\s\\S])',
      b: `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
      B: `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
    }
    const anchor = anchors[next]
    if (anchor !== undefined) {
      this.next()
      return { text: anchor, width: 0, kind: 'anchor' }
    }
    const [, digits] = /^([1-9][0-9]?)(?![0-9])/.exec(this.rest(3)) ?? []
    if (digits === undefined) return atom(readEscape(this.source, this.flags))
    this.source.at += digits.length
    return this.reference(Number(digits))
  }

  private reference(group: number): Piece {
    if (!this.widths.has(group)) fail('invalid group reference')
    return { text: `\\k<g${group}>`, width: this.widths.get(group), kind: 'atom' }
  }

  private group(): Piece {
    if (!this.take('?')) return this.capture()
    const rest = this.rest(200)
    const [named, name] = /^P<([A-Za-z_]\w*)>/.exec(rest) ?? []
    if (named !== undefined && name !== undefined) {
      this.source.at += named.length
      if (this.names.has(name)) fail('redefinition of group name')
      return this.capture(name)
    }
    const [back, reference = ''] = /^P=([A-Za-z_]\w*)\)/.exec(rest) ?? []
    if (back !== undefined) {
      this.source.at += back.length
      return this.reference(this.names.get(reference) ?? fail('unknown group name'))
    }
    const [comment] = /^#[^)]*\)/.exec(rest) ?? []
    if (comment !== undefined) {
      this.source.at += comment.length
      return { text: '', width: 0, kind: 'anchor' }
    }
    const [open] = /^(?:<?[=!]|:|>|(?:[ims]+(?:-[ims]+)?|-[ims]+):)/.exec(rest) ?? []
    if (open === undefined) return fail('unknown extension')
    this.source.at += open.length
    const outer = this.flags
    const [set = '', unset = ''] = /^[=!<:>]/.test(open) ? [] : open.slice(0, -1).split('-')
    if (Array.from(set).some((letter) => unset.includes(letter))) fail('flag turned on and off')
    this.flags = new Set([...outer, ...Array.from(set)].filter((letter) => !unset.includes(letter)))
    const inside = this.closed(() => this.alternatives())
    this.flags = outer
    const width = this.width
    if (set !== '' || unset !== '')
      return { text: `(?${unset.includes('i') ? '-i' : ''}:${inside})`, width, kind: 'atom' }
    if (open.startsWith('<') && width === undefined) fail('look-behind requires fixed-width pattern')
    if (open === '>') return { text: this.atomic(inside), width, kind: 'atom' }
    return { text: `(?${open}${inside})`, width: /[=!]$/.test(open) ? 0 : width, kind: 'atom' }
  }

  private capture(name?: string): Piece {
    this.groups += 1
    const group = this.groups
    if (name !== undefined) this.names.set(name, group)
    const text = `(?<g${group}>${this.closed(() => this.alternatives())})`
    this.widths.set(group, this.width)
    return { text, width: this.width, kind: 'atom' }
  }

  private closed(read: () => string): string {
    const inside = read()
    if (!this.take(')')) fail('missing ), unterminated subpattern')
    return inside
  }

  /** What gives nothing back: a look-ahead that captures, and then the captured text. */
  private atomic(inside: string): string {
    this.extra += 1
    return `(?:(?=(?<x${this.extra}>${inside}))\\k<x${this.extra}>)`
  }

  private repeated(piece: Piece): Piece {
    const [range, low, comma, high] = /^\{(\d*)(,?)(\d*)\}/.exec(this.rest(40)) ?? []
    const isRange = range !== undefined && range !== '{}'
    const sign = this.peek()
    if (!isRange && sign !== '*' && sign !== '+' && sign !== '?') return piece
    if (piece.kind === 'anchor') fail('nothing to repeat')
    const [least, top] = isRange
      ? [low || '0', comma === '' ? low : high]
      : [sign === '+' ? '1' : '0', sign === '?' ? '1' : '']
    this.source.at += isRange ? range.length : 1
    if (Math.max(Number(least), Number(top)) >= 4_294_967_295)
      throw new PythonError('OverflowError', 'the repetition number is too large')
    if (top !== '' && Number(least) > Number(top)) fail('min repeat greater than max repeat')
    const text = `(?:${piece.text}){${least},${top}}`
    const width = least === top && piece.width !== undefined ? piece.width * Number(least) : undefined
    if (this.take('+')) return this.notRepeated({ text: this.atomic(text), width, kind: 'repeat' })
    return this.notRepeated({ text: this.take('?') ? `${text}?` : text, width, kind: 'repeat' })
  }

  private notRepeated(piece: Piece): Piece {
    if (/^(?:[*+?]|\{(?:\d+,?\d*|,\d*)\})/.test(this.rest(40))) fail('multiple repeat')
    return piece
  }

  private peek(): string | undefined {
    return this.source.text[this.source.at]
  }

  private next(): string {
    const character = this.peek() ?? fail('unexpected end of pattern')
    this.source.at += 1
    return character
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false
    this.source.at += 1
    return true
  }

  private rest(length: number): string {
    return this.source.text.slice(this.source.at, this.source.at + length).join('')
  }
}

const atom = (text: string): Piece => ({ text, width: 1, kind: 'atom' })
