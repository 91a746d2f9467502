import type { Field } from '@skill-state/protocol/evidence'
import { type AuditOptions, type Recorded, recordedOf } from '../audit-episode.ts'
import { type Episode, type Message, textOf } from '../episode.ts'
import { commonPrefix } from '../measure/common-prefix.ts'
import { viewOf } from '../needs/view.ts'
import { playAsState } from './play-as-state.ts'
import { type BilledPrices, billedPrices } from './prices.ts'

/** What the prompts of one way of working take, in tokens of one tokenizer. */
export interface PromptTokens {
  readonly tokens: number
  readonly longest: number
  /** Tokens of the prefixes that a prompt shares with the one before it in its episode. */
  readonly shared: number
  /** US dollars, with the prices and the cache hits of the recording; `undefined` if it has no costs. */
  readonly dollars: number | undefined
}

/** Recorded episodes as they were, and as if SKILL.state had run them. */
export interface AsState {
  readonly episodes: number
  readonly calls: number
  readonly billed: Recorded
  readonly prices: BilledPrices | undefined
  /** The share of the shared prefixes of transcripts that the provider served from its cache. */
  readonly cacheHits: number
  readonly transcript: PromptTokens
  readonly state: PromptTokens
  readonly stateChars: { readonly mean: number; readonly max: number }
}

export interface AsStateOptions extends Pick<AuditOptions, 'prompt' | 'stateTools'> {
  readonly count: (text: string) => number
}

/** Measures recorded episodes as transcripts and as states that rules fill. Without tool schemas, which are the same in both. */
export async function asState(
  episodes: readonly Episode[],
  fields: readonly Field[],
  options: AsStateOptions,
): Promise<AsState> {
  const [transcript, state] = [new Prompts(), new Prompts()]
  const chars: number[] = []
  for (const episode of episodes) {
    const calls = await playAsState(episode, fields, options)
    const prompts = calls.map(({ prompt }) => prompt)
    state.add(prompts, options.count)
    transcript.add(transcriptPrompts(episode, options), options.count)
    chars.push(...calls.map(({ state: held }) => JSON.stringify(held).length))
  }
  const messages = episodes.flatMap((episode) => episode.messages)
  const billed = recordedOf(messages)
  const prices = billedPrices(messages)
  // Of what was billed, tool schemas included, a share was cached; of transcripts, a share could have been.
  const [cached, could] = [
    share(billed.cachedTokens, billed.promptTokens),
    share(transcript.shared, transcript.tokens),
  ]
  const cacheHits = Math.min(1, share(cached, could))
  const priced = (prompts: Prompts): PromptTokens => {
    const { tokens, longest, shared } = prompts
    const cached = cacheHits * shared
    const dollars =
      prices &&
      (tokens - cached) * prices.input + cached * prices.cached + billed.completionTokens * prices.output
    return { tokens, longest, shared, dollars }
  }
  return {
    episodes: episodes.length,
    calls: chars.length,
    billed,
    prices,
    cacheHits,
    transcript: priced(transcript),
    state: priced(state),
    stateChars: {
      mean: chars.reduce((sum, each) => sum + each, 0) / Math.max(1, chars.length),
      max: chars.reduce((most, each) => Math.max(most, each), 0),
    },
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** The prompts of the whole transcript, as AUDIT.md writes them. */
function transcriptPrompts(episode: Episode, options: AsStateOptions): readonly string[] {
  const { calls, messages, prompt } = viewOf(episode, new Set(options.stateTools), options.prompt)
  const line = (message: Message): string => `${message.role}: ${textOf(message)}\n`
  return calls.map(({ index }) => `system: ${prompt}\n${messages.slice(0, index).map(line).join('')}`)
}

/** The prompts of one way of working, added episode by episode. */
class Prompts {
  tokens = 0
  longest = 0
  shared = 0

  add(prompts: readonly string[], count: (text: string) => number): void {
    for (const [at, prompt] of prompts.entries()) {
      const tokens = count(prompt)
      this.tokens += tokens
      this.longest = Math.max(this.longest, tokens)
      const before = prompts[at - 1]
      if (before !== undefined) this.shared += count(prompt.slice(0, commonPrefix([before], [prompt])))
    }
  }
}
