import { isJsonObject, type JsonObject, known, type PromptView, type Turn } from '@skill-state/protocol'
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
function readTask(text: string): number | undefined {
  const digits = /^Task (\d+)\b/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The task that an observation names, if it is the user's opening. */
export function readOpening(observation: string): number | undefined {
  const said = 'User: '
  return observation.startsWith(said) ? readTask(observation.slice(said.length)) : undefined
}

export interface Progress {
  /** Absent if the prompt no longer shows the user's opening. */
  readonly task?: number | undefined
  readonly steps: number
}

/** Before the newest observation. A state is taken for all that happened; without one, summary and turns are. */
export function readProgress({ state, summary = '', history }: PromptView): Progress {
  return state === undefined ? addTurns(readSummary(summary), history) : readState(state)
}

export function addTurns({ task, steps }: Progress, turns: readonly Turn[]): Progress {
  const [opening] = turns
  return { task: task ?? readOpening(opening?.observation ?? ''), steps: steps + turns.length }
}

export function writeSummary({ task, steps }: Progress): string {
  return task === undefined ? '' : `${nameTask(task)}, ${steps} steps taken.`
}

export function readSummary(summary: string): Progress {
  return { task: readTask(summary), steps: Number(/(\d+) steps taken/.exec(summary)?.[1] ?? 0) }
}

export function patchAfter({ task, steps }: Progress, what: string): JsonObject {
  const requests = task === undefined ? undefined : { plan: nameTask(task) }
  return known({ requests, done: { [`step ${steps + 1}`]: what } })
}

function readState({ requests, done }: JsonObject): Progress {
  const plan = isJsonObject(requests) ? requests.plan : undefined
  return {
    task: typeof plan === 'string' ? readTask(plan) : undefined,
    steps: isJsonObject(done) ? Object.keys(done).length : 0,
  }
}
