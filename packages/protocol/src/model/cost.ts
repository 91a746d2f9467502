import { bytesOf, jsonSize } from './json-size.ts'
import { type Prompt, promptParts, promptText } from './message.ts'
import type { Capabilities, ModelRequest, PriceSheet, Usage } from './model.ts'

/** Tokens that a price sheet counts in. */
const PER_SHEET_TOKENS = 1_000_000

/**
 * US dollars of one call; undefined if its input or output is unknown. Input of which nothing says that a cache
 * had to do with it is charged in full.
 */
export function costOf(usage: Usage, prices: PriceSheet): number | undefined {
  const { inputTokens, cachedInputTokens: read = 0, cacheWriteTokens: write = 0, outputTokens } = usage
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const { input, cacheRead = input, cacheWrite = input, output } = prices
  const dollars =
    (inputTokens - read - write) * input + read * cacheRead + write * cacheWrite + outputTokens * output
  return dollars / PER_SHEET_TOKENS
}

/** Tokens that a provider adds around a prompt at most: roles, tool instructions, the framing of a schema. */
const FRAME_TOKENS = 2_000

/** The most tokens that a call can have, as far as that is known. */
export type MaxUsage = { readonly inputTokens: number } & Pick<Usage, 'outputTokens'>

/**
 * The most tokens that a call can have. No tokenizer makes more tokens than bytes, and no reply is longer than the limit
 * that is sent; without such a limit nothing is known of the output.
 */
export function maxUsage(
  { prompt, answerSchema, tools }: Pick<ModelRequest, 'prompt' | 'answerSchema' | 'tools'>,
  { maxOutputTokens }: Capabilities,
): MaxUsage {
  const answer = answerSchema === undefined ? 0 : jsonSize(answerSchema).bytes
  const schemas = tools?.reduce((sum, each) => sum + jsonSize(each).bytes + ','.length, 1) ?? 0
  return {
    inputTokens: bytesOf(promptText(prompt)) + 2 * (answer + schemas) + partTokens(prompt) + FRAME_TOKENS,
    outputTokens: maxOutputTokens,
  }
}

/** Tokens that an image counts as. A file counts as one for each character of base64, since no rule gives a bound. */
const IMAGE_TOKENS = 5_000

function partTokens(prompt: Prompt): number {
  return promptParts(prompt).reduce(
    (sum, { type, data }) => sum + (type === 'image' ? IMAGE_TOKENS : data.length),
    0,
  )
}

/** US dollars that a call of so many tokens costs at most: all input at the dearest price that could apply to it. */
export function maxCost(
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
  { input, cacheWrite = input, output }: PriceSheet,
): number {
  return (inputTokens * Math.max(input, cacheWrite) + outputTokens * output) / PER_SHEET_TOKENS
}
