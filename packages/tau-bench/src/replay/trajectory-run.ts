import type { ReadonlyDict } from '../python/index.ts'
import { readArguments } from '../verify/arguments.ts'
import { toRecord } from '../verify/read-record.ts'
import type { TrajectoryStep } from '../verify/record.ts'
import type { RecordedRun, RecordedStep } from './recorded-run.ts'

/** Throws a `TypeError` if the line is no trajectory, or lacks what the run itself showed the model. */
export function readTrajectory(value: ReadonlyDict): RecordedRun {
  const record = toRecord(value)
  if (record.kind !== 'trajectory') throw new TypeError(`a trajectory has steps; this is a ${record.kind}`)
  const { domain, task_id: taskIndex, trial, recorded_reward: reward } = record
  if (reward === undefined) throw new TypeError('it has no recorded_reward')
  const name = trial === undefined ? `task ${taskIndex}` : `task ${taskIndex}, trial ${trial}`
  return { name, domain, taskIndex, reward, steps: record.steps.map(toStep) }
}

function toStep(step: TrajectoryStep, index: number): RecordedStep {
  if ('content' in step) return { kind: 'respond', content: step.content ?? '', user: step.user }
  const { name } = step
  const observation = step.observation_recorded ?? step.observation
  if (typeof observation !== 'string') throw new TypeError(`step ${index + 1} has no text of an observation`)
  const kwargs = step.arguments === undefined ? step.kwargs : readArguments(step.arguments)
  if (kwargs === undefined) throw new TypeError(`step ${index + 1} has neither arguments nor kwargs`)
  return { kind: 'tool', name, kwargs, observation }
}
