import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds that signals and timers may be kept waiting. */
const LONGEST = 2

let lastTurn = performance.now()

/**
 * Lets the event loop have its turn, where it has had none for a while: models and environments that answer at once
 * must not keep signals and timers waiting. Undefined if no other task waits. A turn at each call would cost more than a
 * step of such an episode does.
 */
export function letOthersRun(): Promise<void> | undefined {
  return performance.now() - lastTurn < LONGEST ? undefined : takeTurn()
}

async function takeTurn(): Promise<void> {
  await nextTurn()
  lastTurn = performance.now()
}
