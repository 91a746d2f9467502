import { stopMark } from '../evaluator/episode.ts'
import { scriptedUser } from '../user/scripted-user.ts'
import type { UserStrategy } from '../user/user.ts'

/** The user of the reference run: opens with the task's number, and stops once the plan's own words are said. */
export const planUser: UserStrategy = {
  ...scriptedUser(({ index, actions }) => [
    nameTask(index),
    ...actions.filter(({ name }) => name === 'respond').map(() => 'Go on.'),
    stopMark,
  ]),
  name: 'plan',
  description: 'a script that names the task, for the reference player',
}

/** How the user's opening, the state and a summary name a task. */
export function nameTask(index: number): string {
  return `Task ${index}`
}

/** The task that a text begins by naming. */
export function readTask(text: string): number | undefined {
  const digits = /^Task (\d+)\b/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The task that an observation names, if it is the user's opening. */
export function readOpening(observation: string): number | undefined {
  const said = 'User: '
  return observation.startsWith(said) ? readTask(observation.slice(said.length)) : undefined
}
