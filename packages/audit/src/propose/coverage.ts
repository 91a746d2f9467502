import type { Field } from '@skill-state/protocol/evidence'
import { type AuditOptions, type AuditSettings, settingsOf } from '../audit-episode.ts'
import type { Episode } from '../episode.ts'
import { type Distribution, Tally } from '../measure/distribution.ts'
import { shareOf } from '../measure/round.ts'
import { percent, whole } from '../table.ts'
import { coverageOf, missedByName, readEpisode, trainOn } from './training.ts'

/** What a state of fields carries, and how large it is. */
export interface CoverageFigures {
  readonly fields: number
  /** Needed values that a source gave before the observation of their call, and no source in it. */
  readonly carried: number
  readonly covered: number
  readonly coverage: number | null
  /** Characters of the state at each call. */
  readonly chars: Distribution
  /** The needs that the state does not hold, by the name of their first source, most frequent first. */
  readonly missed: { readonly [name: string]: number }
}

/** Measures what fields would have carried over the episodes that it is given. */
export class Coverage {
  readonly #fields: readonly Field[]
  readonly #settings: AuditSettings
  readonly #chars = new Tally()
  readonly #missed = new Map<string, number>()
  #carried = 0
  #covered = 0

  constructor(fields: readonly Field[], options: AuditOptions = {}) {
    this.#fields = fields
    this.#settings = settingsOf(options)
  }

  add(episode: Episode): void {
    const training = trainOn([readEpisode(episode, this.#settings)])
    const { carried, covered, missed, chars } = coverageOf(this.#fields, training)
    this.#carried += carried
    this.#covered += covered
    this.#chars.addAll(chars)
    for (const [name, { length }] of missedByName(missed))
      this.#missed.set(name, (this.#missed.get(name) ?? 0) + length)
  }

  figures(): CoverageFigures {
    return {
      fields: this.#fields.length,
      carried: this.#carried,
      covered: this.#covered,
      coverage: shareOf(this.#covered, this.#carried),
      chars: this.#chars.summary(),
      missed: Object.fromEntries([...this.#missed].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))),
    }
  }
}

/** What a state of fields carries, as a section of a report. */
export function coverageMarkdown({
  fields,
  carried,
  covered,
  coverage,
  chars,
  missed,
}: CoverageFigures): string {
  const most = 10
  const lines = Object.entries(missed)
    .slice(0, most)
    .map(([name, count]) => `- ${whole(count)} from \`${name}\``)
  return `## What the given fields carry

${whole(fields)} fields hold ${whole(covered)} of ${whole(carried)} carried needs: ${percent(coverage)}. The state takes ${whole(chars.mean)} characters
in the mean, ${whole(chars.p90)} in nine of ten calls, ${whole(chars.max)} at most.
${lines.length === 0 ? '' : `\nNot held:\n\n${lines.join('\n')}\n`}`
}
