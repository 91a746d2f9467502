import { type CallLine, costOf } from '@skill-state/eval'
import type { PriceSheet, Usage } from '@skill-state/protocol'
import { count, dollars, duration } from '../text/numbers.ts'

/** Size, tokens by class, cost and time of a call, in one line. What is not known is left out. */
export function callFacts(line: CallLine, prices: PriceSheet | undefined): string {
  const { promptChars, usage, estimated, durationMs, replayed } = line
  const about = estimated === undefined ? '' : '≈ '
  const cost = prices && costOf(usage, prices)
  const facts = [
    `prompt ${count(promptChars)} characters`,
    tokens(usage.inputTokens, `${about}# tokens in`, inputClasses(usage)),
    tokens(usage.outputTokens, `${about}# out`, [part(usage.reasoningTokens, 'reasoning')]),
    cost !== undefined && `${about}${dollars(cost)}${replayed === undefined ? '' : ' if it were sent'}`,
    replayed === undefined ? duration(durationMs) : `a response on record (${replayed}): nothing was sent`,
  ]
  return facts.filter(Boolean).join(', ')
}

function inputClasses({ cachedInputTokens, cacheWriteTokens }: Usage): readonly (string | undefined)[] {
  return [part(cachedInputTokens, 'read from the cache'), part(cacheWriteTokens, 'written to it')]
}

function tokens(
  all: number | undefined,
  words: string,
  classes: readonly (string | undefined)[],
): string | undefined {
  if (all === undefined) return undefined
  const parts = classes.filter((each) => each !== undefined)
  return words.replace('#', count(all)) + (parts.length > 0 ? ` (${parts.join(', ')})` : '')
}

function part(some: number | undefined, what: string): string | undefined {
  return some === undefined ? undefined : `${count(some)} ${what}`
}
