import type { Issue, Step } from '@skill-state/protocol'
import type { State } from './state.ts'

/** What a runtime knows of a step; `patch` may be undefined rather than absent. */
type Told = Omit<Step, 'state' | 'notes' | 'rolledBack' | 'patch'> & {
  readonly patch: Step['patch'] | undefined
}

/** A step whose state is written out as plain JSON when somebody looks at it, once. */
export function createStep(
  { patch, ...told }: Told,
  after: State,
  notes: readonly Issue[],
  rolledBack: readonly string[] | undefined,
): Step {
  return {
    ...told,
    ...(patch && { patch }),
    ...(notes.length > 0 && { notes }),
    ...(rolledBack && { rolledBack }),
    get state() {
      return after.toJSON()
    },
  }
}
