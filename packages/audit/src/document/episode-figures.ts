import { type EpisodeAudit, type Recorded, recordedOf } from '../audit-episode.ts'
import type { Distribution } from '../measure/distribution.ts'
import type { Erasures } from '../measure/erasures.ts'
import type { PolicyVerdict } from '../measure/judge-policy.ts'
import { round } from '../measure/round.ts'
import { inReading, type Need, type Reading } from '../needs/needs.ts'

/** How many values the calls of an episode or a run needed, by class. */
export type NeedCounts = Readonly<Record<Need['class'] | 'values' | 'callsWithNeeds', number>>

export interface EpisodeReading extends NeedCounts {
  /** Values visible in any message, and in a source, by policy. */
  readonly survival: { readonly [policy: string]: readonly [number, number] }
  readonly required: { readonly held: Distribution; readonly minimal: Distribution }
}

/** An episode's row of the audit's document. */
export interface EpisodeFigures {
  readonly task_id: string | null
  readonly reward: number | null
  readonly messages: number
  readonly calls: number
  readonly all: EpisodeReading
  readonly write: EpisodeReading
  /** Characters of all prompts, by policy. */
  readonly chars: { readonly [policy: string]: number }
  readonly erasures: Omit<Erasures, 'idsBefore' | 'reordered' | 'duplicateKeys'>
  readonly recorded: Recorded
}

export function episodeFigures(audit: EpisodeAudit): EpisodeFigures {
  const { episode, view } = audit
  const { idsBefore: _, reordered: __, duplicateKeys: ___, ...erasures } = audit.erasures
  const recorded = recordedOf(episode.messages)
  return {
    task_id: episode.taskId ?? null,
    reward: episode.reward ?? null,
    messages: view.messages.length,
    calls: view.calls.length,
    all: episodeReading(audit, 'all'),
    write: episodeReading(audit, 'write'),
    chars: byPolicy(audit, ({ chars }) =>
      chars.reduce((sum, each) => sum + each, chars.length * audit.systemChars),
    ),
    erasures,
    recorded: { ...recorded, cost: round(recorded.cost) },
  }
}

export function countNeeds(needs: readonly Need[]): NeedCounts {
  const of = (kind: Need['class']): number => needs.filter((need) => need.class === kind).length
  return {
    values: needs.length,
    inP: of('inP'),
    never: of('never'),
    assistantOnly: of('assistantOnly'),
    sourced: of('sourced'),
    callsWithNeeds: new Set(needs.map(({ call }) => call)).size,
  }
}

function byPolicy<T>({ verdicts }: EpisodeAudit, figure: (verdict: PolicyVerdict) => T): Record<string, T> {
  return Object.fromEntries([...verdicts].map(([id, verdict]) => [id, figure(verdict)]))
}

function episodeReading(audit: EpisodeAudit, reading: Reading): EpisodeReading {
  const { held, minimal } = audit.required[reading]
  return {
    ...countNeeds(inReading(audit.needs, reading)),
    survival: byPolicy(audit, ({ visible }) => {
      const counted = audit.needs.map(({ class: kind, write }, at) => {
        const [any = false, sources = false] = (reading === 'all' || write ? visible[at] : undefined) ?? []
        const isSourced = kind === 'sourced'
        return { any: any && (isSourced || kind === 'assistantOnly'), sources: sources && isSourced }
      })
      return [counted.filter(({ any }) => any).length, counted.filter(({ sources }) => sources).length]
    }),
    required: { held: held.chars.summary(), minimal: minimal.chars.summary() },
  }
}
