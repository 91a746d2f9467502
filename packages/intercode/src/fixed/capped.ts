/**
 * An observation of at most `most` UTF-16 units and the line that says how many are missing: its head and its tail,
 * where the end of a command is told, each as long as the other. Splits no surrogate pair.
 */
export function capped(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, Math.ceil(most / 2)).replace(/[\ud800-\udbff]$/, '')
  const tail = text.slice(text.length - Math.floor(most / 2)).replace(/^[\udc00-\udfff]/, '')
  return `${head}\n(… ${text.length - head.length - tail.length} characters are left out here …)\n${tail}`
}
