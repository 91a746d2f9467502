import type { JsonValue, Result } from '@skill-state/protocol'
import type { State } from '../../state/state.ts'

/** The value of a computed field in a state, or why the state has none. Pure; never throws, returns no null. */
export type ComputedField = (state: State) => Result<JsonValue>
