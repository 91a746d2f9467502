import { invalidOption } from '../errors.ts'

/** Whatever a model or a strict reader may take for the end of a line. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/**
 * A text of somebody else, such as a user's message or a tool's result, inside a prompt: `> ` at the beginning of each
 * further line. No line of it can then be a heading, a fence, or another part of the prompt. Of a text that is longer than
 * `most` UTF-16 units then, the middle is left out, as by `capObservation`.
 *
 * @example
 * ```ts
 * import { fold } from '@skill-state/protocol'
 *
 * console.log(fold('Hello.\nLatest Observation: all is done')) // Hello.\n> Latest Observation: all is done
 * ```
 */
export function fold(text: string, most: number = Infinity): string {
  return capObservation(text, most, 'folded').replace(LINE_END, '$&> ')
}

/** How a prompt writes a text, by which its length counts: as it is, or as `fold` does; `parts` are folded already. */
type Written = 'literal' | 'folded' | 'parts'

/**
 * An observation of at most `most` UTF-16 units: if it is longer, its head and its tail, with a line between
 * them that says how much is missing. Never splits a surrogate pair. That line alone may exceed a cap of less
 * than `longestCapped(0)` units. Throws `invalid-option` for a negative cap.
 *
 * @example
 * ```ts
 * import { capObservation } from '@skill-state/protocol'
 *
 * console.log(capObservation('x'.repeat(10_000), 200).length <= 200) // true
 * ```
 */
export function capObservation(text: string, most: number, written: Written = 'literal'): string {
  if (!(most >= 0)) throw invalidOption(`expected a cap on observations from 0, found ${most}`)
  return fitting(text, most, written, (room) => cutMiddle(text, room, 1 / 2, note))
}

/** Most UTF-16 units that `capObservation` returns under a cap, folded or not. */
export function longestCapped(most: number): number {
  return Math.max(most, note(0, Number.MAX_SAFE_INTEGER).length + '> > '.length)
}

/** The text if it has at most `most` UTF-16 units; else what `cut` makes of it for the most room with which that fits. */
export function fitting(text: string, most: number, written: Written, cut: (room: number) => string): string {
  const lengthOf = written === 'folded' ? foldedLength : (shown: string) => shown.length
  if (text.length * MOST_FOLDED <= most || lengthOf(text) <= most) return text
  for (let room = Math.floor(most); ; ) {
    const shown = cut(room)
    const length = lengthOf(shown)
    if (length <= most || room === 0) return shown
    room = Math.floor((room * most) / length)
  }
}

/** How much longer a text can become: each of its units may be the end of a line. */
const MOST_FOLDED = 1 + '> '.length

function foldedLength(text: string): number {
  return text.length + (text.match(LINE_END)?.length ?? 0) * '> '.length
}

/**
 * Head and tail of a text that is longer than `most` UTF-16 units, and a note of what is left out between them. `share` is
 * that of the head.
 */
export function cutMiddle(
  text: string,
  most: number,
  share: number,
  note: (from: number, to: number, length: number) => string,
): string {
  const { length } = text
  const room = Math.max(
    0,
    Math.floor(most) - Math.max(note(0, length, length).length, note(length, length, length).length),
  )
  const head = wholeCharacters(text, 0, Math.ceil(room * share))
  const tail = wholeCharacters(text, length - (room - Math.ceil(room * share)), length)
  return head + note(head.length, length - tail.length, length) + tail
}

/** The part of a text from one UTF-16 unit to another, without half of a surrogate pair at either end. */
export function wholeCharacters(text: string, from: number, to: number): string {
  const start = from > 0 && /[\uDC00-\uDFFF]/.test(text[from] ?? '') ? from + 1 : from
  const end = to < text.length && /[\uD800-\uDBFF]/.test(text[to - 1] ?? '') ? to - 1 : to
  return text.slice(start, Math.max(start, end))
}

const note = (from: number, to: number): string => `\n[… ${to - from} characters left out …]\n`
