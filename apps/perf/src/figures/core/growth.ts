import { prompt } from '@skill-state/baselines'
import { exponent, exponentRow, grow, heapRow, heapUsed } from '../../measure/growth.ts'
import type { Benchmark, Row } from '../../measure/row.ts'
import { play, runJournaled, runSkillState } from '../../task/runs.ts'
import { createTask, type StepTask } from '../../task/task.ts'

const KEYS = 500
const HORIZONS: readonly number[] = [1_000, 3_000, 10_000, 30_000, 100_000]
const TRANSCRIPT_HORIZONS: readonly number[] = [1_000, 2_000, 4_000, 8_000]

/** What T steps cost together, in time, in memory and in characters sent to the model. */
export const growth: Benchmark = {
  name: 'growth',
  title: `growth in T at a fixed state of ${KEYS} keys, journal in a file`,
  run: async () => {
    const task = createTask(KEYS)
    const run = (horizon: number): unknown => runJournaled(task, horizon)
    const steps = { name: 'steps', unit: 'step', sizes: HORIZONS, most: 1.05, rounds: 3, warmed: 10_000, run }
    return [
      ...(await grow(steps)),
      await heapOf(task),
      await charactersOf('SKILL.state', HORIZONS, 1, 0.02, (horizon) => runSkillState(task, horizon)),
      await charactersOf('transcript (baseline prompt)', TRANSCRIPT_HORIZONS, 2, 0.05, (horizon) =>
        play(prompt.run, task, horizon, 'command'),
      ),
    ]
  },
}

/** Memory that one episode uses after 100,000 steps beyond what it used after 1,000. */
async function heapOf(task: StepTask): Promise<Row> {
  let [before, after] = [Number.NaN, Number.NaN]
  await runJournaled(task, 100_000, (index) => {
    if (index + 1 === 1_000) before = heapUsed()
    if (index + 1 === 100_000) after = heapUsed()
  })
  return heapRow('heap growth, step 1,000 to 100,000', after - before)
}

async function charactersOf(
  name: string,
  horizons: readonly number[],
  value: number,
  tolerance: number,
  run: (horizon: number) => Promise<{ readonly characters: number }>,
): Promise<Row> {
  const points: [number, number][] = []
  for (const horizon of horizons) points.push([horizon, (await run(horizon)).characters])
  const row = exponentRow(`exponent of prompt characters: ${name}`, exponent(points), value)
  return { ...row, target: { on: 'figure', kind: 'near', value, tolerance } }
}
