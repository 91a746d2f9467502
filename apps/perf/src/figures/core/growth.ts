import { prompt } from '@skill-state/baselines'
import type { Benchmark } from '../../measure/benchmark.ts'
import { exponent } from '../../measure/exponent.ts'
import { type Contender, type Figure, interleave } from '../../measure/measure.ts'
import type { Row } from '../../measure/row.ts'
import { runJournaled, runSkillState, runTranscript } from '../../task/runs.ts'
import { createTask, type StepTask } from '../../task/task.ts'

const KEYS = 500
const HORIZONS: readonly number[] = [1_000, 3_000, 10_000, 30_000, 100_000]
const TRANSCRIPT_HORIZONS: readonly number[] = [1_000, 2_000, 4_000, 8_000]
const ROUNDS = 3
/** Longer episodes warm themselves up. */
const WARMED = 10_000
const MEGABYTE = 2 ** 20

/** What T steps cost together, in time, in memory and in characters sent to the model. */
export const growth: Benchmark = {
  name: 'growth',
  title: `growth in T at a fixed state of ${KEYS} keys, journal in a file`,
  run: async () => {
    const task = createTask(KEYS)
    const contenders = HORIZONS.map((horizon) => episode(task, horizon))
    const figures = await interleave(contenders, { rounds: ROUNDS, warmups: 1 })
    const totals = HORIZONS.map((horizon) => {
      return { horizon, total: horizon * (figures.get(nameOf(horizon))?.median ?? Number.NaN) }
    })
    return [
      ...[...figures].map(([name, figure]) => stepRow(name, figure)),
      exponentRow('exponent of total CPU time', exponent(totals)),
      await heapRow(task),
      await charactersRow('SKILL.state', HORIZONS, { value: 1, tolerance: 0.02 }, (horizon) =>
        runSkillState(task, horizon),
      ),
      await charactersRow(
        'transcript (baseline prompt)',
        TRANSCRIPT_HORIZONS,
        { value: 2, tolerance: 0.05 },
        (horizon) => runTranscript(prompt.run, task, horizon),
      ),
    ]
  },
}

function nameOf(horizon: number): string {
  return `T = ${horizon.toLocaleString('en')}`
}

function episode(task: StepTask, horizon: number): Contender {
  return {
    name: nameOf(horizon),
    units: horizon,
    rounds: horizon > WARMED ? ROUNDS : undefined,
    run: async () => {
      await runJournaled(task, horizon)
    },
  }
}

function stepRow(name: string, { median, ...spread }: Figure): Row {
  return { name, figure: median, unit: 'µs/step', spread }
}

function exponentRow(name: string, figure: number): Row {
  return { name, figure, unit: '', target: { on: 'figure', kind: 'at-most', value: 1.05 } }
}

/** Memory that one episode uses after 100,000 steps beyond what it used after 1,000. */
async function heapRow(task: StepTask): Promise<Row> {
  const [first, last] = [1_000, 100_000]
  const held: number[] = []
  await runJournaled(task, last, (index) => {
    if (index + 1 === first || index + 1 === last) held.push(heapUsed())
  })
  const [before = Number.NaN, after = Number.NaN] = held
  return {
    name: `heap growth, step ${first.toLocaleString('en')} to ${last.toLocaleString('en')}`,
    figure: (after - before) / MEGABYTE,
    unit: 'MB',
    target: { on: 'figure', kind: 'at-most', value: 1 },
  }
}

/** Bytes that are still held after a full collection. */
export function heapUsed(): number {
  if (globalThis.gc === undefined) throw new Error('heap growth needs node --expose-gc; run pnpm bench:perf')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

async function charactersRow(
  name: string,
  horizons: readonly number[],
  target: { readonly value: number; readonly tolerance: number },
  run: (horizon: number) => Promise<{ readonly characters: number }>,
): Promise<Row> {
  const points: { horizon: number; total: number }[] = []
  for (const horizon of horizons) points.push({ horizon, total: (await run(horizon)).characters })
  return {
    name: `exponent of prompt characters: ${name}`,
    figure: exponent(points),
    unit: '',
    target: { on: 'figure', kind: 'near', ...target },
  }
}
