import { median } from 'simple-statistics'

/** One of several ways to do the same work, timed in turn with the others. */
export interface Contender {
  readonly name: string
  /** Units of work in one call of `run`, such as steps. */
  readonly units: number
  /** Rounds in which it takes part, if it is too slow for all of them. */
  readonly rounds?: number | undefined
  /** Makes ready what `run` works on. Not timed. */
  prepare?(): void | Promise<void>
  run(): unknown
}

export interface Figure {
  /** Median CPU time of one unit, in µs. */
  readonly median: number
  readonly low: number
  readonly high: number
  readonly rounds: number
}

/**
 * CPU time (user and system, all threads of this process) of one unit of work, in µs, by name.
 *
 * Contenders take turns within each round, forward and backward, so that a slow spell of the machine meets all
 * of them. Warm-up rounds are not counted; a contender with rounds of its own has none. Young garbage of one is
 * collected before the next begins, if the process exposes `gc`. A full collection would throw away compiled
 * code too, which doubles the time of the rounds after it.
 */
export async function interleave(
  contenders: readonly Contender[],
  options: { readonly rounds: number; readonly warmups?: number },
): Promise<ReadonlyMap<string, Figure>> {
  const { rounds, warmups = 2 } = options
  const samples = new Map(contenders.map(({ name }): [string, number[]] => [name, []]))
  for (let round = -warmups; round < rounds; round += 1) {
    const turn = contenders.filter((contender) => takesPart(contender, round))
    for (const contender of round % 2 === 0 ? turn : turn.toReversed()) {
      const sample = await timed(contender)
      if (round >= 0) samples.get(contender.name)?.push(sample)
    }
  }
  return new Map([...samples].map(([name, values]) => [name, summarise(values)]))
}

function takesPart({ rounds }: Contender, round: number): boolean {
  return rounds === undefined || (round >= 0 && round < rounds)
}

async function timed(contender: Contender): Promise<number> {
  await contender.prepare?.()
  globalThis.gc?.({ type: 'minor' })
  const start = process.cpuUsage()
  await contender.run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / contender.units
}

function summarise(values: readonly number[]): Figure {
  return {
    median: median([...values]),
    low: Math.min(...values),
    high: Math.max(...values),
    rounds: values.length,
  }
}
