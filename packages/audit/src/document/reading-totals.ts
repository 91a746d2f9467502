import type { EpisodeAudit } from '../audit-episode.ts'
import { type Distribution, summariesOf, Tally } from '../measure/distribution.ts'
import { emptySizes } from '../measure/required.ts'
import { shareOf } from '../measure/round.ts'
import { inReading, type Need, type Reading } from '../needs/needs.ts'
import { nameOf } from '../needs/provenance.ts'
import type { View } from '../needs/view.ts'
import type { AuditDetails } from './details.ts'
import { countNeeds, type EpisodeReading, type NeedCounts } from './episode-figures.ts'

interface Survival {
  readonly visible: number
  readonly of: number
  readonly rate: number | null
}

/** The figures of a run in one reading. */
export interface ReadingFigures {
  readonly needs: NeedCounts
  readonly survival: { readonly [policy: string]: { readonly any: Survival; readonly sources: Survival } }
  readonly distance: Readonly<Record<DistanceKind, Distribution>>
  readonly required: Readonly<
    Record<'held' | 'minimal', { readonly chars: Distribution; readonly values: Distribution }>
  >
  readonly sources: { readonly [name: string]: { readonly needs: number; readonly notInObservation: number } }
}

type DistanceKind = 'anyMessages' | 'anyCalls' | 'sourceMessages' | 'sourceCalls'

export class ReadingTotals {
  readonly #reading: Reading
  readonly #needs = { ...countNeeds([]) }
  readonly #survival = new Map<string, [number, number]>()
  readonly #distance = {
    anyMessages: new Tally(),
    anyCalls: new Tally(),
    sourceMessages: new Tally(),
    sourceCalls: new Tally(),
  }
  readonly #required = { held: emptySizes(), minimal: emptySizes() }
  readonly #sources = new Map<string, { needs: number; notInObservation: number }>()

  constructor(reading: Reading, policies: readonly string[]) {
    this.#reading = reading
    for (const id of policies) this.#survival.set(id, [0, 0])
  }

  add(audit: EpisodeAudit, figures: EpisodeReading): void {
    for (const key of Object.keys(this.#needs) as (keyof NeedCounts)[]) this.#needs[key] += figures[key]
    for (const [id, [any, sources]] of Object.entries(figures.survival)) {
      const [anySoFar, sourcesSoFar] = this.#survival.get(id) ?? [0, 0]
      this.#survival.set(id, [anySoFar + any, sourcesSoFar + sources])
    }
    for (const kind of ['held', 'minimal'] as const)
      for (const part of ['chars', 'values'] as const)
        this.#required[kind][part].addAll(audit.required[this.#reading][kind][part])
    for (const need of inReading(audit.needs, this.#reading)) this.#addNeed(audit.view, need)
  }

  figures(): ReadingFigures {
    const { sourced, assistantOnly } = this.#needs
    const rate = (visible: number, of: number): Survival => ({ visible, of, rate: shareOf(visible, of) })
    return {
      needs: { ...this.#needs },
      survival: Object.fromEntries(
        [...this.#survival].map(([id, [any, sources]]) => [
          id,
          { any: rate(any, sourced + assistantOnly), sources: rate(sources, sourced) },
        ]),
      ),
      distance: summariesOf(this.#distance),
      required: {
        held: summariesOf(this.#required.held),
        minimal: summariesOf(this.#required.minimal),
      },
      sources: Object.fromEntries(
        [...this.#sources].sort(([a, x], [b, y]) => y.needs - x.needs || (a < b ? -1 : 1)),
      ),
    }
  }

  /** How many needed values had been seen within so many messages. */
  distances(): AuditDetails['distances'] {
    const { anyMessages, sourceMessages } = this.#distance
    const most = Math.max(anyMessages.summary().max ?? 0, sourceMessages.summary().max ?? 0)
    const sources = sourceMessages.shares(most)
    return anyMessages.shares(most).map((any, at) => ({ messages: at + 1, any, sources: sources[at] ?? 0 }))
  }

  #addNeed(view: View, { call, value, class: kind, places, sources }: Need): void {
    if (kind !== 'sourced' && kind !== 'assistantOnly') return
    const [any, source] = [places.at(-1) ?? 0, sources.at(-1)]
    this.#distance.anyMessages.add(call.index - any)
    this.#distance.anyCalls.add(callsBetween(view, any, call.index))
    if (kind !== 'sourced' || source === undefined) return
    this.#distance.sourceMessages.add(call.index - source)
    this.#distance.sourceCalls.add(callsBetween(view, source, call.index))
    const name = nameOf(view, value) ?? 'user'
    const counts = this.#sources.get(name) ?? { needs: 0, notInObservation: 0 }
    counts.needs++
    if (source < call.start) counts.notInObservation++
    this.#sources.set(name, counts)
  }
}

/** The number of calls after a message, up to and including the call at an index. */
export function callsBetween(view: View, after: number, upTo: number): number {
  return view.callsUpTo(upTo) - view.callsUpTo(after)
}
