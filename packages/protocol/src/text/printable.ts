/**
 * Text without what a terminal obeys or a reader cannot see: each control character, mark of direction, separator of
 * lines that is no line end, and half of a pair becomes U+FFFD. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(HIDDEN, '\uFFFD')
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' '))
}

/** A value as JSON; the same characters are written by their numbers, so that nothing is lost. */
export function printableJson(value: unknown, indent: number = 2): string {
  return JSON.stringify(value, undefined, indent).replaceAll(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  )
}

const HIDDEN = /\r(?!\n)|[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\t\n\r]]/gv

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
