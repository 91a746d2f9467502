import type { Domain } from '../data/load-domain.ts'
import type { TauTask } from '../data/tasks.ts'
import { evaluationOf, observationOf, type Reply } from '../evaluator/episode.ts'
import { playRecorded, type RecordedMove } from '../evaluator/play-recorded.ts'
import { replayTask } from '../evaluator/replay-task.ts'
import { officialStyle } from '../hash/official-style.ts'
import type { PythonDict } from '../python/value.ts'
import { parseArguments } from './arguments.ts'
import { expectHashes, expectOutputs } from './expect.ts'
import type { Findings } from './findings.ts'
import type { ToolStep, TrajectoryRecord } from './record.ts'

/**
 * Executes the steps of a recorded run again, the user's lines as recorded, and compares what today's official
 * environment answered: observations, hashes and reward. What the recording itself had is not compared; see `replay`.
 *
 * Throws a `TypeError` if a tool call has neither `arguments` nor `kwargs`.
 */
export function verifyTrajectory(
  record: TrajectoryRecord,
  domain: Domain,
  task: TauTask,
  findings: Findings,
): void {
  const { database, last } = playRecorded(domain, task, movesOf(record, findings), (reply, index) => {
    const step = record.steps[index]
    if (step === undefined || 'content' in step) return
    findings.calls += 1
    findings.expectAnswer(`${nameOf(step, index)}: observation`, step, observationOf(reply))
  })
  const { official_hash: official, canonical_hash: canonical } = record
  expectHashes(findings, "the agent's database", { official, canonical }, database)
  const wanted = { official: record.gt_official_hash, canonical: record.gt_canonical_hash }
  expectHashes(findings, "the ground truth's database", wanted, replayTask(domain, task).database)
  compareVerdict(findings, record, last)
}

const nameOf = ({ name }: ToolStep, index: number): string => `step ${index + 1} (${name})`

function* movesOf({ steps }: TrajectoryRecord, findings: Findings): Iterable<RecordedMove> {
  for (const [index, step] of steps.entries()) {
    if ('content' in step) yield step
    else yield { name: step.name, kwargs: argumentsOf(step, nameOf(step, index), findings) }
  }
}

/** The model's own text counts, if the record has it. */
function argumentsOf(step: ToolStep, what: string, findings: Findings): PythonDict {
  const written = step.arguments === undefined ? undefined : parseArguments(step.arguments)
  const kwargs = written instanceof Map ? written : step.kwargs
  if (kwargs === undefined) throw new TypeError(`${what} has neither arguments nor kwargs`)
  findings.expect(
    `${what}: kwargs`,
    step.kwargs && officialStyle.value(step.kwargs),
    officialStyle.value(kwargs),
  )
  return kwargs
}

function compareVerdict(findings: Findings, record: TrajectoryRecord, last: Reply | undefined): void {
  const evaluation = evaluationOf(last)
  const reward = evaluation?.reward ?? 0
  findings.expect('done', record.done, last?.kind === 'ended')
  findings.expect('reward', record.reward, reward)
  findings.expect('r_actions', record.r_actions, evaluation?.database.official)
  expectOutputs(findings, record.outputs, evaluation)
  const { task_changed: changed, reward_with_recorded_task: withRecorded } = record
  const sameTask = changed !== undefined && !changed.some((field) => field !== 'instruction')
  if (sameTask) findings.expect('reward_with_recorded_task', withRecorded, reward)
}
