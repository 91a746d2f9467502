import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import type { Report } from './report.ts'
import type { Rule } from './rule.ts'
import { Seen } from './seen.ts'

export type Tags = ReadonlyMap<string, ReadonlySet<JsonValue>>

const NO_TAGS: Tags = new Map()

/** What a schema says about the entries of an object, each of which can be judged alone. */
export interface EntryRules {
  readonly required: ReadonlySet<string>
  readonly least: number
  readonly most: number
  /** The schema of new keys. */
  readonly names: Node | undefined
  /** Schemas of the same object: `$ref` and `allOf`. */
  readonly also: readonly Node[]
  /** Schemas of one entry's value. */
  readonly values: (key: string, run: Run) => readonly Node[]
}

/** A subschema that is ready to judge values. */
export class Node implements Rule {
  /** In the order in which they apply: those on what no schema was applied to come last. */
  rules: readonly Rule[] = []
  /** Whether the last rules need to know which keys and items the others were applied to. */
  tracks = false
  /** Whether this is the schema `false`. */
  isFalse = false
  /** Reads what `entries` gives. */
  readEntries: () => EntryRules | undefined = () => undefined
  #entries: EntryRules | 'whole' | undefined
  /** The values that this alternative allows for a key, by key: for keys that tell it from others. */
  tags: () => Tags = () => NO_TAGS

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

  judge(value: JsonValue, run: Run, outer?: Seen): boolean {
    run.spend(1)
    const seen = this.tracks ? new Seen() : outer
    for (const rule of this.rules) if (!rule.judge(value, run, seen)) return false
    if (this.tracks && seen) outer?.add(seen)
    return true
  }

  explain(value: JsonValue, run: Run, report: Report): void {
    run.spend(1)
    const seen = this.tracks ? new Seen() : undefined
    for (const rule of this.rules) {
      if (!rule.judge(value, run, seen)) rule.explain(value, run, report, seen)
    }
  }
}
