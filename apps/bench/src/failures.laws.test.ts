import type { EpisodeFigures } from '@skill-state/eval'
import type { Benchmark, Environment, Model } from '@skill-state/protocol'
import { buildReport, column } from '@skill-state/report'
import { warehouse } from '@skill-state/skillexecbench'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOf, play, readerOf, taskOf } from '../test/play.ts'

const HORIZON = 8
const SEEDS = [42, 43, 44]
const RUNTIMES = ['prompt', 'skill-state']

/** Calls whose replies are lost, of one episode; from the last one on, all of them are, if the format is lost for good. */
interface Pattern {
  readonly lost: readonly number[]
  readonly forGood: boolean
  readonly noop: boolean
}

function losing(model: Model, { lost, forGood }: Pattern): Model {
  let call = -1
  return {
    ...model,
    async generate(request) {
      call += 1
      const isLost = lost.includes(call) || (forGood && call > Math.min(...lost))
      return isLost
        ? { text: 'I am sorry.', finishReason: 'stop', usage: {}, model: model.id }
        : model.generate(request)
    },
  }
}

function withoutNoop(environment: Environment): Environment {
  const { noop: _, ...rest } = environment
  return rest
}

async function playLosing(seed: number, runtime: string, pattern: Pattern): Promise<EpisodeFigures> {
  const open: Benchmark['open'] = (task) =>
    pattern.noop ? warehouse.open(task) : withoutNoop(warehouse.open(task))
  const model = losing(readerOf(warehouse), pattern)
  return figuresOf(await play({ ...warehouse, open }, taskOf(warehouse, HORIZON, seed), runtime, model))
}

const pattern = fc.record({
  lost: fc.uniqueArray(fc.nat(3 * HORIZON), { maxLength: 3 * HORIZON }),
  forGood: fc.boolean(),
  noop: fc.boolean(),
})

test('an episode that loses its format counts, so losing episodes never improves a score', async () => {
  const patterns = fc.array(pattern, { minLength: SEEDS.length, maxLength: SEEDS.length })
  await fc.assert(
    fc.asyncProperty(patterns, fc.constantFrom(...RUNTIMES), async (all, runtime) => {
      const episodes = await Promise.all(
        all.map((each, index) => playLosing(SEEDS[index] ?? 0, runtime, each)),
      )
      const sound = await Promise.all(
        SEEDS.map((seed) => playLosing(seed, 'prompt', { lost: [], forGood: false, noop: true })),
      )
      const other = sound.map((each) => ({ ...each, runtime: 'sound' }))
      const report = buildReport([...episodes, ...other], {
        title: '',
        notices: [],
        columns: [column.score],
        runtimes: [],
        subject: runtime,
      })
      const row = report.rows.find((each) => each.runtime === runtime)
      const reached = episodes.map((each) => each.score ?? Number.NaN)
      expect(row?.figures.score?.n).toBe(SEEDS.length)
      expect(row?.figures.score?.mean).toBeCloseTo(
        reached.reduce((sum, each) => sum + each, 0) / SEEDS.length,
        12,
      )
      for (const [index, each] of reached.entries())
        expect(each).toBeLessThanOrEqual(sound[index]?.score ?? 0)
      expect(report.tests[0]?.result.pairs).toBe(SEEDS.length)
      const unsound = episodes.filter(({ status, lostSteps }) => status === 'failed' || lostSteps > 0).length
      expect(row?.readable?.episodes ?? SEEDS.length).toBe(SEEDS.length - unsound)
    }),
    { numRuns: 60 },
  )
})
