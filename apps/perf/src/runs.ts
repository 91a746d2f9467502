import { prompt } from '@skill-state/baselines'
import { runSkill } from '@skill-state/core'
import type { JsonObject, Runtime, Step } from '@skill-state/protocol'
import type { InstantModel, StepTask } from './task.ts'

export interface FinishedRun {
  /** Σ_T, where the runtime has a state. */
  readonly state: JsonObject | undefined
  /** Characters of all prompts together. */
  readonly characters: number
}

/** Plays an episode of SKILL.state with one line a step. */
export function runSkillState(
  task: StepTask,
  horizon: number,
  write: (line: string) => void,
  afterStep?: (index: number) => void,
): Promise<FinishedRun> {
  return play(runSkill, task, task.model(), horizon, write, afterStep)
}

/** Plays an episode of the transcript runtime. Its replies end in the command, as its prompt asks. */
export function runTranscript(task: StepTask, horizon: number): Promise<FinishedRun> {
  return play(prompt, task, task.model('command'), horizon, () => {})
}

async function play(
  runtime: Runtime,
  task: StepTask,
  model: InstantModel,
  horizon: number,
  write: (line: string) => void,
  afterStep?: (index: number) => void,
): Promise<FinishedRun> {
  const input = { skill: task.skill, environment: task.environment(horizon), model, seed: 1 }
  let last: Step | undefined
  for await (const step of runtime(input)) {
    write(JSON.stringify({ index: step.index, patch: step.patch, action: step.action }))
    last = step
    afterStep?.(step.index)
  }
  return { state: last?.state?.toJSON(), characters: model.characters() }
}
