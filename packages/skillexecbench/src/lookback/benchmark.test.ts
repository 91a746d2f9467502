import { testEnvironment } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { type Memory, play } from '../../test/play.ts'
import { lookbackBenchmark } from './benchmark.ts'
import { CASES, type Case } from './events.ts'

describe.each(CASES)('%s', (kind) => {
  const benchmark = lookbackBenchmark({ case: kind })
  const [task] = benchmark.tasks({ seeds: [1], horizons: [4] })
  if (task === undefined) throw new Error('no task')
  const actions = ['Note', 'Answer red', 'nonsense', 'Put parcel_1 bay']
  const suite = testEnvironment({
    open: () => benchmark.open(task),
    actions,
    seed: 1,
    otherSeed: 3,
    reachesEnd: true,
  })
  for (const check of suite) test(check.name, () => check.run())
})

async function scores(kind: Case, memory: Memory): Promise<number[]> {
  const benchmark = lookbackBenchmark({ case: kind })
  const found: number[] = []
  for (const task of benchmark.tasks({ seeds: [42, 43, 44, 45], horizons: [60] })) {
    const player = memory === 'nothing' ? (benchmark.floor ?? benchmark.player) : benchmark.player
    found.push(
      (
        await play(
          benchmark.open(task),
          {
            ...benchmark,
            player: { summarise: () => '', decide: () => ({ reasoning: '', action: '' }), ...player },
          },
          task.seed,
          memory,
        )
      ).outcome.reward,
    )
  }
  return found
}

test.each(CASES.filter((kind) => kind !== 'drift'))(
  '%s: a state keeps less than a transcript',
  async (kind) => {
    const [states, transcripts] = [await scores(kind, 'state'), await scores(kind, 'history')]
    for (const [at, kept] of transcripts.entries()) expect(states[at]).toBeLessThan(kept)
    for (const kept of transcripts) expect(kept).toBeGreaterThan(0.85)
  },
)

test('drift without a notice costs a transcript as much', async () => {
  expect(await scores('drift', 'state')).toEqual(await scores('drift', 'history'))
})

test.each(CASES)('%s: a guess answers few questions', async (kind) => {
  const guessed = await scores(kind, 'nothing')
  expect(guessed.reduce((sum, kept) => sum + kept, 0) / guessed.length).toBeLessThan(0.25)
})
