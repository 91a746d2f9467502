import type { JsonValue } from '@skill-state/protocol'
import type { Run } from '../../pattern/run.ts'
import type { Report } from './report.ts'
import type { Seen } from './seen.ts'

/** What a keyword, or a few that belong together, demand of a value. */
export interface Rule {
  /** Whether the value passes. Notes in `seen` which keys and items a schema was applied to, if asked to. */
  judge(value: JsonValue, run: Run, seen: Seen | undefined): boolean
  /** Reports why a value, which does not pass, does not. */
  explain(value: JsonValue, run: Run, report: Report, seen: Seen | undefined): void
}

/** A rule about a value that looks at no other schema. `say` returns what must be. */
export function assertion(
  test: (value: JsonValue, run: Run) => boolean,
  say: (value: JsonValue) => string,
): Rule {
  return { judge: test, explain: (value, _, report) => report.add(say(value), value) }
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
  const add = (limit: number, forbidden: boolean, demand: string): void => {
    const say = (): string => `must NOT have ${demand} ${parts}`
    rules.push(assertion((value, run) => isBelow(value, limit, run) !== forbidden, say))
  }
  if (typeof least === 'number') add(least, true, `fewer than ${least}`)
  if (typeof most === 'number') add(most + 1, false, `more than ${most}`)
  return rules
}
