import { billSteps, layouts } from '@skill-state/core/layouts'
import { type Message, PromptCache } from '@skill-state/protocol'

/** Sizes in tokens. */
export interface Sizes {
  /** Instructions and tools. */
  readonly head: number
  readonly state: number
  /** What a step writes into the state. */
  readonly change: number
  readonly observation: number
  readonly reply: number
  readonly steps: number
  /** Price of cached input, in percent of other input. */
  readonly cached: number
  /** Fewest tokens that the provider caches. */
  readonly minimum: number
}

/** Input after each step, in tokens at the full price. */
export type Sums = Readonly<Record<'transcript' | 'whole' | 'auto', readonly number[]>>

/** Characters of a token: of prose, and of the JSON of a state. */
const PROSE = 4
const JSON_CHARS = 2.2
/** Marks what is JSON. */
const MARK = '§'

/** Plays a made-up session of these sizes with the layouts and the simulated cache of `protocol`. */
export function sumsOf(sizes: Sizes): Sums {
  return { transcript: transcript(sizes), whole: asState(sizes, false), auto: asState(sizes, true) }
}

/** The first step from which on the state costs no more than the transcript; undefined if that is later. */
export function breakEven({ transcript, auto }: Sums): number | undefined {
  const last = auto.findLastIndex((sum, step) => sum > (transcript[step] ?? 0))
  return last === auto.length - 1 ? undefined : last + 2
}

function cacheOf({ cached, minimum }: Sizes): PromptCache {
  const count = (text: string): number => text.length / (text.includes(MARK) ? JSON_CHARS : PROSE)
  return new PromptCache(count, { read: cached / 100, minimum })
}

function summed(charged: Iterable<{ readonly cost: number }>): readonly number[] {
  let sum = 0
  return Array.from(charged, ({ cost }) => {
    sum += cost
    return Math.round(sum)
  })
}

const prose = (tokens: number, step: number): string => `${step} `.padEnd(tokens * PROSE, 'x')

function transcript(sizes: Sizes): readonly number[] {
  const cache = cacheOf(sizes)
  const messages: Message[] = [{ role: 'system', text: prose(sizes.head, 0) }]
  const ends: number[] = []
  const charged = Array.from({ length: sizes.steps }, (_, step) => {
    messages.push({ role: 'user', text: prose(sizes.observation, step) })
    ends.push(messages.reduce((sum, { text }) => sum + text.length, 0))
    const sent = cache.send({ prompt: messages, cacheBreakpoints: ends })
    messages.push({ role: 'assistant', text: prose(sizes.reply, step) })
    return sent
  })
  return summed(charged)
}

function asState(sizes: Sizes, isAuto: boolean): readonly number[] {
  const { head, state, change, observation, steps, cached, minimum: minCachedTokens } = sizes
  const instructions = prose(head, 0)
  const entry = Math.max(14, Math.round(change * JSON_CHARS))
  const count = Math.max(1, Math.round((state * JSON_CHARS) / entry))
  const value = (step: number): string => `${MARK}${step}`.padEnd(entry - 9, 'x')
  const key = (at: number): string => `k${at}`.padEnd(4, '_')
  const prices = { input: 1, cacheRead: cached / 100 }
  const layout = isAuto
    ? layouts.auto({ prices, minCachedTokens, headChars: instructions.length })
    : undefined
  const session = {
    skill: { instructions },
    form: { prompt: 'messages', answer: 'json' },
    request: { cacheBreakpoints: [instructions.length] },
    layout,
    steps,
    initial: Object.fromEntries(Array.from({ length: count }, (_, at) => [key(at), value(0)])),
    patch: (step: number) => ({
      [key((Math.imul(step + 1, 2_654_435_761) >>> 8) % count)]: value(step + 1),
    }),
    observation: (step: number) => prose(observation, step),
  } as const
  return summed(billSteps(session, cacheOf(sizes)))
}
