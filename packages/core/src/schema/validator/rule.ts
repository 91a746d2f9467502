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
