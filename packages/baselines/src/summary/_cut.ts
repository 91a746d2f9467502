/**
 * The text cut plainly to at most `longest` UTF-16 units, without white space at its end: after the last whole
 * line if lines fill at least half of the limit, else after the last whole word, else within a word, but
 * never within a surrogate pair. Returns a text that fits as it is.
 */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  // One unit more: if it is a blank, the word before it is whole.
  const head = text.slice(0, longest + 1)
  const line = head.lastIndexOf('\n')
  if (line * 2 >= longest) return head.slice(0, line).trimEnd()
  const word = head.search(/\s\S*$/)
  if (word > 0) return head.slice(0, word).trimEnd()
  const splits = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(head.slice(-2))
  return head.slice(0, splits ? -2 : -1)
}
