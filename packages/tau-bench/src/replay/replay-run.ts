import { SkillStateError } from '@skill-state/protocol'
import type { Domain } from '../data/load-domain.ts'
import { createEpisode, type Reply } from '../evaluator/episode.ts'
import { copyDict } from '../python/copy.ts'
import { explainDrift, type RenamedField } from './drift.ts'
import type { RecordedRun } from './recorded-run.ts'

/** A tool's answer that is another today than it was in the recording. */
interface OtherAnswer {
  /** From 1. */
  readonly step: number
  readonly tool: string
  readonly recorded: string
  /** Nothing where Python raises. */
  readonly today: string | undefined
  /** The documented change of the data that accounts for all of the difference; absent where none does. */
  readonly drift?: RenamedField
}

/** What became of a recorded run, with today's data. */
export interface ReplayedRun {
  readonly name: string
  /** Number of tool calls executed. */
  readonly calls: number
  readonly rewardRecorded: number
  /** 0 where the run did not come to an end. */
  readonly reward: number
  readonly otherAnswers: readonly OtherAnswer[]
}

/**
 * Executes the tool calls of a recorded run again, the user's lines as recorded, and computes its reward. A run that
 * was given up is as the official runner books it, with reward 0. Throws `invalid-data` where the data has no such task,
 * or the run is of another domain.
 */
export function replayRun(run: RecordedRun, domain: Domain): ReplayedRun {
  const { name, taskIndex, reward: rewardRecorded } = run
  const task = domain.tasks.find(({ index }) => index === taskIndex)
  if (task === undefined || (run.domain ?? domain.name) !== domain.name) {
    const wanted = `${name} of ${run.domain ?? domain.name}`
    throw new SkillStateError('invalid-data', `the data of ${domain.name} has no ${wanted}: check --domain`)
  }
  const episode = createEpisode(domain, task)
  const otherAnswers: OtherAnswer[] = []
  let calls = 0
  let last: Reply | undefined
  for (const [index, step] of run.steps.entries()) {
    if (step.kind === 'respond') {
      last = episode.respond(step.content, step.user)
      continue
    }
    calls += 1
    last = episode.act(step.name, copyDict(step.kwargs))
    const today = last.kind === 'raised' ? undefined : last.observation
    if (today === step.observation) continue
    const drift = today === undefined ? undefined : explainDrift(step.observation, today)
    const other = { step: index + 1, tool: step.name, recorded: step.observation, today }
    otherAnswers.push({ ...other, ...(drift && { drift }) })
  }
  const reward = last?.kind === 'ended' ? last.evaluation.reward : 0
  return { name, calls, rewardRecorded, reward, otherAnswers }
}
