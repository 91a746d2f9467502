import { SkillStateError } from '@skill-state/protocol'
import type { Domain } from '../data/load-domain.ts'
import { evaluationOf, observationOf } from '../evaluator/episode.ts'
import { playRecorded } from '../evaluator/play-recorded.ts'
import type { RecordedRun } from './recorded-runs.ts'

interface OtherAnswer {
  readonly step: number
  readonly tool: string
  readonly recorded: string
  readonly today: string | undefined
  /** The documented change of the data that accounts for all of the difference; absent if none does. */
  readonly drift?: RenamedField | undefined
}

export interface ReplayedRun {
  readonly name: string
  readonly calls: number
  readonly rewardRecorded: number
  /** 0 if the run did not come to an end. */
  readonly reward: number
  readonly otherAnswers: readonly OtherAnswer[]
}

/**
 * Executes a recorded run again, and computes its reward; 0 for one that was given up. Throws `invalid-data` if the data
 * has no such task.
 */
export function replayRun(run: RecordedRun, domain: Domain): ReplayedRun {
  const { name, taskIndex, reward: rewardRecorded } = run
  const task = domain.tasks.find(({ index }) => index === taskIndex)
  if (task === undefined || (run.domain ?? domain.name) !== domain.name) {
    const wanted = `${name} of ${run.domain ?? domain.name}`
    throw new SkillStateError('invalid-data', `the data of ${domain.name} has no ${wanted}: check --domain`)
  }
  const otherAnswers: OtherAnswer[] = []
  let calls = 0
  const { last } = playRecorded(domain, task, run.steps, (reply, index) => {
    const step = run.steps[index]
    if (step?.kind !== 'tool') return
    calls += 1
    const today = observationOf(reply)
    if (today === step.observation) return
    const drift = today === undefined ? undefined : explainDrift(step.observation, today)
    otherAnswers.push({ step: index + 1, tool: step.name, recorded: step.observation, today, drift })
  })
  const reward = evaluationOf(last)?.reward ?? 0
  return { name, calls, rewardRecorded, reward, otherAnswers }
}

interface RenamedField {
  readonly before: string
  readonly now: string
  /** When the data changed, as `2025-01-16`. */
  readonly since: string
}

/** The one documented change: the address field of the users of both domains. */
const renamedFields: readonly RenamedField[] = [{ before: 'province', now: 'state', since: '2025-01-16' }]

/** The renamed field that turns the recorded answer into today's, every one of its name; nothing if none does. */
function explainDrift(recorded: string, today: string): RenamedField | undefined {
  return renamedFields.find(({ before, now }) => recorded.replaceAll(`"${before}": `, `"${now}": `) === today)
}
