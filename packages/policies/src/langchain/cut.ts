import type { PolicyMessage } from '../policy.ts'
import { countTokens } from './counters.ts'
import { type Keep, shareOf } from './sizes.ts'

/** Messages that are kept unless something else is asked for. */
const KEPT = 20

/** How far from a cut split pairs are looked for. */
const NEAR = 5

/** The place of the first message that summarisation keeps; 0 if there is nothing to summarise. */
export function cutOf(messages: readonly PolicyMessage[], keep: Keep, limit: number | undefined): number {
  const room = keep.tokens ?? shareOf(limit, keep.fraction)
  return room === undefined
    ? safeCut(messages, messages.length - (keep.messages ?? KEPT))
    : safeCut(messages, cutByTokens(messages, Math.max(1, Math.floor(room))))
}

/** The start of the longest suffix within the budget; at least the last message is kept, and a lone one is not cut. */
function cutByTokens(messages: readonly PolicyMessage[], room: number): number {
  const fits = (from: number): boolean => countTokens(messages.slice(from)) <= room
  let [low, high] = [0, messages.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle + 1
  }
  return Math.min(low, messages.length - 1)
}

/**
 * Moves a cut that falls on a result back to the assistant message that has a call of that run of results. If no
 * message has, back to the next place that splits no pair near it. A cut elsewhere is not checked.
 */
function safeCut(messages: readonly PolicyMessage[], cut: number): number {
  if (cut <= 0 || messages[cut]?.role !== 'tool') return Math.max(0, cut)
  const end = messages.findIndex(({ role }, at) => at > cut && role !== 'tool')
  const run = messages.slice(cut, end < 0 ? undefined : end)
  const wanted = new Set(run.map(({ callId }) => callId))
  const caller = messages.findLastIndex(
    (message, at) => at < cut && idsOf(message).some((id) => wanted.has(id)),
  )
  if (caller >= 0) return caller
  return Math.max(
    0,
    messages.findLastIndex((_, at) => at <= cut && splitsNoPair(messages, at)),
  )
}

function splitsNoPair(messages: readonly PolicyMessage[], cut: number): boolean {
  if (idsOf(messages[cut] as PolicyMessage).length > 0) return false
  for (let at = Math.max(0, cut - NEAR); at < Math.min(messages.length, cut + NEAR); at++) {
    const ids = idsOf(messages[at] as PolicyMessage)
    const isSplit = messages.some(
      ({ role, callId }, result) =>
        result > at && role === 'tool' && ids.includes(callId) && at < cut !== result < cut,
    )
    if (isSplit) return false
  }
  return true
}

function idsOf({ role, calls = [] }: PolicyMessage): (string | undefined)[] {
  return role === 'assistant' ? calls.map(({ id }) => id) : []
}
