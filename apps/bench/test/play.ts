import { promptLayouts } from '@skill-state/baselines'
import {
  computeFigures,
  type EpisodeFigures,
  runEpisode,
  type Trace,
  type TraceLine,
} from '@skill-state/eval'
import { reference } from '@skill-state/models'
import {
  type Benchmark,
  type Model,
  type ModelRequest,
  type Outcome,
  promptText,
  type Runtime,
  type Task,
} from '@skill-state/protocol'
import { findRuntime } from '../src/registry.ts'

/** Says that tokens are counted: no test looks at them, and to count them takes most of the time. */
const NO_TOKENS = { inputTokens: 0, outputTokens: 0 }

/** The reference that reads with the player of a benchmark. */
export function readerOf({ id, player }: Pick<Benchmark, 'id' | 'player'>): Model {
  if (player === undefined) throw new Error(`${id} has no player`)
  return reference(player, promptLayouts)
}

export function taskOf(benchmark: Benchmark, horizon: number, seed = 42): Task {
  const [task] = benchmark.tasks({ seeds: [seed], horizons: [horizon] })
  if (task === undefined) throw new Error(`${benchmark.id} has no task of T = ${horizon}`)
  return task
}

/** What an episode recorded, and the prompts that it sent. */
export interface Played {
  readonly trace: Trace & { readonly end: NonNullable<Trace['end']> }
  readonly prompts: readonly string[]
}

/** Plays a task, by default with the reference. */
export async function play(
  benchmark: Benchmark,
  task: Task,
  runtime: Runtime | string,
  model: Model = readerOf(benchmark),
): Promise<Played> {
  const prompts: string[] = []
  const generate = async (request: ModelRequest) => {
    prompts.push(promptText(request.prompt))
    return { ...(await model.generate(request)), usage: NO_TOKENS }
  }
  const { id, run } =
    typeof runtime === 'string'
      ? { id: runtime, run: findRuntime(runtime).run }
      : { id: 'under-test', run: runtime }
  const lines: TraceLine[] = []
  const episode = { benchmark, task, runtime: { id, run }, model: { ...model, generate } }
  await runEpisode(episode, { record: (line) => lines.push(line) })
  const of = <K extends TraceLine['kind']>(kind: K) =>
    lines.filter((line): line is Extract<TraceLine, { kind: K }> => line.kind === kind)
  const [[first], [reset], [end]] = [of('episode'), of('reset'), of('end')]
  if (first === undefined || end === undefined) throw new Error('an episode begins and ends')
  const parts = { calls: of('call'), attempts: of('attempt'), steps: of('step') }
  return { trace: { file: '', episode: first, ...(reset && { reset }), ...parts, end }, prompts }
}

export function figuresOf({ trace }: Played): EpisodeFigures {
  const figures = computeFigures(trace)
  if (figures === undefined) throw new Error('the episode has not ended')
  return figures
}

/** Plays the tasks of five seeds. Throws if an episode does not end by itself. */
export async function playSeeds(
  benchmark: Benchmark,
  horizon: number,
  runtime: Runtime | string,
  model?: Model,
): Promise<readonly (Played & { readonly outcome: Outcome })[]> {
  const seeds = [42, 43, 44, 45, 46]
  const played = await Promise.all(
    seeds.map((seed) => play(benchmark, taskOf(benchmark, horizon, seed), runtime, model)),
  )
  return played.map((each) => {
    const { end } = each.trace
    if (end.status !== 'terminated') throw new Error(`it ends as ${JSON.stringify(end)}`)
    return { ...each, outcome: end.outcome }
  })
}
