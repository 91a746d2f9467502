/** The text on one line, without what a terminal would obey: what servers and models wrote may hold anything. */
export function printable(text: string, most: number = Infinity): string {
  const line = withoutControls(text.replaceAll(/\s+/g, ' ').trim())
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`
}

/** The same over several lines. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(withoutControls).join('\n')
}

function withoutControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) => (character === '\t' ? character : '\uFFFD'))
}
