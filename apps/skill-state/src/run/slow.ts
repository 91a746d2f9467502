/** Seconds after which a call is reported as slow, for the first time and again. */
const EVERY = 10

/** Tells every ten seconds that something still goes on, until the function that it gives is called. */
export function watchSlow(tell: (what: string, seconds: number) => void): (what: string) => () => void {
  return (what) => {
    let seconds = 0
    const timer = setInterval(() => {
      seconds += EVERY
      tell(what, seconds)
    }, EVERY * 1_000).unref()
    return () => clearInterval(timer)
  }
}
