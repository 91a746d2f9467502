import {
  type Benchmark,
  type Environment,
  isJsonObject,
  type JsonObject,
  type Outcome,
  type Task,
  type Turn,
} from '@skill-state/protocol'

/**
 * What of the past a player is shown beside the newest observation: the state, all turns or the newest ones, or a summary
 * of all turns but those of a window; `summary` has a window of three.
 */
export type Memory =
  | 'nothing'
  | 'state'
  | 'history'
  | 'state-and-history'
  | 'summary'
  | { readonly turns: number }
  | { readonly window: number; readonly maxChars?: number }

/** One step of a played episode, as tests look at it. */
export interface Step {
  readonly observation: string
  readonly action: string
  readonly reasoning: string
  readonly refused: boolean
  /** Successes after the step. */
  readonly successes: number
  readonly state: JsonObject
}

export interface Played {
  readonly outcome: Outcome
  readonly steps: readonly Step[]
  /** O_0, then each answer. */
  readonly observations: readonly string[]
  /** Those that were executed. */
  readonly actions: readonly string[]
  readonly longestSummary: number
}

/** Acts in the player's place; it is shown what the player would do, and the observations so far. */
export type Act = (action: string, observations: readonly string[]) => string

/** Lets a benchmark's own player play an episode, with a context kept as the runtimes keep it. */
export async function play(
  environment: Environment,
  { id, skill, player }: Benchmark,
  seed: number,
  memory: Memory,
  act: Act = (action) => action,
): Promise<Played> {
  if (player?.summarise === undefined) throw new Error(`${id} has no player that summarises`)
  const summarised = memory === 'summary' ? { window: 3 } : windowOf(memory)
  let { initialState: state } = skill
  let turns: Turn[] = []
  let summary = ''
  let longestSummary = 0
  const steps: Step[] = []
  const actions: string[] = []
  let observation = await environment.reset({ seed })
  const observations = [observation.text]
  while (!observation.done) {
    const { text } = observation
    const {
      action,
      reasoning,
      patch = {},
    } = player.decide({
      instructions: '',
      observation: text,
      history: shownOf(turns, memory),
      ...((memory === 'state' || memory === 'state-and-history') && { state }),
      ...(summarised && { summary }),
    })
    if (typeof action !== 'string') throw new Error('the player answers in words')
    state = mergePatch(state, patch)
    turns.push({ observation: text, response: `${reasoning}\nAction: ${action}` })
    if (summarised && turns.length > summarised.window) {
      const { window, ...limit } = summarised
      summary = player.summarise({ instructions: '', summary, turns: turns.slice(0, -window), ...limit })
      longestSummary = Math.max(longestSummary, summary.length)
      turns = turns.slice(-window)
    }
    const executed = act(action, observations)
    actions.push(executed)
    observation = await environment.step(executed)
    observations.push(observation.text)
    const successes = (await environment.outcome()).metrics?.successfulActions ?? Number.NaN
    const refused = observation.refused === true
    steps.push({ observation: text, action, reasoning, refused, successes, state })
  }
  return { outcome: await environment.outcome(), steps, observations, actions, longestSummary }
}

export function taskOf(benchmark: Benchmark, horizon: number, seed = 42): Task {
  const [task] = benchmark.tasks({ seeds: [seed], horizons: [horizon] })
  if (task === undefined) throw new Error(`${benchmark.id} has no task of a horizon and a seed`)
  return task
}

export async function meanReward(
  benchmark: Benchmark,
  tasks: Iterable<Task>,
  memory: Memory,
): Promise<number> {
  const outcomes = await Promise.all(Array.from(tasks, (task) => outcomeOf(benchmark, task, memory)))
  return outcomes.reduce((sum, { reward }) => sum + reward, 0) / outcomes.length
}

export async function outcomeOf(benchmark: Benchmark, task: Task, memory: Memory): Promise<Outcome> {
  return (await play(benchmark.open(task), benchmark, task.seed, memory)).outcome
}

function windowOf(memory: Memory): { readonly window: number; readonly maxChars?: number } | undefined {
  return typeof memory === 'object' && 'window' in memory ? memory : undefined
}

function shownOf(turns: readonly Turn[], memory: Memory): readonly Turn[] {
  if (memory === 'state' || memory === 'nothing') return []
  return typeof memory === 'object' && 'turns' in memory ? turns.slice(-memory.turns) : turns
}

/** RFC 7396, for patches that a player wrote. */
function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonObject[string]> = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    const before = merged[key]
    if (value === null) delete merged[key]
    else merged[key] = isJsonObject(value) ? mergePatch(isJsonObject(before) ? before : {}, value) : value
  }
  return merged
}
