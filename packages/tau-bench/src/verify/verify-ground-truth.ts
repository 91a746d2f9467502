import type { Domain } from '../data/load-domain.ts'
import type { TaskAction, TauTask } from '../data/tasks.ts'
import { evaluationOf, observationOf, stopMark } from '../evaluator/episode.ts'
import { playRecorded } from '../evaluator/play-recorded.ts'
import { isTerminal } from '../evaluator/replay-task.ts'
import { officialStyle } from '../hash/text-style.ts'
import type { Fields } from './fields.ts'
import type { Findings } from './findings.ts'

/**
 * Replays a task's own actions and compares every answer and the database; then what three agents are rewarded with: one
 * that says a word, one that makes the calls and says every output, one that says nothing.
 */
export function verifyGroundTruth(record: Fields, domain: Domain, task: TauTask, findings: Findings): void {
  const recorded = record.parts('actions') ?? []
  findings.expect('user_id', record.text('user_id'), task.user_id)
  const outputs = record.list('outputs')
  findings.expect('outputs', outputs && JSON.stringify(outputs), JSON.stringify(task.outputs))
  findings.expect('number of actions', recorded.length, task.actions.length)
  const actions = task.actions.filter(isReplayed)
  const answers = new Map<TaskAction | undefined, string | undefined>()
  const { database } = playRecorded(domain, task, actions, (reply, index) => {
    answers.set(actions[index], observationOf(reply))
  })
  for (const [index, action] of task.actions.entries()) {
    const [fields, answer] = [recorded[index], answers.get(action)]
    findings.calls += Number(answer !== undefined)
    if (fields === undefined) continue
    const what = `action ${index + 1} (${action.name})`
    findings.expect(`${what}: name`, fields.required('name', fields.text('name')), action.name)
    const kwargs = fields.kwargs('kwargs')
    findings.expect(
      `${what}: kwargs`,
      kwargs && officialStyle.value(kwargs),
      officialStyle.value(action.kwargs),
    )
    findings.expect(`${what}: skipped`, fields.flag('skipped'), isTerminal(action.name))
    if (fields.flag('skipped') !== true) findings.expectAnswer(`${what}: observation`, fields, answer)
  }
  findings.expectHashes('the database', record, database)
  compareRewards(record, domain, task, findings)
}

/** Whether the evaluator executes an action of a task. */
const isReplayed = ({ name }: TaskAction): boolean => name !== 'respond' && !isTerminal(name)

function compareRewards(record: Fields, domain: Domain, task: TauTask, findings: Findings): void {
  const agents = {
    reward_noop: { actions: [], content: 'Hello' },
    reward_ground_truth: { actions: task.actions, content: task.outputs.join(' ') },
    reward_ground_truth_silent: { actions: task.actions, content: '' },
  }
  for (const [name, { actions, content }] of Object.entries(agents)) {
    if (!record.has(name)) continue
    const moves = [...actions.filter(isReplayed), { content, user: stopMark }]
    const reward = evaluationOf(playRecorded(domain, task, moves).last)?.reward
    findings.expect(name, record.figure(name), reward)
  }
}
