import type { EpisodeAudit } from '../audit-episode.ts'
import { round, shareOf } from '../measure/round.ts'
import { nameOf } from '../needs/provenance.ts'

/** A needed value whose last occurrence was far back. */
export interface FarFact {
  readonly task: string | null
  readonly value: string
  /** Index of the call's message in the agent's view. */
  readonly index: number
  /** Messages since its last occurrence. */
  readonly distance: number
  /** Its first source. */
  readonly name: string
  /** Policies that would have dropped it. */
  readonly droppedBy: readonly string[]
}

/** What a report draws beyond the audit's document. */
export interface AuditDetails {
  readonly farthest: readonly FarFact[]
  /** The share of needed values seen within so many messages: anywhere, and in a source. */
  readonly distances: readonly { readonly messages: number; readonly any: number; readonly sources: number }[]
  /** Mean characters of the first, second, … prompt of an episode, by policy. */
  readonly sizeByCall: { readonly [policy: string]: readonly number[] }
}

const MOST_FACTS = 10

/** Calls of which a mean size is drawn need this many episodes. */
const FEWEST_EPISODES = 5

/** Gathers what reports draw, in memory that does not grow with the episodes. */
export class Details {
  #farthest: FarFact[] = []
  readonly #any = new Map<number, number>()
  readonly #sources = new Map<number, number>()
  readonly #sizes = new Map<string, { sum: number; episodes: number }[]>()

  add(audit: EpisodeAudit): void {
    const { episode, view, needs, verdicts, systemChars } = audit
    needs.forEach(({ call, value, class: kind, places, sources }, at) => {
      if (kind !== 'sourced' && kind !== 'assistantOnly') return
      const distance = call.index - (places.at(-1) ?? 0)
      count(this.#any, distance)
      if (kind !== 'sourced') return
      count(this.#sources, call.index - (sources.at(-1) ?? 0))
      if (this.#farthest.length === MOST_FACTS && distance <= (this.#farthest.at(-1)?.distance ?? 0)) return
      const droppedBy = [...verdicts].flatMap(([id, { visible }]) => (visible[at]?.[0] ? [] : [id]))
      const name = nameOf(view, value) ?? 'user'
      const fact = { task: episode.taskId ?? null, value, index: call.index, distance, name, droppedBy }
      this.#farthest = [...this.#farthest, fact].sort((a, b) => b.distance - a.distance).slice(0, MOST_FACTS)
    })
    for (const [id, { chars }] of verdicts) {
      const sums = this.#sizes.get(id) ?? []
      this.#sizes.set(id, sums)
      chars.forEach((size, call) => {
        const so = sums[call] ?? { sum: 0, episodes: 0 }
        sums[call] = { sum: so.sum + size + systemChars, episodes: so.episodes + 1 }
      })
    }
  }

  figures(): AuditDetails {
    const most = Math.max(0, ...this.#any.keys(), ...this.#sources.keys())
    const [any, sources] = [cumulative(this.#any, most), cumulative(this.#sources, most)]
    return {
      farthest: this.#farthest,
      distances: any.map((share, at) => ({ messages: at + 1, any: share, sources: sources[at] ?? 0 })),
      sizeByCall: Object.fromEntries(
        [...this.#sizes].map(([id, sums]) => [
          id,
          sums
            .filter(({ episodes }) => episodes >= Math.min(FEWEST_EPISODES, sums[0]?.episodes ?? 1))
            .map(({ sum, episodes }) => round(sum / episodes)),
        ]),
      ),
    }
  }
}

function count(counts: Map<number, number>, value: number): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

/** The share of values up to 1, 2, … most. */
function cumulative(counts: ReadonlyMap<number, number>, most: number): readonly number[] {
  const total = [...counts.values()].reduce((sum, times) => sum + times, 0)
  let seen = 0
  return Array.from({ length: most }, (_, at) => {
    seen += counts.get(at + 1) ?? 0
    return shareOf(seen, total) ?? 0
  })
}
