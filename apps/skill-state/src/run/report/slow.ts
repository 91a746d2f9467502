/** Seconds after which a call is reported as slow, for the first time and again. */
const EVERY = 10

/** Says every ten seconds that something is still running, until the returned function is called. */
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
