import type { FinishReason } from '@skill-state/protocol'
import type { EvaluateOptions, LlamaModel, LlamaSequence } from './_library.ts'

/** A token's text may depend on this many before it. */
const LOOK_BACK = 8

export interface ReplyRequest {
  /** The whole prompt. */
  readonly tokens: readonly number[]
  /** Its end, which the sequence has not read yet. */
  readonly rest: readonly number[]
  /** Texts that end the reply and are no part of it. */
  readonly stops: readonly string[]
  /** Most tokens to write, the one that ends the reply included; at least 1. */
  readonly limit: number
  readonly options: EvaluateOptions
  readonly signal: AbortSignal | undefined
}

export interface WrittenReply {
  readonly text: string
  readonly finishReason: FinishReason
  /** How many tokens the model wrote, the one that ended the reply included. */
  readonly outputTokens: number
}

/** Lets the model write until it ends its reply or has no room left. Throws the signal's reason. */
export async function writeReply(
  model: LlamaModel,
  sequence: LlamaSequence,
  { tokens, rest, stops, limit, options, signal }: ReplyRequest,
): Promise<WrittenReply> {
  const before = tokens.slice(-LOOK_BACK)
  const written: number[] = []
  const text = (): string => model.detokenize(written, true, before)
  let outputTokens = 0
  signal?.throwIfAborted()
  for await (const token of sequence.evaluate(rest, options)) {
    signal?.throwIfAborted()
    outputTokens += 1
    if (model.isEogToken(token)) return { text: text(), finishReason: 'stop', outputTokens }
    written.push(token)
    const stopped = stops.length > 0 ? untilStop(text(), stops) : undefined
    if (stopped !== undefined) return { text: stopped, finishReason: 'stop', outputTokens }
    if (outputTokens >= limit) break
  }
  return { text: text(), finishReason: 'length', outputTokens }
}

/** What stands before the first of the stops, if there is one. */
function untilStop(text: string, stops: readonly string[]): string | undefined {
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place !== -1)
  return places.length === 0 ? undefined : text.slice(0, Math.min(...places))
}
