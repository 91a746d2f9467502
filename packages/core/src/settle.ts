import { isJsonObject, type JsonObject, type Observation } from '@skill-state/protocol'
import type { CommitMode } from './journal/journal.ts'
import { oneLine } from './json/excerpt.ts'
import { MAX_ISSUES } from './json/limits.ts'
import { pointerStep } from './json/pointer.ts'
import type { State } from './state/state.ts'

interface Acted {
  readonly before: State
  /** Σ_t ⊕ ΔΣ_t */
  readonly after: State
  readonly patch?: JsonObject | undefined
  readonly commit: CommitMode
  /** What the runtime added to the patch; it is taken again. */
  readonly captured?: JsonObject | undefined
}

export interface Settled {
  readonly state: State
  readonly observation: Observation
  /** Where the state was rolled back: JSON Pointers of what the patch would have changed. */
  readonly rolledBack?: readonly string[]
}

/**
 * Σ_{t+1} and O_{t+1} once the environment has answered. If it refused the action and patches wait for its
 * word, Σ_t stays, and the observation begins with which entries are in doubt: the action relied on them.
 */
export function settle(
  { before, after, patch = {}, commit, captured = {} }: Acted,
  result: Observation,
): Settled {
  if (commit === 'before-action' || result.refused !== true) return { state: after, observation: result }
  const own = Object.entries(patch).filter(([key]) => !Object.hasOwn(captured, key))
  const rolledBack = [...pointers(Object.fromEntries(own))]
  if (rolledBack.length === 0) return { state: before, observation: result }
  const shown = rolledBack.slice(0, MAX_ISSUES).map((pointer) => oneLine(pointer))
  const more = rolledBack.length > shown.length ? ` and ${rolledBack.length - shown.length} more` : ''
  const note = `[The action was refused, so your state patch was undone. In doubt: ${shown.join(', ')}${more}]`
  return { state: before, observation: { ...result, text: `${note}\n${result.text}` }, rolledBack }
}

function* pointers(patch: JsonObject, above = ''): Generator<string, void, undefined> {
  for (const [key, value] of Object.entries(patch)) {
    const path = above + pointerStep(key)
    if (isJsonObject(value) && Object.keys(value).length > 0) yield* pointers(value, path)
    else yield path
  }
}
