import type { Runtime } from '@skill-state/protocol'
import type { DomainDescription, OfficialDomain } from '../data/domain.ts'
import { type Domain, loadDomain } from '../data/load-domain.ts'
import { actionSchemaOf } from '../environment/action-schema.ts'
import { tauSkill } from '../skill/skill.ts'
import { excerpts } from '../verify/excerpt.ts'
import { keepRecords, recordKeeping } from './keep-records.ts'
import { type MeasureOptions, measurePrompts, type PromptSizes } from './measure-prompts.ts'
import { type PromptRow, promptRow, promptTable } from './prompt-table.ts'
import { readRecordedRuns } from './read-recorded-runs.ts'
import type { RecordedRun } from './recorded-run.ts'
import { type ReplayedRun, replayRun } from './replay-run.ts'

export interface ReplayOptions {
  readonly domain: OfficialDomain | DomainDescription
  /** Folder of the data; see `loadDomain`. */
  readonly data: string
  /** Default `test`. */
  readonly split?: string
  /** A file of recorded runs; see `readRecordedRuns`. */
  readonly file: string
  /** Whose prompts to measure; see `measurePrompts`. */
  readonly measured?: {
    /** By the name of their row. */
    readonly runtimes: Readonly<Record<string, MeasuredRuntime>>
    readonly reply: MeasureOptions['reply']
  }
}

export interface MeasuredRuntime {
  readonly runtime: Runtime
  /**
   * What stands in for the state that the recorded model never wrote. `initial` (default): the skill's initial state,
   * which no step changes. `records`: every record that a tool answered, whole; see `keepRecords`.
   */
  readonly state?: 'initial' | 'records'
}

export interface Replays {
  /** One line per difference that no documented change explains, then the counts and the table of prompts. */
  readonly lines: readonly string[]
  readonly runs: readonly ReplayedRun[]
  readonly prompts: readonly PromptRow[]
  /** Whether every reward is as recorded, and every other answer explained. */
  readonly agrees: boolean
}

/** `bench tau-bench replay`. Throws what the reading of the file and of the data throws, and `measurePrompts`. */
export async function replayRecordedRuns(options: ReplayOptions): Promise<Replays> {
  const recorded = readRecordedRuns(options.file)
  const domain = loadDomain(options.data, options.domain, options.split ?? 'test')
  const runs = recorded.map((run) => replayRun(run, domain))
  const prompts = await measureAll(recorded, domain, options.measured)
  const unexplained = runs.flatMap(unexplainedIn)
  return {
    lines: [
      ...unexplained.map((line) => `${options.file}: ${line}`),
      ...recorded.flatMap((run) =>
        run.error === undefined ? [] : [`${options.file}: ${run.name}: given up: ${firstLine(run.error)}`],
      ),
      ...summary(runs),
      ...(prompts.length > 0 ? promptTable(prompts) : []),
    ],
    runs,
    prompts,
    agrees: unexplained.length === 0,
  }
}

async function measureAll(
  runs: readonly RecordedRun[],
  domain: Domain,
  measured: ReplayOptions['measured'],
): Promise<PromptRow[]> {
  if (measured === undefined) return []
  const skill = tauSkill(domain)
  const common = {
    skill,
    environment: { actionSchema: actionSchemaOf(domain.tools, 'open') },
    reply: measured.reply,
  }
  const keeping = { ...common, skill: recordKeeping(skill), patches: keepRecords }
  const rows: PromptRow[] = []
  for (const [name, { runtime, state }] of Object.entries(measured.runtimes)) {
    const options = state === 'records' ? keeping : common
    const sizes: PromptSizes[] = []
    for (const run of runs) if (run.steps.length > 0) sizes.push(await measurePrompts(runtime, run, options))
    rows.push(promptRow(name, sizes))
  }
  return rows
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

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
