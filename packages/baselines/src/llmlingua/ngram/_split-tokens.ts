/** A word, a number or any other sign, each with the space before it; or one white-space character. */
const token = / ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]|\s/gu

/** Cuts a text into tokens whose concatenation is the text. */
export function splitTokens(text: string): readonly string[] {
  return text.match(token) ?? []
}
