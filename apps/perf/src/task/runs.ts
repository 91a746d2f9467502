import { compileSkill, runSkill } from '@skill-state/core'
import { type JournalStore, openJournal } from '@skill-state/core/journal'
import { openFileJournal } from '@skill-state/core/journal/file'
import { openSqliteJournal } from '@skill-state/core/journal/sqlite'
import type { JsonObject, Runtime, Step } from '@skill-state/protocol'
import { createFolder } from './folder.ts'
import type { InstantModel, ReplyFormat, StepTask } from './task.ts'

export interface FinishedRun {
  /** Σ_T, if the runtime has a state. */
  readonly state: JsonObject | undefined
  /** Characters of all prompts together. */
  readonly characters: number
}

type AfterStep = (index: number) => void

/** Plays an episode of SKILL.state that keeps nothing. */
export function runSkillState(task: StepTask, horizon: number): Promise<FinishedRun> {
  return play(runSkill, task, task.model(), horizon)
}

/** Where a journal is kept. */
export const stores: Readonly<
  Record<'file' | 'sqlite', (path: string, options?: { sync?: boolean }) => JournalStore>
> = { file: openFileJournal, sqlite: openSqliteJournal }

/** Plays an episode of SKILL.state with a journal on disk, which is removed afterwards. */
export async function runJournaled(
  task: StepTask,
  horizon: number,
  afterStep?: AfterStep,
  kind: keyof typeof stores = 'file',
): Promise<FinishedRun> {
  const folder = createFolder()
  const store = stores[kind](folder.file('journal'))
  const journal = openJournal(store, { skill: compileSkill(task.skill), id: 'perf' })
  const finished = await play((input) => runSkill(input, { journal }), task, task.model(), horizon, afterStep)
  store.close()
  folder.remove()
  return finished
}

/** Plays an episode of a runtime that carries a transcript, with replies as its prompt asks for them. */
export function runTranscript(
  runtime: Runtime,
  task: StepTask,
  horizon: number,
  format: ReplyFormat = 'command',
): Promise<FinishedRun> {
  return play(runtime, task, task.model(format), horizon)
}

async function play(
  runtime: Runtime,
  task: StepTask,
  model: InstantModel,
  horizon: number,
  afterStep?: AfterStep,
): Promise<FinishedRun> {
  const input = { skill: task.skill, environment: task.environment(horizon), model, seed: 1 }
  let last: Step | undefined
  for await (const step of runtime(input)) {
    last = step
    afterStep?.(step.index)
  }
  return { state: last?.state?.toJSON(), characters: model.characters() }
}
