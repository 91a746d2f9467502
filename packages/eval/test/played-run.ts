import type { JsonObject } from '@skill-state/protocol'
import type { ComparedRun } from '../src/compare/compare-runs.ts'
import { computeFigures } from '../src/figures/figures.ts'
import { runSuite } from '../src/run-suite.ts'
import { openRunFolder, readTraces } from '../src/trace/run-folder.ts'
import { always, countdown, episode, obey } from './countdown.ts'
import { emptyFolder } from './folder.ts'

/** One episode of a countdown: how it answers, and what it is a trial of. */
export interface Played {
  readonly seed: number
  readonly runtime?: string
  readonly problem?: string
  readonly horizon?: number
  /** Of the steps from 0, those that are answered wrong. */
  readonly wrong?: readonly number[]
  readonly fails?: boolean
}

/** Plays the episodes into a folder of its own, and reads the run back from its traces. */
export async function playRun(
  name: string,
  episodes: readonly Played[],
  conditions: JsonObject = {},
): Promise<ComparedRun> {
  const folder = openRunFolder(emptyFolder(), conditions)
  await runSuite(folder, episodes.map(episodeOf), { concurrency: 1 })
  const figures = Array.from(readTraces(folder), (trace) => computeFigures(trace))
  return { name, episodes: figures.filter((each) => each !== undefined), conditions }
}

function episodeOf({ seed, runtime = 'obey', problem, horizon = 4, wrong = [], fails = false }: Played) {
  const played = episode({
    seed,
    horizon,
    environment: fails ? brokenCountdown : countdown,
    model: always((prompt) => (wrong.includes(Number(/step (\d+)$/.exec(prompt)?.[1])) ? 'bad' : 'good')),
  })
  const id = problem === undefined ? played.task.id : `${problem}-s${seed}`
  const task = { ...played.task, id, problem }
  return { ...played, task, runtime: { id: runtime, run: obey } }
}

function brokenCountdown(horizon: number): ReturnType<typeof countdown> {
  return countdown(horizon, {
    step: async () => {
      throw new Error('power cut')
    },
  })
}
