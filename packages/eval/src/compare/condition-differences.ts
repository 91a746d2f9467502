import type { JsonObject } from '@skill-state/protocol'
import { differences } from '../trace/differences.ts'

export interface ConditionDifference {
  /** Its name at the top of the conditions: `model`, `budget`. */
  readonly condition: string
  /** Where, and the value in the first run and in the second: `model.id is "m1", not "m2"`. */
  readonly lines: readonly string[]
}

/** Compares what could change a figure of two runs, condition by condition. */
export function conditionDifferences(a: JsonObject, b: JsonObject): readonly ConditionDifference[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].flatMap((condition) => {
    const lines = [...differences(own(a, condition), own(b, condition), condition)]
    return lines.length === 0 ? [] : [{ condition, lines }]
  })
}

function own(conditions: JsonObject, name: string): JsonObject[string] | undefined {
  return Object.hasOwn(conditions, name) ? conditions[name] : undefined
}
