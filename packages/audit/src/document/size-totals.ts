import type { PolicyVerdict } from '../measure/judge-policy.ts'
import { round } from '../measure/round.ts'
import { LogSlope } from '../measure/slope.ts'
import type { View } from '../needs/view.ts'

const CHARS_PER_TOKEN = 4

/** Prices of a cached input token, as a share of an uncached one. */
export const cacheRatios = [0.1, 0.25, 0.5] as const

/** What providers with stepped caches count: prefixes from 1024 tokens, in steps of 128. */
const FIRST_CACHED = 1024
const STEP = 128

export interface SizeFigures {
  readonly totalChars: number
  readonly meanChars: number | null
  readonly maxChars: number | null
  readonly promptExponent: number | null
  readonly episodeExponent: number | null
  readonly sharedPrefixChars: number
  readonly cachedTokensStepped: number
  /** Input cost in uncached input tokens, `uncached` and by price ratio of cached tokens. */
  readonly inputCost: { readonly [ratio: string]: number }
  readonly inputCostStepped: { readonly [ratio: string]: number }
}

/** Calls of which a mean size is drawn need this many episodes. */
const FEWEST_EPISODES = 5

export class SizeTotals {
  #calls = 0
  #total = 0
  #max = 0
  #shared = 0
  #stepped = 0
  readonly #prompts = new LogSlope()
  readonly #episodes = new LogSlope()
  readonly #byCall: { sum: number; episodes: number }[] = []

  add(view: View, { chars, sharedChars }: PolicyVerdict, systemChars: number): void {
    let episode = 0
    view.calls.forEach((call, at) => {
      const prompt = chars[at] ?? 0
      const size = prompt + systemChars
      const so = this.#byCall[at] ?? { sum: 0, episodes: 0 }
      this.#byCall[at] = { sum: so.sum + size, episodes: so.episodes + 1 }
      episode += size
      this.#max = Math.max(this.#max, size)
      this.#prompts.add(call.index, prompt)
      const shared = sharedChars[at] ?? 0
      const tokens = Math.floor(shared / CHARS_PER_TOKEN)
      this.#shared += shared
      this.#stepped += tokens >= FIRST_CACHED ? Math.floor(tokens / STEP) * STEP : 0
    })
    this.#calls += view.calls.length
    this.#total += episode
    if (view.calls.length > 0) this.#episodes.add(view.messages.length, episode)
  }

  /** Mean characters of the first, second, … prompt of an episode, while enough episodes last. */
  meanByCall(): readonly number[] {
    const fewest = Math.min(FEWEST_EPISODES, this.#byCall[0]?.episodes ?? 1)
    return this.#byCall
      .filter(({ episodes }) => episodes >= fewest)
      .map(({ sum, episodes }) => round(sum / episodes))
  }

  figures(): SizeFigures {
    const uncached = this.#total / CHARS_PER_TOKEN
    const cost = (cached: number): [string, number][] =>
      cacheRatios.map((ratio) => [String(ratio), round(uncached - cached + ratio * cached)])
    return {
      totalChars: this.#total,
      meanChars: this.#calls === 0 ? null : round(this.#total / this.#calls),
      maxChars: this.#calls === 0 ? null : this.#max,
      promptExponent: this.#prompts.slope(),
      episodeExponent: this.#episodes.slope(),
      sharedPrefixChars: this.#shared,
      cachedTokensStepped: this.#stepped,
      inputCost: Object.fromEntries([['uncached', round(uncached)], ...cost(this.#shared / CHARS_PER_TOKEN)]),
      inputCostStepped: Object.fromEntries(cost(this.#stepped)),
    }
  }
}
