import { type Row, rowOf, type Target } from './row.ts'

/** One of several ways to do the same work, timed in turn with the others. */
export interface Contender {
  readonly name: string
  /** Units of work in one call of `run`, such as steps. */
  readonly units: number
  /** Rounds in which it takes part, if it is too slow for all of them. */
  readonly rounds?: number | undefined
  readonly target?: Target | undefined
  readonly note?: string | undefined
  /** Makes ready what `run` works on. Not timed. */
  prepare?(): void | Promise<void>
  run(): unknown
}

interface RaceOptions {
  readonly rounds: number
  /** Default 2. */
  readonly warmups?: number | undefined
  readonly unit: string
}

/**
 * CPU time (user and system, all threads of this process) of one unit of work, in µs, a row for each contender.
 *
 * Contenders take turns within each round, forward and backward, so that a slow spell of the machine meets all
 * of them. Warm-up rounds are not counted; a contender with rounds of its own has none. Young garbage of one is
 * collected before the next begins, if the process exposes `gc`. A full collection would throw away compiled
 * code too, which doubles the time of the rounds after it.
 */
export async function race(
  contenders: readonly Contender[],
  { rounds, warmups = 2, unit }: RaceOptions,
): Promise<readonly Row[]> {
  const samples = new Map(contenders.map((each): [Contender, number[]] => [each, []]))
  for (let round = -warmups; round < rounds; round += 1) {
    const turn = contenders.filter((contender) => takesPart(contender, round))
    for (const contender of round % 2 === 0 ? turn : turn.toReversed()) {
      const sample = await timed(contender)
      if (round >= 0) samples.get(contender)?.push(sample)
    }
  }
  return [...samples].map(([{ name, target, note }, values]) => ({
    ...rowOf(name, unit, values, target),
    note,
  }))
}

function takesPart({ rounds }: Contender, round: number): boolean {
  return rounds === undefined || (round >= 0 && round < rounds)
}

async function timed(contender: Contender): Promise<number> {
  await contender.prepare?.()
  globalThis.gc?.({ type: 'minor' })
  const start = cpuTime()
  await contender.run()
  return (cpuTime() - start) / contender.units
}

/** What this process has taken so far, in µs. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
