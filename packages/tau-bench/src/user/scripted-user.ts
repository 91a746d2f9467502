import { SkillStateError } from '@skill-state/protocol'
import type { TauTask } from '../data/tasks.ts'
import type { UserStrategy } from './user.ts'

/**
 * A user that says the task's lines in order, the opening first, whatever the agent says, and the last one again and
 * again. Throws `invalid-option` at `open` if a task has no line.
 */
export function scriptedUser(
  lines: readonly string[] | ((task: TauTask) => readonly string[]),
): UserStrategy {
  return {
    name: 'scripted',
    description: 'a script',
    open(task) {
      const script = typeof lines === 'function' ? lines(task) : lines
      const [opening] = script
      if (opening === undefined) {
        throw new SkillStateError('invalid-option', `the script of task ${task.index}'s user has no line`)
      }
      let line = opening
      let next = 0
      const say = (): string => {
        line = script[next] ?? line
        next += 1
        return line
      }
      return {
        async answer(_said, { signal } = {}) {
          signal?.throwIfAborted()
          return say()
        },
        recall: say,
      }
    },
  }
}
