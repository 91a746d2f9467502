import { SkillStateError } from '@skill-state/protocol'

/**
 * An observation of at most `most` UTF-16 units: if it is longer, its head and its tail, with a line between
 * them that says how much is missing. Never splits a surrogate pair. That line alone may exceed a cap of less
 * than `longestCapped(0)` units. Throws `invalid-option` for a negative cap.
 *
 * @example
 * ```ts
 * import { capObservation } from '@skill-state/core'
 *
 * console.log(capObservation('x'.repeat(10_000), 200).length <= 200) // true
 * ```
 */
export function capObservation(text: string, most: number): string {
  if (!(most >= 0)) {
    throw new SkillStateError('invalid-option', `expected a cap on observations from 0, found ${most}`)
  }
  if (text.length <= most) return text
  const room = Math.max(0, Math.floor(most) - note(text.length).length)
  const head = withoutHalfAtEnd(text.slice(0, Math.ceil(room / 2)))
  const tail = withoutHalfAtStart(text.slice(text.length - Math.floor(room / 2)))
  return head + note(text.length - head.length - tail.length) + tail
}

/** Most UTF-16 units that `capObservation` gives under a cap, folded or not. */
export function longestCapped(most: number): number {
  return Math.max(most, note(Number.MAX_SAFE_INTEGER).length + '> > '.length)
}

function note(missing: number): string {
  return `\n[… ${missing} characters left out …]\n`
}

function withoutHalfAtEnd(head: string): string {
  return /[\uD800-\uDBFF]$/.test(head.slice(-1)) ? head.slice(0, -1) : head
}

function withoutHalfAtStart(tail: string): string {
  return /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail
}
