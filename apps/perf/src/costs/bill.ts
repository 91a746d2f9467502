import { ask, mergeState, State } from '@skill-state/core'
import { layouts } from '@skill-state/core/layouts'
import type { JsonObject, Prompt } from '@skill-state/protocol'
import type { CostCase } from './cases.ts'
import { type CacheRules, type Count, PromptCache } from './prompt-cache.ts'

export const WAYS = ['transcript', 'whole', 'stableFirst', 'overlay', 'baseLog', 'auto'] as const

export type Way = (typeof WAYS)[number]

export interface BillOptions {
  readonly steps: number
  readonly rules: CacheRules
  readonly count: Count
}

/** Input of a session in one way of asking, in tokens at the full price: at each step the sum so far. */
export function bill(session: CostCase, way: Way, { steps, rules, count }: BillOptions): readonly number[] {
  const cache = new PromptCache(rules, count)
  const prompts = way === 'transcript' ? transcript(session) : asState(session, way, rules)
  const sums: number[] = []
  for (let step = 0; step < steps; step += 1) {
    const { pieces, marks } = prompts(step)
    sums.push((sums.at(-1) ?? 0) + cache.send(pieces, marks, step).cost)
  }
  return sums
}

interface Sent {
  readonly pieces: readonly string[]
  readonly marks: readonly number[]
}

function transcript({ head, patch, observation }: CostCase): (step: number) => Sent {
  const pieces = inPieces(head)
  return (step) => {
    if (step > 0) pieces.push(`{"action": ${JSON.stringify(Object.keys(patch(step - 1)))}}\n`)
    pieces.push(...inPieces(observation(step)))
    return { pieces: [...pieces], marks: [pieces.length] }
  }
}

function asState(
  session: CostCase,
  way: Exclude<Way, 'transcript'>,
  rules: CacheRules,
): (step: number) => Sent {
  const { head: instructions, initial, patch, observation } = session
  const prices = { input: 1, cacheRead: rules.read, cacheWrite: rules.write }
  const options = { prices, minCachedTokens: rules.minimum, headChars: instructions.length }
  const layout = way === 'whole' ? undefined : layouts[way](options)
  let state = State.from(initial)
  let since = layout?.write(state, undefined).since
  return (step) => {
    const laid = layout?.write(state, step === 0 ? undefined : since)
    const form = { prompt: 'messages', answer: 'json', stateText: laid?.text } as const
    const prompt = ask({ instructions }, state, observation(step), form)
    const head = typeof prompt === 'string' ? [] : [prompt[0]?.text.length ?? 0]
    const sent = cut(prompt, laid ? laid.breakpoints(prompt, head) : head)
    const change: JsonObject = patch(step)
    state = mergeState(state, change).after
    since = laid?.since.next(change)
    return sent
  }
}

/** A prompt in pieces, cut at its marks too. */
function cut(prompt: Prompt, offsets: readonly number[]): Sent {
  const text = typeof prompt === 'string' ? prompt : prompt.map((message) => message.text).join('')
  const pieces: string[] = []
  const marks: number[] = []
  let from = 0
  for (const end of [...offsets, text.length]) {
    pieces.push(...inPieces(text.slice(from, end)))
    marks.push(pieces.length)
    from = end
  }
  return { pieces, marks: marks.slice(0, -1) }
}

/** Small enough for the counter's memory: a provider's cache and its tokens hardly depend on where a text is cut. */
function inPieces(text: string): string[] {
  return text.split(/(?<=[,\n])/)
}

/** The first step from which on a way costs no more than another; undefined if it never does. */
export function breakEven(way: readonly number[], other: readonly number[]): number | undefined {
  const last = way.findLastIndex((sum, step) => sum > (other[step] ?? 0))
  return last === way.length - 1 ? undefined : last + 1
}
