import type { OfficialDomain } from '../data/domain.ts'
import { loadDomain } from '../data/load-domain.ts'
import { excerpts } from '../verify/excerpt.ts'
import { readRecordedRuns } from './recorded-runs.ts'
import { type ReplayedRun, replayRun } from './replay-run.ts'

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
