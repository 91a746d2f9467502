import { printableLine } from '@skill-state/protocol'
import type { AsState, PromptTokens } from '../as-state/as-state.ts'
import type { StateCall } from '../as-state/play-as-state.ts'
import { percent, whole } from '../table.ts'

/** Recorded episodes beside the same ones under SKILL.state, in lines for a terminal. */
export function asStateLines({
  episodes,
  calls,
  billed,
  cacheHits,
  transcript,
  state,
  stateChars,
}: AsState): readonly string[] {
  const line = (name: string, { tokens, longest, shared, dollars }: PromptTokens): string =>
    `${name}: ${whole(tokens)} prompt tokens (o200k), ${whole(tokens / Math.max(1, calls))} a call, ${whole(longest)} at most, ${percent(shared / Math.max(1, tokens))} a shared prefix${money(dollars)}`
  return [
    `${whole(episodes)} episodes with ${whole(calls)} calls, as if SKILL.state had run them; rules fill the state, and the model's answers are as recorded`,
    `billed: ${whole(billed.promptTokens)} prompt tokens, ${percent(billed.cachedTokens / Math.max(1, billed.promptTokens))} cached${money(billed.cost === 0 ? undefined : billed.cost)}`,
    line('transcript', transcript),
    line('SKILL.state', state),
    `state: ${whole(stateChars.mean)} characters in the mean, ${whole(stateChars.max)} at most`,
    `the cache served ${percent(cacheHits)} of the shared prefixes, here as there; without tool schemas, with the recorded replies`,
  ]
}

function money(dollars: number | undefined): string {
  return dollars === undefined ? '' : `, ${dollars.toFixed(4)} dollars`
}

/** The calls of one episode: what SKILL.state would have shown, and what the model answered. */
export function stateCallLines(
  calls: readonly StateCall[],
  count: (text: string) => number,
): readonly string[] {
  return calls.flatMap(({ prompt, state, observation, answer }, at) => [
    `call ${at + 1}: a prompt of ${whole(prompt.length)} characters, ${whole(count(prompt))} tokens`,
    `  state        ${printableLine(JSON.stringify(state))}`,
    `  observation  ${printableLine(observation).slice(0, 400)}`,
    `  answer       ${printableLine(answer).slice(0, 400)}`,
  ])
}
