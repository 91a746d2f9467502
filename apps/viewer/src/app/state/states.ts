import { merge } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import type { Trace } from '../../manifest/trace.ts'

/**
 * Σ_0, Σ_1, …: the state before each step and after the last, by the recorded patches. Undefined for a runtime without a
 * state.
 */
export function statesOf(
  { steps }: Pick<Trace, 'steps'>,
  initialState: JsonObject,
): readonly JsonObject[] | undefined {
  if (!steps.some(({ stateHash }) => stateHash !== undefined)) return undefined
  const states = [initialState]
  for (const { patch, fallback, rolledBack } of steps) {
    const before = states.at(-1) ?? initialState
    const stays = patch === undefined || fallback || rolledBack !== undefined
    states.push(stays ? before : merge(before, patch))
  }
  return states
}
