import { type EpisodeLine, type RunFolder, readTraces, type Trace } from '@skill-state/eval'
import { limitsOf } from '@skill-state/eval/command-line'
import type { field } from '@skill-state/eval/options'
import { type Answer, askedSession, type DecisionFigures, decisionFigures } from '@skill-state/eval/regress'
import { type Benchmark, invalidOption, invalidRun, type Model, type Task } from '@skill-state/protocol'
import { Meter } from '@skill-state/protocol/meter'
import { type ComparedSession, compareSessions, type Regression } from '@skill-state/protocol/regress'
import { readConditions } from '../plan/conditions.ts'
import { checkRuntimes } from '../plan/plan-run.ts'
import type { Registry } from '../registry.ts'
import { noTask, type Played, playedWith } from '../replay/played-with.ts'
import type { modelFields, Request } from '../request.ts'

/** Which states of a run are asked about, and by whom they are decided. */
export interface RunQuestion extends field.LimitFlags, Pick<Request, keyof typeof modelFields> {
  readonly model: string
  /** Only episodes of this runtime; absent for all that carry a state alone. */
  readonly runtime?: string | undefined
  /** The runtime that asks; absent for the one that each episode was run with. */
  readonly as?: string | undefined
  /** One step of so many, the first included. */
  readonly every: number
  readonly limit?: number | undefined
  /** Episodes that are asked about at once. */
  readonly concurrency: number
}

/** Asks a model about states of a run. Throws `SkillStateError` before anything is spent. */
export async function regressRun(
  registry: Registry,
  folder: RunFolder,
  question: RunQuestion,
): Promise<{ model: Model; runtimes: readonly string[]; figures: DecisionFigures; regression: Regression }> {
  const { findRuntime, tokenizer } = registry
  const { as, runtime, concurrency } = question
  requireStateRuntime(registry, '--runtime', runtime)
  requireStateRuntime(registry, '--as', as)
  const modelFor = await registry.findModel(question.model, question)
  const { playedIn } = await playedWith(registry, folder, readConditions(folder))
  const find = async (trace: Trace) => {
    const played = await playedIn(trace.episode)
    if (played === undefined) throw noTask(trace)
    const { benchmark, task } = played.planned ?? standIn(trace.episode, played)
    const asking = as ?? trace.episode.runtime
    return {
      trace,
      played: { ...played, runtime: findRuntime(trace.episode.runtime).run },
      planned: played.planned,
      runtime: findRuntime(asking).run,
      model: modelFor(benchmark, task, asking),
    }
  }
  const asking = new Set<string>()
  let model: Model | undefined
  for (const { trace } of chosenSteps(folder, question)) {
    asking.add(as ?? trace.episode.runtime)
    model ??= (await find(trace)).model
  }
  if (model === undefined)
    throw invalidOption(
      `${folder.path} has no episode of ${runtime ?? 'skill-state or another runtime that carries the state alone'}, so there is no state to ask about`,
    )
  const runtimes = [...asking].sort()
  checkRuntimes(registry, question.model, runtimes)
  const spending = new Meter(limitsOf(question, model))
  const episodes: Answer[][] = []
  async function* sessions(): AsyncGenerator<ComparedSession> {
    for (const { trace, steps } of chosenSteps(folder, question)) {
      const answers: Answer[] = []
      episodes.push(answers)
      const onAnswer = (answer: Answer): void => void answers.push(answer)
      yield askedSession({ ...(await find(trace)), steps }, { tokenizer, spending, onAnswer })
    }
  }
  const regression = await compareSessions(sessions(), { spending, concurrency })
  const figures = decisionFigures(episodes.filter(({ length }) => length > 0))
  return { model, runtimes, figures, regression }
}

/** Runtimes whose prompts depend on (P, Σ, O) alone begin their names with this one's. */
const STATE_RUNTIME = /^skill-state(-|:|$)/

/** Throws `invalid-option` for a runtime that carries more than the state. */
function requireStateRuntime({ findRuntime }: Registry, option: string, name: string | undefined): void {
  if (name === undefined) return
  findRuntime(name)
  if (STATE_RUNTIME.test(name)) return
  throw invalidOption(
    `${option}: ${name} carries more than the state from step to step, so it cannot be asked about a state alone; name a runtime such as skill-state`,
  )
}

/** The traces whose states are asked about, and which of their steps. */
function* chosenSteps(
  folder: RunFolder,
  { runtime, every, limit = Number.POSITIVE_INFINITY }: RunQuestion,
): Generator<{ readonly trace: Trace; readonly steps: ReadonlySet<number> }> {
  let left = limit
  for (const trace of readTraces(folder)) {
    const { runtime: own } = trace.episode
    if (runtime === undefined ? !STATE_RUNTIME.test(own) : own !== runtime) continue
    if (left <= 0) return
    const steps = trace.steps.map(({ index }) => index).filter((index) => index % every === 0)
    yield { trace, steps: new Set(steps.slice(0, left)) }
    left -= steps.length
  }
}

/** What a model is told of an episode whose benchmark is known by its record alone: enough for any real one. */
function standIn(
  { benchmark: id, task, seed, problem }: EpisodeLine,
  { skill }: Played,
): { readonly benchmark: Benchmark; readonly task: Task } {
  const open = (): never => {
    throw invalidRun(`benchmark ${id} is known by the run's record alone`)
  }
  return {
    benchmark: { id, description: '', skill, tasks: () => [], open },
    task: { id: task, seed, parameters: {}, problem },
  }
}
