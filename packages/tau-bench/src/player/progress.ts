import { isJsonObject, type JsonObject, known, type PromptView, type Turn } from '@skill-state/protocol'
import { nameTask, readOpening, readTask } from './plan-user.ts'

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
