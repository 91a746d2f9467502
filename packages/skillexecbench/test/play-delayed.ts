import {
  type Benchmark,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type PromptView,
  type Task,
  type Turn,
} from '@skill-state/protocol'

/** What of an episode the player is shown beside the newest observation. For tests. */
export type Shown = 'state' | 'history' | 'summary' | 'nothing'

const window = 3

/** Lets a benchmark's own player play a task, with a context kept as the runtimes keep it. */
export async function play(benchmark: Benchmark, task: Task, shown: Shown): Promise<Outcome> {
  const { skill, player } = benchmark
  if (player?.summarise === undefined) throw new Error(`${benchmark.id} has no player that summarises`)
  const environment = benchmark.open(task)
  let state: JsonObject = skill.initialState
  let summary = ''
  let history: readonly Turn[] = []
  let observation = await environment.reset({ seed: task.seed })
  while (!observation.done) {
    const context: Record<Shown, Partial<PromptView>> = {
      state: { state },
      history: { history },
      summary: { summary, history },
      nothing: {},
    }
    const base = { instructions: skill.instructions, history: [], observation: observation.text }
    const { reasoning, patch, action } = player.decide({ ...base, ...context[shown] })
    if (typeof action !== 'string') throw new Error('actions are text')
    state = mergePatch(state, patch ?? {})
    history = [...history, { observation: observation.text, response: `${reasoning}\nAction: ${action}` }]
    if (shown === 'summary' && history.length > window) {
      summary = player.summarise({ instructions: skill.instructions, summary, turns: history.slice(0, 1) })
      history = history.slice(1)
    }
    observation = await environment.step(action)
  }
  return environment.outcome()
}

/** RFC 7396, for patches that a player wrote. */
function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    const before = merged[key]
    if (value === null) delete merged[key]
    else merged[key] = isJsonObject(value) ? mergePatch(isJsonObject(before) ? before : {}, value) : value
  }
  return merged
}
