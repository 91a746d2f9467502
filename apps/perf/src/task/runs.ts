import { compileSkill, runSkill } from '@skill-state/core'
import { openJournal } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { openSqliteJournal } from '@skill-state/core/journal/sqlite'
import type { JsonObject, Runtime, Step } from '@skill-state/protocol'
import { createFolder } from './folder.ts'
import type { ReplyFormat, StepTask } from './task.ts'

export interface FinishedRun {
  /** Σ_T, if the runtime has a state. */
  readonly state: JsonObject | undefined
  /** Characters of all prompts together. */
  readonly characters: number
}

/** Plays an episode of SKILL.state that keeps nothing. */
export function runSkillState(task: StepTask, horizon: number): Promise<FinishedRun> {
  return play(runSkill, task, horizon, 'patch')
}

/** Where a journal is kept. */
export type Store = 'file' | 'sqlite'
export const stores: Readonly<Record<Store, typeof openFileJournal>> = {
  file: openFileJournal,
  sqlite: openSqliteJournal,
}

/** Plays an episode of SKILL.state with a journal on disk, which is removed afterwards. */
export async function runJournaled(
  task: StepTask,
  horizon: number,
  afterStep?: (index: number) => void,
  kind: Store = 'file',
): Promise<FinishedRun> {
  using folder = createFolder()
  const store = stores[kind](folder.file('journal'))
  const journal = openJournal(store, { skill: compileSkill(task.skill), id: 'perf' })
  const finished = await play((input) => runSkill(input, { journal }), task, horizon, 'patch', afterStep)
  store.close()
  return finished
}

/** Plays an episode of a runtime, with replies as its prompt asks for them. */
export async function play(
  runtime: Runtime,
  task: StepTask,
  horizon: number,
  format: ReplyFormat,
  afterStep?: (index: number) => void,
): Promise<FinishedRun> {
  const model = task.model(format)
  const input = { skill: task.skill, environment: task.environment(horizon), model, seed: 1 }
  let last: Step | undefined
  for await (const step of runtime(input)) {
    last = step
    afterStep?.(step.index)
  }
  return { state: last?.state?.toJSON(), characters: model.characters() }
}
