/** Text on one line, without characters that change how it is read, such as those that turn its direction. */
export function printable(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}
