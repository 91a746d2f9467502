import { isJsonObject, type JsonObject, type Player, type PromptView, type Turn } from '@skill-state/protocol'
import type { Draw, Failing } from './fallible.ts'

/** The log-odds with which a carried fact is missed. */
export interface OverlookingOptions {
  readonly seed: number
  /** Of a fact at the edge of a prompt of 1,000 characters that carries nothing else. */
  readonly level: number
  /** Added for each factor e of the prompt's characters. */
  readonly byLength: number
  /** Added in the middle of what is carried; nothing at its edges. */
  readonly byMiddle?: number
  /** Added for each factor e of the number of facts carried. */
  readonly bySimilar?: number
}

/**
 * Misses carried facts: entries of a state, turns of a history, parts of a summary. Never the newest observation.
 *
 * @example
 * ```ts
 * import { overlooking } from '@skill-state/models'
 *
 * console.log(overlooking({ seed: 1, level: 0.01, byLength: 0.5 }).seed) // 1
 * ```
 */
export function overlooking(options: OverlookingOptions): Failing {
  const { seed, level, byLength, byMiddle = 0, bySimilar = 0 } = options
  const reads =
    (facts: number, chars: number, draw: Draw) =>
    (index: number): boolean => {
      const place = facts > 1 ? index / (facts - 1) : 0
      const odds = level + byLength * Math.log(chars / 1_000) + byMiddle * 4 * place * (1 - place)
      return draw() >= 1 / (1 + Math.exp(-odds - bySimilar * Math.log(Math.max(1, facts))))
    }
  const keep = <T>(facts: readonly T[], chars: number, draw: Draw): T[] => {
    const isRead = reads(facts.length, chars, draw)
    return facts.filter((_, index) => isRead(index))
  }
  const play = (player: Player, draw: Draw): Player => ({
    decide: (view) => player.decide(overlook(view, (facts) => keep(facts, charactersOf(view), draw))),
    summarise:
      player.summarise &&
      ((view) => {
        const chars = view.summary.length + charactersIn(view.turns)
        return player.summarise?.({ ...view, turns: keep(view.turns, chars, draw) }) ?? ''
      }),
  })
  const terms = `log-odds ${level} + ${byLength} ln(characters/1000) + ${byMiddle} in the middle + ${bySimilar} ln(facts)`
  return { id: 'overlooking', notice: `it misses each carried fact with ${terms}.`, seed, play }
}

type Keep = <T>(facts: readonly T[]) => readonly T[]

function overlook(view: PromptView, keep: Keep): PromptView {
  const { state, summary, history } = view
  return {
    ...view,
    history: keep(history),
    state: state === undefined ? undefined : overlookEntries(state, keep),
    summary: summary === undefined ? undefined : overlookParts(summary, keep),
  }
}

function overlookEntries(state: JsonObject, keep: Keep): JsonObject {
  const fields = Object.entries(state).map(([key, value]) => {
    return [key, isJsonObject(value) ? Object.fromEntries(keep(Object.entries(value))) : value]
  })
  return Object.fromEntries(fields) as JsonObject
}

/** The first part stays, since it says what the others are. */
function overlookParts(summary: string, keep: Keep): string {
  const [first = '', ...parts] = summary.split(/(?<=[,.\n])(?=\s)|(?<=\n)/)
  return [first, ...keep(parts)].join('')
}

function charactersOf({ instructions, state, summary = '', history, observation }: PromptView): number {
  const carried = state === undefined ? 0 : JSON.stringify(state).length
  return instructions.length + carried + summary.length + charactersIn(history) + observation.length
}

function charactersIn(turns: readonly Turn[]): number {
  return turns.reduce((sum, { observation, response }) => sum + observation.length + response.length, 0)
}
