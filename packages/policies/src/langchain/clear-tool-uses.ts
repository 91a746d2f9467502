import type { PolicyMessage } from '../policy.ts'
import { approximateTokens, countTokens } from './counters.ts'
import { type Keep, reaches, shareOf, type Trigger } from './sizes.ts'

/** The options of LangChain's `ClearToolUsesEdit`, which follows Anthropic's `clear_tool_uses_20250919`. */
export interface ClearToolUses {
  readonly trigger?: Trigger | undefined
  readonly keep?: Keep | undefined
  readonly placeholder?: string | undefined
  /** Their results are never cleared, but use up the kept places. */
  readonly excludeTools?: readonly string[] | undefined
  /** Empties the arguments of calls whose result is cleared. */
  readonly clearToolInputs?: boolean | undefined
  /** If less is gained, kept results are cleared too, the newest first. */
  readonly clearAtLeast?: number | undefined
}

const KEPT = 3
const TRIGGER: Trigger = { tokens: 100_000 }

/**
 * LangChain's `ClearToolUsesEdit` 1.5.14: returns the list that it leaves, which in an agent's loop is the saved one.
 * Results without an earlier call are removed first, whether the trigger is reached or not. `limit` is the model's
 * input limit, for fractions.
 */
export function clearToolUses<M extends PolicyMessage>(
  given: readonly M[],
  { trigger = TRIGGER, keep = { messages: KEPT }, clearAtLeast = 0, ...options }: ClearToolUses = {},
  limit?: number,
): readonly M[] {
  const messages = [...withoutOrphans(given)]
  const before = messages.reduce((sum, message) => sum + approximateTokens.size(message), 0)
  const measured = { tokens: approximateTokens.total(before), messages: messages.length }
  if (!reaches(trigger, measured, { limit, atLeastOne: true })) return messages

  const results = [...messages.keys()].filter((at) => messages[at]?.role === 'tool')
  const kept = keptCount(
    results.map((at) => messages[at] as M),
    keep,
    limit,
  )
  const edit = { messages, size: before, options }
  const old = kept >= results.length ? [] : results.slice(0, results.length - kept)
  for (const at of old) clear(edit, at)
  const gained = (): number => Math.max(0, measured.tokens - approximateTokens.total(edit.size))
  for (const at of kept < results.length ? results.slice(old.length).reverse() : []) {
    if (gained() >= clearAtLeast) break
    clear(edit, at)
  }
  return messages
}

/** The messages without results that no earlier message called for. */
export function withoutOrphans<M extends PolicyMessage>(given: readonly M[]): readonly M[] {
  return given.filter((message, at) => message.role !== 'tool' || callerOf(given, at) !== undefined)
}

interface Edit<M> {
  readonly messages: M[]
  size: number
  readonly options: Pick<ClearToolUses, 'placeholder' | 'excludeTools' | 'clearToolInputs'>
}

/** Clears one result, unless it was cleared before or its tool is excluded. */
function clear<M extends PolicyMessage>(edit: Edit<M>, at: number): void {
  const { messages, options } = edit
  const { placeholder = '[cleared]', excludeTools = [], clearToolInputs = false } = options
  const result = messages[at] as M
  const caller = callerOf(messages, at)
  if (result.cleared === true || caller === undefined) return
  const message = messages[caller] as M
  const name = result.tool || message.calls?.find(({ id }) => id === result.callId)?.name
  if (name !== undefined && excludeTools.includes(name)) return
  replace(edit, at, { ...result, content: placeholder, error: undefined, cleared: true })
  if (!clearToolInputs) return
  const calls = message.calls?.map((call) => (call.id === result.callId ? { ...call, arguments: {} } : call))
  replace(edit, caller, { ...message, calls })
}

function replace<M extends PolicyMessage>(edit: Edit<M>, at: number, by: M): void {
  edit.size += approximateTokens.size(by) - approximateTokens.size(edit.messages[at] as M)
  edit.messages[at] = by
}

function callerOf(messages: readonly PolicyMessage[], at: number): number | undefined {
  const wanted = messages[at]?.callId
  for (let before = at - 1; before >= 0; before--) {
    const { role, calls } = messages[before] as PolicyMessage
    if (role === 'assistant' && calls?.some(({ id }) => id === wanted)) return before
  }
  return undefined
}

/** How many of the newest results are kept. By tokens, each result is counted alone, from the newest back. */
function keptCount(results: readonly PolicyMessage[], keep: Keep, limit: number | undefined): number {
  if (keep.messages !== undefined) return keep.messages
  const share = shareOf(limit, keep.fraction)
  const room = keep.tokens ?? (share !== undefined && share > 0 ? share : undefined)
  if (room === undefined) return KEPT
  let used = 0
  const first = results.findLastIndex((result) => {
    used += countTokens([result])
    return used > room
  })
  return results.length - 1 - first
}
