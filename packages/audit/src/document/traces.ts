import type { EpisodeAudit } from '../audit-episode.ts'
import { nameOf, type Place, placeOf } from '../needs/provenance.ts'
import { callsBetween } from './reading-totals.ts'

/** One needed value with all that is known of where it was. */
interface TracedValue {
  readonly call: number
  readonly index: number
  readonly value: string
  readonly class: string
  readonly write: boolean
  readonly first?: Place | undefined
  readonly last?: Place | undefined
  readonly distance?: { readonly messages: number; readonly calls: number }
  readonly firstSource?: Place | undefined
  readonly lastSource?: Place | undefined
  readonly name?: string | undefined
  /** Whether it was visible in any message, and in a source, by policy. */
  readonly visible?: { readonly [policy: string]: readonly [boolean, boolean] } | undefined
}

export interface EpisodeTrace {
  readonly task_id: string | null
  readonly values: readonly TracedValue[]
}

export function traceEpisode({ episode, view, needs, verdicts }: EpisodeAudit): EpisodeTrace {
  const values = needs.map((need, at): TracedValue => {
    const { call, value, write, places, sources } = need
    const base = { call: call.number, index: call.index, value, class: need.class, write }
    const last = places.at(-1)
    if (last === undefined) return base
    const placed = (index: number | undefined): Place | undefined =>
      index === undefined ? undefined : placeOf(view, index, value)
    const policies = [...verdicts].map(([id, { visible }]) => [id, visible[at] ?? [false, false]] as const)
    return {
      ...base,
      first: placed(places[0]),
      last: placed(last),
      distance: { messages: call.index - last, calls: callsBetween(view, last, call.index) },
      firstSource: placed(sources[0]),
      lastSource: placed(sources.at(-1)),
      name: sources.length === 0 ? undefined : nameOf(view, value),
      visible: need.class === 'inP' ? undefined : Object.fromEntries(policies),
    }
  })
  return { task_id: episode.taskId ?? null, values }
}
