export interface Search {
  /** The target at which nothing is left out. Targets are whole numbers from 1. */
  readonly largest: number
  /** Size of what nothing was left out of: more than there is room for. */
  readonly whole: number
  readonly room: number
}

/** A result that fills this share of the room is good enough. */
const ENOUGH = 0.98

/**
 * Looks for the target whose result fills the room best: in turn where the size would be right if it grew evenly, and the middle. Sizes
 * can jump, so a result that fits better may go unseen. Undefined if no attempt fitted.
 */
export async function searchFit<T extends { readonly size: number }>(
  { largest, whole, room }: Search,
  attempt: (target: number) => Promise<T>,
): Promise<T | undefined> {
  let best: T | undefined
  let low = { target: 0, size: 0 }
  let high = { target: largest, size: whole }
  for (let odd = true; room > 0 && high.target - low.target > 1; odd = !odd) {
    if (best !== undefined && best.size >= ENOUGH * room) break
    const share = odd ? (room - low.size) / (high.size - low.size) : 1 / 2
    const guess = low.target + Math.floor(share * (high.target - low.target))
    const target = Math.min(Math.max(guess, low.target + 1), high.target - 1)
    const result = await attempt(target)
    if (result.size > room) high = { target, size: result.size }
    else low = { target, size: result.size }
    if (result.size <= room && result.size > (best?.size ?? 0)) best = result
  }
  return best
}
