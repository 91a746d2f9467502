/** Slots of a second: sixty whole ones, and the one that is under way. */
const SLOTS = 61
const SLOT_MS = 1_000

export interface Flow {
  add(tokens: number): void
  /** What was added within the last minute; of what was added up to a second before that, perhaps a part. */
  sum(): number
  /** Milliseconds until the sum may be smaller. */
  changesIn(): number
}

/**
 * Adds up in slots of a second, so that memory and work are the same however many calls there are. `now` is in
 * milliseconds; if the clock is set back, no time passes; if it jumps ahead, the time between has passed.
 */
export function requestFlow(now: () => number): Flow {
  const slots = new Float64Array(SLOTS)
  let second = Math.floor(now() / SLOT_MS)
  let slot = 0
  let total = 0

  function advance(): void {
    const current = Math.floor(now() / SLOT_MS)
    for (let left = Math.min(current - second, SLOTS); left > 0; left -= 1) {
      slot = (slot + 1) % SLOTS
      total -= slots[slot] ?? 0
      slots[slot] = 0
    }
    second = current
  }

  return {
    add(tokens) {
      advance()
      slots[slot] = (slots[slot] ?? 0) + tokens
      total += tokens
    },
    sum() {
      advance()
      return total
    },
    changesIn: () => SLOT_MS - (now() % SLOT_MS),
  }
}
