import type { Certificate } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import type { Spending } from '../session/spending.ts'

/** What a step is likely to take, and a made-up session of that size. */
export interface Sizes {
  readonly callsPerTurn: number
  readonly replyTokens: number
  /** Tokens of a text of the made-up session. */
  readonly count: (text: string) => number
  readonly session: {
    readonly initial: JsonObject
    readonly patch: (step: number) => JsonObject
    readonly observation: (step: number) => string
  }
}

/** Guesses for an agent that has no session yet: a step that calls a tool, then one that answers. */
const GUESS = { callsPerTurn: 2, replyTokens: 150, patchChars: 60, stateGrowth: 400, observationChars: 600 }
/** Characters of a token, unless something is known: of prose, and of a state. */
const PROSE = 4
const JSON_CHARS = 2.2

/** Characters that mark what is made up: no text of an agent has them. */
const STATE = '\uE000'
const OBSERVATION = '\uE001'

export function sizesOf(
  { steps, calls, replies, patchChars, parts }: Spending,
  { certificate, initial }: { readonly certificate: Certificate; readonly initial: number },
): Sizes {
  const most = certificate.bounded ? certificate.parts : { state: Infinity, observation: Infinity }
  const mean = (sum: number | undefined, guess: number): number =>
    sum === undefined || steps === 0 ? guess : sum / steps
  /** Sums of tokens are those of all calls, sums of characters those of one call a step. */
  const perStep = steps === 0 ? 1 : calls / steps
  const head = perStep * ratioOf([parts.tools, parts.schema, parts.instructions], PROSE)
  const stateRatio = perStep * ratioOf([parts.state], JSON_CHARS)
  const seen = perStep * ratioOf([parts.observation], PROSE)
  return {
    callsPerTurn: steps > 0 ? calls / Math.max(1, replies) : GUESS.callsPerTurn,
    replyTokens: mean(parts.reply.tokens, GUESS.replyTokens) / perStep,
    count: (text) =>
      text.length / (text.includes(STATE) ? stateRatio : text.includes(OBSERVATION) ? seen : head),
    session: madeUp({
      stateChars: mean(parts.state.chars, Math.min(most.state, initial + GUESS.stateGrowth)),
      patchChars: mean(patchChars, GUESS.patchChars),
      observationChars: mean(parts.observation.chars, Math.min(most.observation, GUESS.observationChars)),
    }),
  }
}

function ratioOf(parts: readonly Spending['parts']['state'][], guess: number): number {
  const chars = parts.reduce((sum, part) => sum + part.chars, 0)
  const tokens = parts.reduce((sum, part) => sum + (part.tokens ?? 0), 0)
  return chars > 0 && tokens > 0 ? chars / tokens : guess
}

/** A session whose state keeps its size: each step changes one entry, wherever it is. */
function madeUp(of: {
  readonly stateChars: number
  readonly patchChars: number
  readonly observationChars: number
}): Sizes['session'] {
  const entry = Math.max(16, Math.round(of.patchChars))
  const count = Math.max(1, Math.round(of.stateChars / entry))
  const value = (step: number): string => `${STATE}${step}`.padEnd(Math.max(2, entry - 10), 'x')
  const key = (at: number): string => `k${at}`.padEnd(4, '_')
  return {
    initial: Object.fromEntries(Array.from({ length: count }, (_, at) => [key(at), value(0)])),
    patch: (step) => ({ [key((Math.imul(step + 1, 2_654_435_761) >>> 8) % count)]: value(step + 1) }),
    observation: (step) => `${OBSERVATION}${step}`.padEnd(Math.round(of.observationChars), 'x'),
  }
}
