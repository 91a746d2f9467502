import { countCharacters } from '../turns/characters.ts'
import { compressTokens } from './_compress-tokens.ts'
import { controlBudget, type RankedTurn } from './_control-budget.ts'
import { searchFit } from './_search-fit.ts'
import { type CausalModel, perplexity, type Token, textOf } from './causal-model.ts'

export interface FittedHistory {
  readonly text: string
  /** How it was made to fit, in words that continue "history". Undefined if it is shown as it is. */
  readonly how?: string | undefined
}

export interface CompressorOptions {
  readonly model: CausalModel
  /** k of the budget controller: by how much it may exceed what is to remain in the end. */
  readonly granularity: number
  readonly segmentSize: number
  /** Stands before the history and is not compressed. */
  readonly instructions: string
}

/**
 * LLMLingua over the turns of a transcript of one episode. Each turn's perplexity, of the turn on its own, is found once; the
 * tokens of those that the budget controller takes are scored anew for every target that the search tries.
 */
export class PerplexityCompressor {
  readonly #options: CompressorOptions
  readonly #prefix: readonly Token[]
  readonly #turns: (RankedTurn & { readonly tokens: readonly Token[] })[] = []
  #added: string[] = []
  #whole = ''
  #total = 0

  constructor(options: CompressorOptions) {
    this.#options = options
    this.#prefix = options.model.tokens(options.instructions)
  }

  add(turn: string): void {
    this.#added.push(turn)
    this.#whole += turn
  }

  /** The history in at most `room` code points; empty if there is no room. */
  async fit(room: number): Promise<FittedHistory> {
    const whole = countCharacters(this.#whole)
    if (whole <= room) return { text: this.#whole }
    await this.#rank()
    const search = { largest: this.#total, whole, room }
    const found = await searchFit(search, (target) => this.#compress(target))
    if (found === undefined) return { text: '', how: 'left out, as there is no room for any of it' }
    const { text, target, tokens, turns } = found
    const rate = (target / this.#total).toFixed(4)
    const kept = `${tokens} of ${this.#total} tokens, from ${turns} of ${this.#turns.length} turns`
    return { text, how: `compressed at rate ${rate} by ${this.#options.model.id}: ${kept}` }
  }

  async #rank(): Promise<void> {
    const { model } = this.#options
    for (const turn of this.#added) {
      const tokens = model.tokens(turn)
      this.#total += tokens.length
      this.#turns.push({ tokens, size: tokens.length, perplexity: await perplexity(model, tokens) })
    }
    this.#added = []
  }

  async #compress(target: number): Promise<Compressed> {
    const { granularity } = this.#options
    const taken = controlBudget(this.#turns, target, granularity)
    const tokens = taken.flatMap((index) => this.#turns[index]?.tokens ?? [])
    const rate = target / tokens.length
    const kept = await compressTokens({ ...this.#options, prefix: this.#prefix, tokens, rate })
    const text = textOf(kept)
    return { text, size: countCharacters(text), target, tokens: kept.length, turns: taken.length }
  }
}

interface Compressed {
  readonly text: string
  /** In code points. */
  readonly size: number
  readonly target: number
  readonly tokens: number
  readonly turns: number
}
