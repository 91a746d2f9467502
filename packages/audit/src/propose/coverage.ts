import type { Field } from '@skill-state/core/capture'
import { type AuditOptions, type AuditSettings, settingsOf } from '../audit-episode.ts'
import type { Episode } from '../episode.ts'
import { canonicalJson } from '../json/canonical.ts'
import { type Distribution, Tally } from '../measure/distribution.ts'
import { shareOf } from '../measure/round.ts'
import { needsOf } from '../needs/needs.ts'
import { finderIn, wordsOf } from '../needs/occurrence.ts'
import { nameOf } from '../needs/provenance.ts'
import { viewOf } from '../needs/view.ts'
import { fillField } from './filled-field.ts'
import { materialIn } from './material.ts'
import { isCarried } from './training.ts'

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
    const view = viewOf(episode, this.#settings.stateTools)
    const prompt = this.#settings.prompt ?? episode.prompt ?? ''
    const needs = needsOf(view, { ...this.#settings, prompt, pieces: true })
    const material = materialIn(view)
    const filled = this.#fields.map((field) => ({ name: field.name, field: fillField(field) }))
    const byCall = Map.groupBy(needs, ({ call }) => call)
    let next = 0
    for (const call of view.calls) {
      for (; (material[next]?.index ?? Infinity) < call.start; next++) {
        for (const { field } of filled) field.take(material[next] as (typeof material)[number])
      }
      const entries = filled.flatMap(({ name, field }) => {
        const held = field.value()
        return held === undefined ? [] : [[name, held] as const]
      })
      this.#chars.add(canonicalJson(Object.fromEntries(entries)).length)
      const texts = filled.flatMap(({ field }) => field.texts())
      const carried = (byCall.get(call) ?? []).filter((need) => need.class === 'sourced' && isCarried(need))
      const find = finderIn(texts, wordsOf(carried.map(({ value }) => value)))
      for (const need of carried) {
        this.#carried++
        if (find(need.value).length > 0) this.#covered++
        else {
          const name = nameOf(view, need.value) ?? 'user'
          this.#missed.set(name, (this.#missed.get(name) ?? 0) + 1)
        }
      }
    }
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
