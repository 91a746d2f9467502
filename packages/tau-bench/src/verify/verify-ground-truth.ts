import type { Domain } from '../data/load-domain.ts'
import type { TaskAction, TauTask } from '../data/tasks.ts'
import { evaluationOf, observationOf, stopMark } from '../evaluator/episode.ts'
import { playRecorded } from '../evaluator/play-recorded.ts'
import { isTerminal } from '../evaluator/toolset.ts'
import { officialStyle } from '../hash/official-style.ts'
import { expectHashes } from './expect.ts'
import type { Findings } from './findings.ts'
import type { GroundTruthRecord, RecordedCall } from './record.ts'

/**
 * Replays a task's own actions, terminal tools left out as the official evaluator does, and compares every answer and
 * the database in the end; then lets three scripted agents play the task: one that says a word and is stopped, one that
 * makes the calls and says every output, and one that makes them and says nothing.
 *
 * What is called is what the task says: a record that names another call is reported, and changes nothing else.
 */
export function verifyGroundTruth(
  record: GroundTruthRecord,
  domain: Domain,
  task: TauTask,
  findings: Findings,
): void {
  findings.expect('user_id', record.user_id, task.user_id)
  findings.expect('outputs', record.outputs && listed(record.outputs), listed(task.outputs))
  findings.expect('number of actions', record.actions.length, task.actions.length)
  const actions = task.actions.filter(isReplayed)
  const answers = new Map<TaskAction | undefined, string | undefined>()
  const { database } = playRecorded(domain, task, actions, (reply, index) => {
    answers.set(actions[index], observationOf(reply))
  })
  for (const [index, action] of task.actions.entries()) {
    const answer = answers.get(action)
    findings.calls += Number(answer !== undefined)
    const recorded = record.actions[index]
    if (recorded !== undefined) {
      compareAction(findings, `action ${index + 1} (${action.name})`, { recorded, action, answer })
    }
  }
  const { official_hash: official, canonical_hash: canonical } = record
  expectHashes(findings, 'the database', { official, canonical }, database)
  compareRewards(record, domain, task, findings)
}

/** Whether the evaluator executes an action of a task. */
const isReplayed = ({ name }: TaskAction): boolean => name !== 'respond' && !isTerminal(name)

interface Compared {
  readonly recorded: RecordedCall
  readonly action: TaskAction
  readonly answer: string | undefined
}

function compareAction(findings: Findings, what: string, { recorded, action, answer }: Compared): void {
  findings.expect(`${what}: name`, recorded.name, action.name)
  findings.expect(
    `${what}: kwargs`,
    recorded.kwargs && officialStyle.value(recorded.kwargs),
    officialStyle.value(action.kwargs),
  )
  findings.expect(`${what}: skipped`, recorded.skipped, isTerminal(action.name))
  if (recorded.skipped !== true) findings.expectAnswer(`${what}: observation`, recorded, answer)
}

function compareRewards(record: GroundTruthRecord, domain: Domain, task: TauTask, findings: Findings): void {
  const play = (actions: readonly TaskAction[], content: string): number | undefined => {
    const moves = [...actions.filter(isReplayed), { content, user: stopMark }]
    return evaluationOf(playRecorded(domain, task, moves).last)?.reward
  }
  const { reward_noop: noop, reward_ground_truth: wanted, reward_ground_truth_silent: silent } = record
  if (noop !== undefined) findings.expect('reward_noop', noop, play([], 'Hello'))
  if (wanted !== undefined) {
    findings.expect('reward_ground_truth', wanted, play(task.actions, task.outputs.join(' ')))
  }
  if (silent !== undefined) findings.expect('reward_ground_truth_silent', silent, play(task.actions, ''))
}

const listed = (texts: readonly string[]): string => JSON.stringify(texts)
