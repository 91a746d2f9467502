import type { CallLine, EnvironmentFigures } from '@skill-state/eval'
import { costOf, type EnvironmentCall, type PriceSheet, type Usage } from '@skill-state/protocol'
import { count, dollars, duration } from '../../text/numbers.ts'

/** Size, tokens by class, cost and time of a call, in one line. What is not known is left out. */
export function callFacts(line: CallLine, prices: PriceSheet | undefined): string {
  const { promptChars, usage, estimated, durationMs, replayed } = line
  const cost = prices && costOf(usage, prices)
  return inOneLine([
    `prompt ${count(promptChars)} characters`,
    ...spent({ usage, cost, replayed }, estimated === undefined ? '' : '≈ '),
    replayed === undefined && duration(durationMs),
  ])
}

/** Model, tokens by class and cost of a call of the environment's, in one line. What is not known is left out. */
export function environmentCallFacts(call: EnvironmentCall): string {
  const { model, atMost } = call
  return inOneLine([
    model,
    ...spent(call, atMost ? 'at most ' : ''),
    atMost && 'what was charged is not known',
  ])
}

/** What the environment's own models took in an episode, in one line; undefined if they were not asked. */
export function environmentSum(figures: EnvironmentFigures | undefined): string | undefined {
  if (figures === undefined || figures.calls === 0) return undefined
  return inOneLine([count(figures.calls), ...spent({ usage: figures, cost: figures.cost }, '')])
}

interface Spent {
  readonly usage: Usage
  /** US dollars. */
  readonly cost?: number | undefined
  readonly replayed?: string | undefined
}

/** Each figure after a word on how sure it is. */
function spent({ usage, cost, replayed }: Spent, about: string): readonly (string | undefined)[] {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage
  const classes = [part(cachedInputTokens, 'read from the cache'), part(cacheWriteTokens, 'written to it')]
  return [
    tokens(inputTokens, `${about}# tokens in`, classes),
    tokens(outputTokens, `${about}# out`, [part(reasoningTokens, 'reasoning')]),
    cost === undefined ? undefined : `${about}${dollars(cost)}${replayed ? ' if it were sent' : ''}`,
    replayed && `a response on record (${replayed}): nothing was sent`,
  ]
}

function inOneLine(facts: readonly (string | false | undefined)[]): string {
  return facts.filter(Boolean).join(', ')
}

function tokens(
  all: number | undefined,
  words: string,
  classes: readonly (string | undefined)[],
): string | undefined {
  if (all === undefined) return undefined
  const parts = inOneLine(classes)
  return words.replace('#', count(all)) + (parts === '' ? '' : ` (${parts})`)
}

function part(some: number | undefined, what: string): string | undefined {
  return some === undefined ? undefined : `${count(some)} ${what}`
}
