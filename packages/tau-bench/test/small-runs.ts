import type { Decision, JsonObject, RunInput, Runtime, Step } from '@skill-state/protocol'
import type { RecordedRun } from '../src/replay/recorded-run.ts'

/** A run of task 0 of the small data, with an error on the way and something said beside a call. */
export const smallRun: RecordedRun = {
  name: 'task 0, trial 0',
  taskIndex: 0,
  reward: 0,
  firstUser: 'Hi 😀',
  steps: [
    toolCall('get_order_details', { order_id: '#none' }, 'Error: order not found', 'Let me see.'),
    { kind: 'respond', content: 'Which\norder?', user: 'No idea. ###STOP###' },
  ],
}

export function toolCall(
  name: string,
  kwargs: Readonly<Record<string, string>>,
  observation: string,
  said?: string,
): Extract<RecordedRun['steps'][number], { kind: 'tool' }> {
  const source = JSON.stringify(kwargs)
  const call = { kind: 'tool', name, kwargs: new Map(Object.entries(kwargs)), source, observation } as const
  return said === undefined ? call : { ...call, said }
}

/** Writes a decision so that the runtimes below read it again. */
export function reply(_prompt: string, decision: Decision): string {
  return JSON.stringify(decision)
}

/** Carries everything that was seen and answered. */
export const transcript: Runtime = (input) =>
  drive(input, (turns, _state, observation) => `${turns}${observation}`)

/** Carries the state alone, into which patches are merged at the first two levels. */
export const stateOnly: Runtime = (input) =>
  drive(input, (_turns, state, observation) => `${JSON.stringify(state)}${observation}`)

/** Asks for something else first, as a summariser does. */
export const summarising: Runtime = (input) =>
  drive(input, (_turns, _state, observation) => observation, 'summary')

async function* drive(
  { environment, model, skill, seed }: RunInput,
  write: (turns: string, state: JsonObject, observation: string) => string,
  first?: string,
): AsyncGenerator<Step, void, undefined> {
  let observation = await environment.reset({ seed })
  let turns = ''
  let state = skill.initialState
  for (let index = 0; !observation.done; index += 1) {
    if (first !== undefined) await model.generate({ prompt: first })
    const { text } = await model.generate({ prompt: write(turns, state, observation.text) })
    const decision = JSON.parse(text) as Decision
    turns += observation.text + text
    state = mergeTwoLevels(state, decision.patch ?? {})
    const result = await environment.step(decision.action)
    yield { ...decision, index, observation: observation.text, rejections: [], fallback: false, result }
    observation = result
  }
}

function mergeTwoLevels(state: JsonObject, patch: JsonObject): JsonObject {
  const merged = Object.entries(patch).map(([key, value]) => [
    key,
    { ...(state[key] as JsonObject), ...(value as JsonObject) },
  ])
  return { ...state, ...Object.fromEntries(merged) }
}
