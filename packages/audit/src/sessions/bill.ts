import type { SessionUsage } from './session.ts'

/** Characters that a token stands for until the bills of a session tell more. */
const CHARS_PER_TOKEN = 4

/** Below this, or below a tenth of the prompt, a difference says nothing. */
const LEAST_TOKENS = 200

/**
 * Compares what the file shows of each prompt with what was billed for it. What the file never holds (the system prompt, the
 * tools) is taken from the first bill.
 */
export class Bill {
  #first: { readonly chars: number; readonly tokens: number } | undefined
  #last: { readonly chars: number; readonly tokens: number } | undefined
  #wasCut = false

  /** A compaction or clearing came before the next call. */
  cut(): void {
    this.#wasCut = true
  }

  /** Why this prompt cannot be what the file shows, if it cannot. */
  check(chars: number, usage: SessionUsage | undefined): string | undefined {
    const tokens = usage?.promptTokens ?? 0
    if (tokens === 0) return undefined
    const [last, wasCut] = [this.#last, this.#wasCut]
    this.#first ??= { chars, tokens }
    this.#last = { chars, tokens }
    this.#wasCut = false
    if (last === undefined) return undefined
    const room = Math.max(LEAST_TOKENS, Math.max(tokens, last.tokens) / 10)
    const expected = Math.max(0, last.tokens + (chars - last.chars) / this.#charsPerToken(last))
    if (!wasCut && tokens < expected - room && tokens < last.tokens - room)
      return `the prompt shrank from ${last.tokens} to ${tokens} tokens, and the file tells no reason`
    if (wasCut && tokens > expected + room)
      return `the prompt after it was billed with ${tokens} tokens, of which the file explains about ${Math.round(expected)}`
    return undefined
  }

  /** From the growth since the first bill, if that is large enough and plausible. */
  #charsPerToken(last: { readonly chars: number; readonly tokens: number }): number {
    const first = this.#first ?? last
    const [chars, tokens] = [last.chars - first.chars, last.tokens - first.tokens]
    const ratio = chars > 4_000 && tokens > 0 ? chars / tokens : CHARS_PER_TOKEN
    return ratio >= 2 && ratio <= 6 ? ratio : CHARS_PER_TOKEN
  }
}
