import { SkillStateError } from '@skill-state/protocol'
import { type Domain, loadDomain, type OfficialDomain } from '../data/load-domain.ts'
import { evaluationOf, observationOf } from '../evaluator/episode.ts'
import { playRecorded } from '../evaluator/play-recorded.ts'
import { excerpts } from '../verify/findings.ts'
import { type RecordedRun, readRecordedRuns } from './recorded-runs.ts'

export interface ReplayOptions {
  readonly domain: OfficialDomain
  readonly data: string
  /** Default `test`. */
  readonly split?: string
  readonly file: string
}

export interface Replays {
  /** One line per difference that no documented change explains, then the counts. */
  readonly lines: readonly string[]
  readonly runs: readonly ReplayedRun[]
  /** Whether every reward is as recorded, and every other answer explained. */
  readonly agrees: boolean
}

/** `bench tau-bench replay`. Throws what the reading of the file and of the data throws. */
export function replayRecordedRuns(options: ReplayOptions): Replays {
  const recorded = readRecordedRuns(options.file)
  const domain = loadDomain(options.data, options.domain, options.split ?? 'test')
  const runs = recorded.map((run) => replayRun(run, domain))
  const unexplained = runs.flatMap(unexplainedIn)
  return {
    lines: [
      ...unexplained.map((line) => `${options.file}: ${line}`),
      ...recorded.flatMap((run) =>
        run.error === undefined ? [] : [`${options.file}: ${run.name}: given up: ${firstLine(run.error)}`],
      ),
      ...summary(runs),
    ],
    runs,
    agrees: unexplained.length === 0,
  }
}

function unexplainedIn({ name, reward, rewardRecorded, otherAnswers }: ReplayedRun): string[] {
  const lines = otherAnswers.flatMap(({ step, tool, recorded, today, drift }) => {
    if (drift !== undefined) return []
    const shown = excerpts(recorded, today)
    return [`${name}, step ${step} (${tool}): recorded ${shown.expected}, today ${shown.found}`]
  })
  return reward === rewardRecorded
    ? lines
    : [...lines, `${name}: reward ${rewardRecorded} is recorded, ${reward} computed`]
}

function summary(runs: readonly ReplayedRun[]): string[] {
  const calls = runs.reduce((sum, run) => sum + run.calls, 0)
  const others = runs.flatMap(({ otherAnswers }) => otherAnswers)
  const rewards = runs.filter(({ reward, rewardRecorded }) => reward === rewardRecorded).length
  const lines = [
    `${runs.length} runs: ${rewards} rewards computed as recorded`,
    `${calls} tool calls: ${calls - others.length} answers as recorded, ${others.length} others`,
  ]
  const drifts = Map.groupBy(others, ({ drift }) => drift)
  for (const [drift, answers] of drifts) {
    lines.push(
      drift === undefined
        ? `${answers.length} differ for reasons not known`
        : `${answers.length} differ only in that the field ${drift.before} is called ${drift.now} since ${drift.since}`,
    )
  }
  return lines
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

interface OtherAnswer {
  readonly step: number
  readonly tool: string
  readonly recorded: string
  readonly today: string | undefined
  /** The documented change of the data that accounts for all of the difference; absent if none does. */
  readonly drift?: RenamedField | undefined
}

interface ReplayedRun {
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
function replayRun(run: RecordedRun, domain: Domain): ReplayedRun {
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
