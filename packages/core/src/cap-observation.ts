/**
 * An observation of at most `most` UTF-16 units: where it is longer, its head and its tail, with a line between
 * them that says how much is missing. The line itself may exceed a very small cap.
 */
export function capObservation(text: string, most: number): string {
  if (text.length <= most) return text
  const note = (missing: number): string => `\n[… ${missing} characters left out …]\n`
  const room = Math.max(0, most - note(text.length).length)
  const head = whole(text.slice(0, Math.ceil(room / 2)))
  const tail = room < 2 ? '' : whole(text.slice(-Math.floor(room / 2)))
  return head + note(text.length - head.length - tail.length) + tail
}

/** Without half a surrogate pair at either end. */
function whole(part: string): string {
  return part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
