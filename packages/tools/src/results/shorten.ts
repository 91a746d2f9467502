/** Room that a part of a text leaves for the line that says which part it is. */
export const MIN_CHARS = 500

/** The head and the tail of a text, with a line between them that names the handle of the whole. At most `most` UTF-16 units. */
export function shorten(text: string, handle: string, most: number): string {
  const room = most - middle(text.length, text.length, text.length, handle).length
  const head = withoutHalfAtEnd(text.slice(0, Math.ceil((room * 3) / 4)))
  const tail = withoutHalfAtStart(text.slice(text.length - Math.floor(room / 4)))
  return head + middle(head.length, text.length - tail.length, text.length, handle) + tail
}

/** The part of a text that begins at a character, below a line that says which part it is. At most `most` UTF-16 units. */
export function windowOf(text: string, handle: string, from: number, most: number): string {
  const room = most - top(text.length, text.length, text.length, handle).length
  const part = withoutHalfAtEnd(withoutHalfAtStart(text.slice(from, from + room)))
  return top(from, from + part.length, text.length, handle) + part
}

function middle(from: number, to: number, length: number, handle: string): string {
  return `\n[… characters ${from} to ${to} of ${length} are left out; the whole is kept as ${handle} …]\n`
}

function top(from: number, to: number, length: number, handle: string): string {
  return `[${handle}, characters ${from} to ${to} of ${length}]\n`
}

function withoutHalfAtEnd(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text.slice(-1)) ? text.slice(0, -1) : text
}

function withoutHalfAtStart(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text
}
