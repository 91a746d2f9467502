import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { isSame, valueAt } from './pointer.ts'

/** One change of a value. */
export interface ValueChange {
  /** t of the step whose patch made it; undefined for Σ_0. */
  readonly step: number | undefined
  /** Undefined: it was not there. */
  readonly before: JsonValue | undefined
  /** Undefined: it was removed. */
  readonly after: JsonValue | undefined
}

/** Each change of the value at a path, oldest first: the last one says why the value is what it is. */
export function valueHistory(states: readonly JsonObject[], path: readonly string[]): readonly ValueChange[] {
  const values = states.map((state) => valueAt(state, path))
  return values.flatMap((after, index): ValueChange[] => {
    const before = index === 0 ? undefined : values[index - 1]
    if (isSame(before, after)) return []
    return [{ step: index === 0 ? undefined : index - 1, before, after }]
  })
}
