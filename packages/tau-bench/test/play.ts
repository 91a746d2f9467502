import {
  type Action,
  type Benchmark,
  isJsonObject,
  type JsonObject,
  type Outcome,
  type Player,
  type PromptView,
  type Task,
  type Turn,
} from '@skill-state/protocol'

/** What a runtime's prompts show: the state alone, or the whole transcript. */
export type Context = 'state' | 'transcript'

export interface Played {
  readonly outcome: Outcome
  readonly observations: readonly string[]
  readonly actions: readonly Action[]
}

/** Lets the benchmark's player play a task from what prompts of a kind would show it. Replies go through JSON. */
export async function playTask(benchmark: Benchmark, task: Task, context: Context): Promise<Played> {
  const { skill, player } = benchmark
  if (player === undefined) throw new Error(`${benchmark.id} has no player`)
  const environment = benchmark.open(task)
  const observations: string[] = []
  const actions: Action[] = []
  const history: Turn[] = []
  let state = skill.initialState
  let observation = await environment.reset({ seed: task.seed })
  while (!observation.done) {
    const { text } = observation
    const view: PromptView = { instructions: skill.instructions, history, observation: text }
    const { patch, action } = decide(player, context === 'state' ? { ...view, history: [], state } : view)
    state = merge(state, patch)
    history.push({ observation: text, response: JSON.stringify(action) })
    observations.push(text)
    actions.push(action)
    observation = await environment.step(action)
  }
  observations.push(observation.text)
  const outcome = await environment.outcome()
  await environment.close()
  return { outcome, observations, actions }
}

function decide(player: Player, view: PromptView): { readonly patch: JsonObject; readonly action: Action } {
  const { patch = {}, action } = player.decide(view)
  return JSON.parse(JSON.stringify({ patch, action }))
}

/** As much of a merge patch as a player needs that deletes nothing. */
function merge(state: JsonObject, patch: JsonObject): JsonObject {
  const entries = Object.entries(patch).map(([key, value]) => {
    const old = state[key]
    return [key, isJsonObject(old) && isJsonObject(value) ? merge(old, value) : value] as const
  })
  return { ...state, ...Object.fromEntries(entries) }
}
