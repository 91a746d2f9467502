import type { Domain } from '../data/load-domain.ts'
import type { TauTask } from '../data/tasks.ts'
import { evaluationOf, observationOf, type Reply } from '../evaluator/episode.ts'
import { playRecorded, type RecordedMove } from '../evaluator/play-recorded.ts'
import { replayTask } from '../evaluator/replay-task.ts'
import { officialStyle } from '../hash/text-style.ts'
import type { PythonDict } from '../python/value.ts'
import type { Fields } from './fields.ts'
import { readArguments } from './fields.ts'
import type { Findings } from './findings.ts'

/**
 * Executes a recorded run and compares what today's official environment answered, not what the recording had. Throws a
 * `TypeError` if a call has neither `arguments` nor `kwargs`.
 */
export function verifyTrajectory(record: Fields, domain: Domain, task: TauTask, findings: Findings): void {
  const steps = record.parts('steps') ?? []
  const moves = steps.map((step, index) => moveOf(step, index, findings))
  const { database, last } = playRecorded(domain, task, moves, (reply, index) => {
    const step = steps[index]
    if (step === undefined || isSaying(step)) return
    findings.calls += 1
    findings.expectAnswer(`${nameOf(step, index)}: observation`, step, observationOf(reply))
  })
  findings.expectHashes("the agent's database", record, database)
  findings.expectHashes("the ground truth's database", record, replayTask(domain, task).database, 'gt_')
  compareVerdict(findings, record, last)
}

/** Whether the step is what the agent said and the user answered, and no call. */
export const isSaying = (step: Fields): boolean => step.has('user')

const nameOf = (step: Fields, index: number): string => `step ${index + 1} (${step.text('name')})`

function moveOf(step: Fields, index: number, findings: Findings): RecordedMove {
  if (isSaying(step)) return { content: step.text('content') ?? null, user: step.text('user') ?? '' }
  const given = step.kwargs('kwargs')
  const kwargs = argumentsOf(step, index)
  const what = `${nameOf(step, index)}: kwargs`
  findings.expect(what, given && officialStyle.value(given), officialStyle.value(kwargs))
  return { name: step.required('name', step.text('name')), kwargs }
}

/** The model's own text counts, if the record has it. */
export function argumentsOf(step: Fields, index: number): PythonDict {
  const text = step.text('arguments')
  const kwargs = text === undefined ? step.kwargs('kwargs') : readArguments(text)
  if (kwargs !== undefined) return kwargs
  throw new TypeError(`step ${index + 1} has neither arguments nor kwargs`)
}

function compareVerdict(findings: Findings, record: Fields, last: Reply | undefined): void {
  const evaluation = evaluationOf(last)
  const reward = evaluation?.reward ?? 0
  findings.expect('done', record.flag('done'), last?.kind === 'ended')
  findings.expect('reward', record.figure('reward'), reward)
  findings.expect('r_actions', record.flag('r_actions'), evaluation?.database.official)
  findings.expectOutputs(record, evaluation)
  const changed = record.list('task_changed')
  const isSameTask = changed?.every((field) => field === 'instruction') ?? false
  if (isSameTask)
    findings.expect('reward_with_recorded_task', record.figure('reward_with_recorded_task'), reward)
}
