import {
  type Environment,
  isJsonObject,
  type JsonObject,
  type Player,
  type Turn,
} from '@skill-state/protocol'

/** One step of a played episode, as tests look at it. */
export interface Played {
  readonly observation: string
  readonly action: string
  readonly reasoning: string
  readonly refused: boolean
  /** Successes after the step. */
  readonly successes: number
  readonly state: JsonObject
}

/** What of the past the player is shown at each step. */
export type Memory =
  | { readonly kind: 'state' | 'state-and-history' }
  | { readonly kind: 'history'; readonly turns?: number }
  | { readonly kind: 'summary'; readonly turns: number; readonly maxChars?: number }

/** Plays an episode with a player that is shown so much, with the plain merge of RFC 7396. */
export async function playEpisode(
  environment: Environment,
  player: Player,
  seed: number,
  memory: Memory,
): Promise<readonly Played[]> {
  const played: Played[] = []
  const turns: Turn[] = []
  let state: JsonObject = { issues: {}, prs: {} }
  let summary = ''
  let observation = await environment.reset({ seed })
  while (!observation.done) {
    const { text } = observation
    const history = memory.kind === 'state' ? [] : turns
    const shown = {
      instructions: '',
      observation: text,
      history: 'turns' in memory && memory.turns !== undefined ? history.slice(-memory.turns) : history,
      ...(memory.kind.startsWith('state') && { state }),
      ...(memory.kind === 'summary' && { summary }),
    }
    const { action, reasoning, patch = {} } = player.decide(shown)
    if (typeof action !== 'string') throw new Error('the player answers in words')
    state = mergePatch(state, patch)
    turns.push({ observation: text, response: `${reasoning}\nAction: ${action}` })
    const leaving = memory.kind === 'summary' ? turns.at(-1 - memory.turns) : undefined
    if (leaving !== undefined && memory.kind === 'summary') {
      const cap = memory.maxChars === undefined ? {} : { maxChars: memory.maxChars }
      summary = player.summarise?.({ instructions: '', summary, turns: [leaving], ...cap }) ?? ''
    }
    observation = await environment.step(action)
    const successes = (await environment.outcome()).metrics?.successfulActions ?? Number.NaN
    const refused = observation.refused === true
    played.push({ observation: text, action, reasoning, refused, successes, state })
  }
  return played
}

function mergePatch(state: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonObject[string]> = { ...state }
  for (const [key, value] of Object.entries(patch)) {
    const old = merged[key]
    if (value === null) delete merged[key]
    else merged[key] = isJsonObject(value) ? mergePatch(isJsonObject(old) ? old : {}, value) : value
  }
  return merged
}
