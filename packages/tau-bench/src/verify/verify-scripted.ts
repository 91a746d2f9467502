import type { Domain } from '../data/load-domain.ts'
import type { TauTask } from '../data/tasks.ts'
import { evaluationOf, observationOf, type Reply, stopMark } from '../evaluator/episode.ts'
import type { Evaluation } from '../evaluator/evaluation.ts'
import { playRecorded, type RecordedMove } from '../evaluator/play-recorded.ts'
import type { Fields } from './fields.ts'
import { digestOf, type Findings } from './findings.ts'

/**
 * Plays a record of calls, on after an end, and compares each answer, each end's verdict, and the database at the first
 * end. Throws a `TypeError` if a call has no `kwargs` and the task no such action at its place.
 */
export function verifyScripted(record: Fields, domain: Domain, task: TauTask, findings: Findings): void {
  const calls = record.parts('calls') ?? record.parts('actions') ?? []
  const ends: Evaluation[] = []
  const moves = calls.map((call, index) => moveOf(call, task, index))
  const { database } = playRecorded(domain, task, moves, (reply, index) => {
    const call = calls[index]
    if (call === undefined) return
    findings.calls += 1
    compareReply(findings, `call ${index + 1} (${nameOf(call)})`, call, reply)
    if (reply.kind === 'ended') ends.push(reply.evaluation)
  })
  findings.expectHashes('the database', record, database)
  const recorded = record.parts('ends')
  findings.expect('number of ends', recorded?.length, ends.length)
  for (const [index, evaluation] of ends.entries()) {
    const end = recorded?.[index]
    if (end !== undefined) compareEnd(findings, `end ${index + 1}`, end, evaluation)
  }
}

const nameOf = (call: Fields): string => call.required('name', call.text('name'))

function moveOf(call: Fields, task: TauTask, index: number): RecordedMove {
  const name = nameOf(call)
  const action = task.actions[index]
  const kwargs = call.kwargs('kwargs') ?? (action?.name === name ? action.kwargs : undefined)
  if (kwargs === undefined)
    throw new TypeError(`call ${index + 1} has no kwargs, and the task has no ${name} at its place`)
  return name === 'respond' ? { content: kwargs.get('content'), user: userLine(call) } : { name, kwargs }
}

/**
 * What the user said. A record with a digest alone, with `done` or with an error of the evaluation, shows that it was the
 * stop mark.
 */
function userLine(call: Fields): string {
  const isEnd =
    call.flag('done') === true ||
    call.text('observation_sha256_32') === digestOf(stopMark) ||
    call.text('raised') !== undefined
  return call.text('observation') ?? (isEnd ? stopMark : 'ok')
}

function compareReply(findings: Findings, what: string, call: Fields, reply: Reply): void {
  const isUsers = nameOf(call) === 'respond' && reply.kind !== 'raised'
  if (!isUsers) findings.expectAnswer(`${what}: observation`, call, observationOf(reply))
  compareRaised(findings, `${what}: raised`, call.text('raised'), reply)
  findings.expect(`${what}: done`, call.flag('done'), reply.kind === 'ended')
  findings.expect(`${what}: reward`, call.figure('reward'), evaluationOf(reply)?.reward ?? 0)
}

/** Of pydantic's refusals the type alone: their texts name the library's version. */
function compareRaised(findings: Findings, what: string, recorded: string | undefined, reply: Reply): void {
  const raised = reply.kind === 'raised' ? reply.error : undefined
  const type = recorded?.split(':', 1)[0]?.split('.').at(-1)
  if (type === 'ValidationError') findings.expect(what, type, raised?.type)
  else findings.expect(what, recorded, raised && `${raised.type}: ${raised.message}`)
}

function compareEnd(findings: Findings, what: string, end: Fields, evaluation: Evaluation): void {
  const { agent, wanted, official } = evaluation.database
  findings.expect(`${what}: reward`, end.figure('reward'), evaluation.reward)
  findings.expect(`${what}: r_actions`, end.flag('r_actions'), official)
  findings.expect(`${what}: r_outputs`, end.flag('r_outputs'), evaluation.outputsSaid)
  const hashes = {
    agent_official_hash: agent.official,
    agent_canonical_hash: agent.canonical,
    gt_data_hash: wanted.official,
  }
  for (const [name, hash] of Object.entries(hashes)) findings.expect(`${what}: ${name}`, end.text(name), hash)
  findings.expectOutputs(end, evaluation)
}
