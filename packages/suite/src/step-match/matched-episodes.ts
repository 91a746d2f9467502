import { type EpisodeLine, type RunFolder, readTraces, type Trace } from '@skill-state/eval'
import type { Matched } from '@skill-state/eval/step-match'
import { type Benchmark, invalidOption, invalidRun, type Task } from '@skill-state/protocol'
import type { Conditions } from '../plan/conditions.ts'
import type { ModelFor, Registry } from '../registry.ts'
import { noTask, type Played, playedWith } from '../replay/played-with.ts'

/** Which states of a run are asked about, and by whom they are decided. */
export interface Choice {
  /** Only episodes of this runtime; absent for all that carry a state alone. */
  readonly runtime?: string | undefined
  /** The runtime that asks; absent for the one that each episode was run with. */
  readonly as?: string | undefined
  /** One step of so many, the first included. */
  readonly every: number
  /** Most states in all. */
  readonly limit: number
}

/** Runtimes whose prompts depend on (P, Σ, O) alone begin their names with this one's. */
const STATE_RUNTIME = /^skill-state(-|:|$)/

/** Throws `invalid-option` for a runtime that carries more than the state. */
export function requireStateRuntime({ findRuntime }: Registry, option: string, name: string): void {
  findRuntime(name)
  if (STATE_RUNTIME.test(name)) return
  throw invalidOption(
    `${option}: ${name} carries more than the state from step to step, so it cannot be asked about a state alone; name a runtime such as skill-state`,
  )
}

/** The traces whose states are asked about, and which of their steps. */
export function* chosenSteps(
  folder: RunFolder,
  { runtime, every, limit }: Omit<Choice, 'as'>,
): Generator<{ readonly trace: Trace; readonly steps: readonly number[] }> {
  let left = limit
  for (const trace of readTraces(folder)) {
    const { runtime: own } = trace.episode
    if (runtime === undefined ? !STATE_RUNTIME.test(own) : own !== runtime) continue
    const steps = trace.steps.map(({ index }) => index).filter((index) => index % every === 0)
    if (left <= 0) return
    yield { trace, steps: steps.slice(0, left) }
    left -= steps.length
  }
}

/** What it takes to ask about an episode's states. */
export type FindMatched = (trace: Trace) => Promise<Omit<Matched, 'steps'>>

export async function matchedEpisodes(
  registry: Registry,
  folder: RunFolder,
  conditions: Conditions,
  { as, modelFor }: Pick<Choice, 'as'> & { readonly modelFor: ModelFor },
): Promise<FindMatched> {
  const { findRuntime } = registry
  const { playedIn } = await playedWith(registry, folder, conditions)
  return async (trace) => {
    const { episode } = trace
    const played = await playedIn(episode)
    if (played === undefined) throw noTask(trace)
    const { planned } = played
    const { benchmark, task } = planned ?? standIn(episode, played)
    const asking = as ?? episode.runtime
    return {
      trace,
      played: { ...played, runtime: findRuntime(episode.runtime).run },
      planned,
      runtime: findRuntime(asking).run,
      model: modelFor(benchmark, task, asking),
    }
  }
}

/** What a model is told of an episode whose benchmark is known by its record alone: enough for any real one. */
function standIn(
  { benchmark: id, task, seed, problem }: EpisodeLine,
  { skill }: Played,
): { readonly benchmark: Benchmark; readonly task: Task } {
  return {
    benchmark: {
      id,
      description: '',
      skill,
      tasks: () => [],
      open: () => {
        throw invalidRun(`benchmark ${id} is known by the run's record alone`)
      },
    },
    task: { id: task, seed, parameters: {}, problem },
  }
}
