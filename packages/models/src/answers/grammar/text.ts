/** Pieces of a grammar in llama.cpp's notation (GBNF). */

export function literal(text: string): string {
  const escaped = text.replaceAll(/["\\]|[^ -~]/gu, (character) =>
    character === '"' || character === '\\' ? `\\${character}` : codePoint(character),
  )
  return `"${escaped}"`
}

/** One character that is not one of these, no quotation mark, no backslash and no control character. */
export function plainCharacter(without: Iterable<string> = []): string {
  return `[^"\\\\\\x00-\\x1F${[...without].map(codePoint).join('')}]`
}

export function codePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const digits = code.toString(16).toUpperCase()
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
}

/** One of these; nothing if there are none. */
export function choice(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' | ')})`
}

/** Repeats an item that is one symbol; nothing if that is never. */
export function times(item: string, least: number, most: number): string {
  if (most === 0) return ''
  if (most === Infinity) return least === 0 ? `${item}*` : `${item}{${least},}`
  return least === most ? `${item}{${least}}` : `${item}{${least},${most}}`
}
