/** Hears that a call takes long: what is called, and for how many seconds already. */
export type OnSlow = (what: string, seconds: number) => void

/** Seconds after which a call is reported as slow, for the first time and again. */
const EVERY = 10

/** Makes a call and returns what it gives. Reports every ten seconds that it is still under way. */
export async function watchSlow<T>(what: string, onSlow: OnSlow, call: () => T | Promise<T>): Promise<T> {
  let seconds = 0
  const timer = setInterval(() => {
    seconds += EVERY
    onSlow(what, seconds)
  }, EVERY * 1_000).unref()
  try {
    return await call()
  } finally {
    clearInterval(timer)
  }
}
