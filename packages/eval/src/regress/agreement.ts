import { type Action, isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { isSameJson } from '@skill-state/protocol/regress'

/** In what two decisions that were taken in the same state agree. */
export interface Agreement {
  /** The same action, to the character of its text or by the value of its JSON. */
  readonly action: boolean
  /** The same action but for case, and white space at the ends or repeated. */
  readonly normalisedAction: boolean
  /** Patches that lead to the same state. */
  readonly state: boolean
}

/** What is compared of a decision. */
export interface Compared {
  readonly action: Action
  /** Σ_{t+1} */
  readonly after: JsonObject
}

export function agreement(a: Compared, b: Compared): Agreement {
  return {
    action: isSameJson(a.action, b.action),
    normalisedAction: isSameJson(normalised(a.action), normalised(b.action)),
    state: isSameJson(a.after, b.after),
  }
}

function normalised(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  if (Array.isArray(value)) return value.map(normalised)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, normalised(each)]))
}
