/** Tells the texts that a pattern names, where `*` stands for any text and `?` for one character. */
export function glob(pattern: string): (text: string) => boolean {
  const parts = pattern
    .replaceAll(/[\\^$.+()[\]{}|]/g, '\\$&')
    .replaceAll(/\*+/g, '.*')
    .replaceAll('?', '.')
  const expression = new RegExp(`^${parts}$`, 's')
  return (text) => expression.test(text)
}
