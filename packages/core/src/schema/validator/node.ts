import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import type { Report } from './report.ts'
import { type Rule, Seen } from './rule.ts'

export type Tags = ReadonlyMap<string, ReadonlySet<JsonValue>>

export type NodeOf = (schema: JsonValue) => Node

/** What a schema says about the entries of an object, each of which can be judged alone. */
export interface EntryRules {
  readonly required: ReadonlySet<string>
  readonly least: number
  readonly most: number
  readonly names: Node | undefined
  /** Schemas of the same object: `$ref` and `allOf`. */
  readonly also: readonly Node[]
  readonly values: (key: string, run: Run) => readonly Node[]
}

export class Node {
  /** In the order in which they apply: those on what no schema was applied to come last. */
  rules: readonly Rule[] = []
  /** Whether the last rules need to know which keys and items the others were applied to. */
  tracks = false
  isFalse = false
  /** Reads what `entries` gives. */
  readEntries: () => EntryRules | undefined = () => undefined
  #entries: EntryRules | 'whole' | undefined
  /** The values that this alternative allows for a key, by key: for keys that tell it from others. */
  tags: () => Tags = () => new Map()

  /** Undefined if an object must be judged as a whole. */
  get entries(): EntryRules | undefined {
    this.#entries ??= this.readEntries() ?? 'whole'
    return this.#entries === 'whole' ? undefined : this.#entries
  }

  /** Whether a value has a tag of this alternative, and all its tags fit. */
  fitsTags(value: JsonValue): boolean {
    const tags = isJsonObject(value) ? [...this.tags()].filter(([key]) => Object.hasOwn(value, key)) : []
    return (
      tags.length > 0 && tags.every(([key, values]) => values.has((value as JsonObject)[key] as JsonValue))
    )
  }

  judge(value: JsonValue, run: Run, outer?: Seen, report?: Report): boolean {
    run.spend(1)
    const seen = this.tracks ? new Seen() : outer
    let passes = true
    for (const rule of this.rules) {
      if (rule(value, run, seen, report)) continue
      if (!report) return false
      passes = false
    }
    if (this.tracks && seen && passes) outer?.add(seen)
    return passes
  }

  /** The same for a schema of a value that another one applies to, too: what it was applied to counts as seen if it passes. */
  judgeApart(value: JsonValue, run: Run, seen: Seen | undefined, report?: Report): boolean {
    if (seen === undefined) return this.judge(value, run, undefined, report)
    const own = new Seen()
    const passes = this.judge(value, run, own, report)
    if (passes) seen.add(own)
    return passes
  }

  /** The same for the value of a key or an index. `surplus` says what is wrong if there must be none. */
  judgeAt(
    key: string | number,
    value: JsonValue,
    run: Run,
    report: Report | undefined,
    surplus?: () => string,
  ): boolean {
    if (!report) return this.judge(value, run)
    return report.below(key, () => {
      if (!this.isFalse || !surplus) return this.judge(value, run, undefined, report)
      report.note(surplus())
      return false
    })
  }
}
