import type { Domain } from '../data/load-domain.ts'
import type { TauTask } from '../data/tasks.ts'
import { evaluationOf, observationOf, type Reply, stopMark } from '../evaluator/episode.ts'
import type { Evaluation } from '../evaluator/evaluation.ts'
import { playRecorded, type RecordedMove } from '../evaluator/play-recorded.ts'
import type { PythonDict, PythonError } from '../python/index.ts'
import { expectHashes, expectOutputs } from './expect.ts'
import { digestOf, type Findings } from './findings.ts'
import type { RecordedCall, RecordedEnd, ScriptedRecord } from './record.ts'

/**
 * Plays a record of calls in one episode, on after an end as the official environment continues, and compares each
 * answer, each end's verdict, and the database as the agent left it at its first end. The user says what the record says.
 *
 * Throws a `TypeError` if a call has no `kwargs` and the task's action at its place is not one of that name.
 */
export function verifyScripted(
  record: ScriptedRecord,
  domain: Domain,
  task: TauTask,
  findings: Findings,
): void {
  const calls = record.calls ?? record.actions ?? []
  const ends: Evaluation[] = []
  const moves = calls.map((call, index) => toMove(call, kwargsOf(call, task, index)))
  const { database } = playRecorded(domain, task, moves, (reply, index) => {
    const call = calls[index]
    if (call === undefined) return
    findings.calls += 1
    compareReply(findings, `call ${index + 1} (${call.name})`, call, reply)
    if (reply.kind === 'ended') ends.push(reply.evaluation)
  })
  const { official_hash: official, canonical_hash: canonical } = record
  expectHashes(findings, 'the database', { official, canonical }, database)
  findings.expect('number of ends', record.ends?.length, ends.length)
  for (const [index, recorded] of record.ends?.entries() ?? []) {
    const evaluation = ends[index]
    if (evaluation !== undefined) compareEnd(findings, `end ${index + 1}`, recorded, evaluation)
  }
}

function kwargsOf(call: RecordedCall, task: TauTask, index: number): PythonDict {
  const action = task.actions[index]
  const kwargs = call.kwargs ?? (action?.name === call.name ? action.kwargs : undefined)
  if (kwargs !== undefined) return kwargs
  throw new TypeError(`call ${index + 1} has no kwargs, and the task has no ${call.name} at its place`)
}

function toMove(call: RecordedCall, kwargs: PythonDict): RecordedMove {
  if (call.name !== 'respond') return { name: call.name, kwargs }
  return { content: kwargs.get('content'), user: userLine(call) }
}

/**
 * What the scripted user said. A record that has only its digest shows by it, or by `done`, whether that was the stop mark.
 * An error raised after the user was asked comes from the evaluation, so the user had ended.
 */
function userLine({ observation, observation_sha256_32: digest, done, raised }: RecordedCall): string {
  if (typeof observation === 'string') return observation
  const isEnd = done === true || digest === digestOf(stopMark) || typeof raised === 'string'
  return isEnd ? stopMark : 'ok'
}

function compareReply(findings: Findings, what: string, call: RecordedCall, reply: Reply): void {
  const isUsers = call.name === 'respond' && reply.kind !== 'raised'
  if (!isUsers) findings.expectAnswer(`${what}: observation`, call, observationOf(reply))
  if (typeof call.raised === 'string') {
    compareRaised(findings, `${what}: raised`, call.raised, reply.kind === 'raised' ? reply.error : undefined)
  }
  findings.expect(`${what}: done`, call.done, reply.kind === 'ended')
  findings.expect(`${what}: reward`, call.reward, evaluationOf(reply)?.reward ?? 0)
}

/** Of pydantic's refusals the type alone: their texts name the library's version. */
function compareRaised(
  findings: Findings,
  what: string,
  recorded: string,
  raised: PythonError | undefined,
): void {
  const type = recorded.split(':', 1)[0]?.split('.').at(-1) ?? ''
  if (type === 'ValidationError') findings.expect(what, type, raised?.type)
  else findings.expect(what, recorded, raised && `${raised.type}: ${raised.message}`)
}

function compareEnd(findings: Findings, what: string, recorded: RecordedEnd, evaluation: Evaluation): void {
  const { agent, wanted, official } = evaluation.database
  findings.expect(`${what}: reward`, recorded.reward, evaluation.reward)
  findings.expect(`${what}: agent_official_hash`, recorded.agent_official_hash, agent.official)
  findings.expect(`${what}: agent_canonical_hash`, recorded.agent_canonical_hash, agent.canonical)
  findings.expect(`${what}: r_actions`, recorded.r_actions, official)
  findings.expect(`${what}: gt_data_hash`, recorded.gt_data_hash, wanted.official)
  findings.expect(`${what}: r_outputs`, recorded.r_outputs, evaluation.outputsSaid)
  expectOutputs(findings, recorded.outputs, evaluation)
}
