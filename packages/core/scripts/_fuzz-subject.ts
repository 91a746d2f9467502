import type fc from 'fast-check'

const LONGEST_MS = 50

/** Something that hostile input is thrown at. */
export interface Subject<T> {
  readonly name: string
  readonly arbitrary: fc.Arbitrary<T>
  readonly casesPerRun: number
  /** Throws if a law is broken. Gives how many of its cases were taken rather than rejected. */
  readonly run: (input: T) => number
  readonly close?: () => void
}

interface Watched<T> {
  readonly run: (input: T) => void
  readonly taken: () => string
  /** In ms, of one case. */
  readonly slowest: () => number
}

/** Adds the laws that hold for every subject: no case takes long, and no prototype is reached. */
export function watch<T>(subject: Subject<T>): Watched<T> {
  const before = fingerprint()
  let [taken, slowest] = [0, 0]
  return {
    taken: () => taken.toLocaleString('en'),
    slowest: () => slowest,
    run: (input) => {
      let took = time(() => {
        taken += subject.run(input)
      })
      // A collection or another process may have come between: what is slow is slow again.
      for (let again = 0; again < 5 && took > LONGEST_MS; again += 1) {
        took = Math.min(
          took,
          time(() => subject.run(input)),
        )
      }
      slowest = Math.max(slowest, took)
      if (took > LONGEST_MS) throw new Error(`${subject.name}: a case took ${took.toFixed(0)} ms`)
      if (fingerprint() !== before) throw new Error(`${subject.name}: a case reached a prototype`)
    },
  }

  function time(run: () => void): number {
    const started = cpuTime()
    run()
    return (cpuTime() - started) / subject.casesPerRun
  }
}

/** Of this thread, in ms: another process, or the collector beside it, does not count. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function fingerprint(): string {
  const prototypes: object[] = [Object.prototype, Array.prototype, Function.prototype, String.prototype]
  return prototypes.map((prototype) => Reflect.ownKeys(prototype).length).join()
}
