import { invalidOption } from '@skill-state/protocol'
import type { TauTask } from '../data/tasks.ts'
import type { User, UserStrategy } from './user.ts'

/**
 * Says a task's lines in order, whatever the agent says, and the last again and again. Throws `invalid-option` at `open`
 * for none.
 */
export function scriptedUser(
  lines: readonly string[] | ((task: TauTask) => readonly string[]),
): UserStrategy {
  return {
    name: 'scripted',
    description: 'a script',
    open: (task) => sayInOrder(typeof lines === 'function' ? lines(task) : lines, `task ${task.index}`),
  }
}

/** The user of one episode that says these lines in order, and the last one again and again. */
export function sayInOrder(lines: readonly string[], task: string): User {
  const script = [...lines]
  if (script.length === 0) throw invalidOption(`the script of ${task}'s user has no line`)
  const say = (): string => (script.length > 1 ? script.shift() : script[0]) ?? ''
  return {
    async answer(_said, { signal } = {}) {
      signal?.throwIfAborted()
      return say()
    },
    recall: say,
  }
}
