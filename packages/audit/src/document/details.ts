import type { EpisodeAudit } from '../audit-episode.ts'
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

export function farthestOf(known: readonly FarFact[], audit: EpisodeAudit): readonly FarFact[] {
  const { episode, view, needs, verdicts } = audit
  let facts = known
  needs.forEach(({ call, value, class: kind, places }, at) => {
    const distance = call.index - (places.at(-1) ?? 0)
    const isNear = facts.length === MOST_FACTS && distance <= (facts.at(-1)?.distance ?? 0)
    if (kind !== 'sourced' || isNear) return
    const droppedBy = [...verdicts].flatMap(([id, { visible }]) => (visible[at]?.[0] ? [] : [id]))
    const name = nameOf(view, value) ?? 'user'
    const fact = { task: episode.taskId ?? null, value, index: call.index, distance, name, droppedBy }
    facts = [...facts, fact].sort((a, b) => b.distance - a.distance).slice(0, MOST_FACTS)
  })
  return facts
}
