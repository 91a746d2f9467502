import type { FinishReason } from '@skill-state/protocol'
import { wordTeller } from '../transport/teller.ts'
import type { EvaluateOptions, LlamaModel, LlamaSequence } from './_library.ts'

/** A token's text may depend on this many before it. */
const LOOK_BACK = 8

export interface ReplyRequest {
  readonly tokens: readonly number[]
  /** Its end, which the sequence has not read yet. */
  readonly rest: readonly number[]
  /** Texts that end the reply and are no part of it. */
  readonly stops: readonly string[]
  /** Most tokens to write, the one that ends the reply included; at least 1. */
  readonly limit: number
  readonly options: EvaluateOptions
  readonly signal: AbortSignal | undefined
  readonly onText: ((piece: string) => void) | undefined
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
  { tokens, rest, stops, limit, options, signal, onText }: ReplyRequest,
): Promise<WrittenReply> {
  const before = tokens.slice(-LOOK_BACK)
  const written: number[] = []
  const text = (): string => model.detokenize(written, true, before)
  const teller = onText && wordTeller(onText, stops)
  let heard = ''
  let outputTokens = 0
  const end = (reply: string, finishReason: FinishReason): WrittenReply => {
    teller?.end(reply)
    return { text: reply, finishReason, outputTokens }
  }
  signal?.throwIfAborted()
  for await (const token of sequence.evaluate(rest, options)) {
    signal?.throwIfAborted()
    outputTokens += 1
    if (model.isEogToken(token)) return end(text(), 'stop')
    written.push(token)
    const soFar = stops.length > 0 || teller ? text() : ''
    const stopped = untilStop(soFar, stops)
    if (stopped !== undefined) return end(stopped, 'stop')
    const whole = wholeCharacters(soFar)
    if (whole.startsWith(heard)) teller?.add(whole.slice(heard.length))
    heard = whole
    if (outputTokens >= limit) break
  }
  return end(text(), 'length')
}

/** The text without its last character if that may lack bytes, which later tokens bring. */
const wholeCharacters = (text: string): string => text.replace(/\uFFFD+$/, '')

function untilStop(text: string, stops: readonly string[]): string | undefined {
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place !== -1)
  return places.length === 0 ? undefined : text.slice(0, Math.min(...places))
}
