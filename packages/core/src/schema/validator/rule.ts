import type { JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import type { Report } from './report.ts'

/**
 * What a keyword, or a few that belong together, demand of a value: whether it passes. Notes in `seen` which keys and items a
 * schema was applied to, and in `report` why the value does not pass, if asked to. Without a report the first reason is enough.
 */
export type Rule = (value: JsonValue, run: Run, seen: Seen | undefined, report: Report | undefined) => boolean

/** The keys and items of one value to which a schema was applied, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Seen {
  readonly keys: Set<string> = new Set()
  allKeys = false
  /** Items before this index were seen. */
  items = 0

  add(other: Seen): void {
    for (const key of other.keys) this.keys.add(key)
    this.allKeys ||= other.allKeys
    this.items = Math.max(this.items, other.items)
  }
}

/** A rule about a value that looks at no other schema. `demand` is what must be. */
export function assertion(test: (value: JsonValue, run: Run) => boolean, demand: string): Rule {
  return (value, run, _, report) => {
    const passes = test(value, run)
    if (!passes) report?.add(demand, value)
    return passes
  }
}

/**
 * Rules about the least and the most of a size, which shapes have checked. `isBelow` tells whether a value is smaller
 * than a limit; undefined for one that has no such size.
 */
export function sizeRules(
  parts: string,
  [least, most]: readonly [JsonValue | undefined, JsonValue | undefined],
  isBelow: (value: JsonValue, limit: number, run: Run) => boolean | undefined,
): Rule[] {
  const rules: Rule[] = []
  const add = (limit: number, forbidden: boolean, what: string): void => {
    const demand = `must NOT have ${what} ${parts}`
    rules.push(assertion((value, run) => isBelow(value, limit, run) !== forbidden, demand))
  }
  if (typeof least === 'number') add(least, true, `fewer than ${least}`)
  if (typeof most === 'number') add(most + 1, false, `more than ${most}`)
  return rules
}
