import { promptLayouts } from '@skill-state/baselines'
import { computeFigures, type EpisodeFigures, runEpisode, type TraceLine } from '@skill-state/eval'
import { reference } from '@skill-state/models'
import type { Benchmark, Environment, Model } from '@skill-state/protocol'
import { buildReport, score } from '@skill-state/report'
import { warehouse } from '@skill-state/skillexecbench'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRuntime } from './registry.ts'

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

async function play(seed: number, runtime: string, pattern: Pattern): Promise<EpisodeFigures> {
  const [task] = warehouse.tasks({ seeds: [seed], horizons: [HORIZON] })
  if (task === undefined || warehouse.player === undefined)
    throw new Error('the warehouse has tasks and a player')
  const open: Benchmark['open'] = (each) =>
    pattern.noop ? warehouse.open(each) : withoutNoop(warehouse.open(each))
  const lines: TraceLine[] = []
  const model = losing(reference(warehouse.player, promptLayouts), pattern)
  const { run } = findRuntime(runtime)
  const episode = { benchmark: { ...warehouse, open }, task, runtime: { id: runtime, run }, model }
  await runEpisode(episode, { record: (line) => lines.push(line) })
  const of = <K extends TraceLine['kind']>(kind: K) =>
    lines.filter((line): line is Extract<TraceLine, { kind: K }> => line.kind === kind)
  const [[first], [end]] = [of('episode'), of('end')]
  if (first === undefined || end === undefined) throw new Error('an episode begins and ends')
  const trace = {
    file: '',
    episode: first,
    calls: of('call'),
    attempts: of('attempt'),
    steps: of('step'),
    end,
  }
  const figures = computeFigures(trace)
  if (figures === undefined) throw new Error('the episode has ended')
  return figures
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
      const episodes = await Promise.all(all.map((each, index) => play(SEEDS[index] ?? 0, runtime, each)))
      const sound = await Promise.all(
        SEEDS.map((seed) => play(seed, 'prompt', { lost: [], forGood: false, noop: true })),
      )
      const other = sound.map((each) => ({ ...each, runtime: 'sound' }))
      const report = buildReport([...episodes, ...other], {
        title: '',
        notices: [],
        columns: [score],
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
