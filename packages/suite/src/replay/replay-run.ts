import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  differences,
  type RunFolder,
  readRegularFile,
  readTraces,
  replayEpisode,
  type Trace,
  type TraceLine,
} from '@skill-state/eval'
import { invalidOption, type JsonValue } from '@skill-state/protocol'
import { reportJson } from '@skill-state/report'
import { type Conditions, readConditions } from '../plan/conditions.ts'
import type { Registry } from '../registry.ts'
import { type HearRead, openReport } from '../report/run-report.ts'
import { noTask, type Played, playedWith } from './played-with.ts'
import { reExecute } from './re-execute.ts'

/** What came out of replaying a run. */
export interface ReplayedRun {
  readonly episodes: number
  readonly steps: number
  /** What differs from the record, one line each. */
  readonly differences: readonly string[]
  /** Episodes whose observations and outcomes could not be checked. */
  readonly unexecuted: number
}

/**
 * Drives every recorded episode again without model and environment, and computes the report again. Throws
 * `invalid-option` if the run has no report to compare with.
 */
export async function replayRun(
  registry: Registry,
  folder: RunFolder,
  hear?: HearRead,
): Promise<ReplayedRun> {
  const file = join(folder.path, 'report.json')
  if (!existsSync(file)) {
    throw invalidOption(`${file} is missing: finish the run first, with the command that began it`)
  }
  const conditions = readConditions(folder)
  const playedIn = await playedWith(registry, folder, conditions)
  const found: string[] = []
  const { add, report } = openReport(registry, folder, hear)
  let [episodes, steps, unexecuted] = [0, 0, 0]
  for (const trace of readTraces(folder)) {
    episodes += 1
    steps += trace.steps.length
    found.push(...structureFaults(trace.file, readRegularFile(join(folder.path, trace.file))))
    add(trace)
    const played = await playedIn(trace.episode)
    if (played === undefined) {
      found.push(noTask(trace).message)
      continue
    }
    found.push(...(await replayTrace(registry, trace, played)))
    const { end } = trace
    const hasOutcome = end?.status !== 'failed' || end.outcome !== undefined
    if (played.planned === undefined || !hasOutcome) unexecuted += 1
    else found.push(...(await reExecute(trace, played.planned)))
  }
  found.push(...missingEpisodes(folder, conditions, episodes))
  const recorded = readReport(file)
  const recomputed: JsonValue = JSON.parse(reportJson(report()))
  found.push(...[...differences(recorded, recomputed)].map((line) => `${file}: ${line} as the traces say`))
  return { episodes, steps, differences: found, unexecuted }
}

async function replayTrace(registry: Registry, trace: Trace, played: Played): Promise<string[]> {
  const { run: runtime } = registry.findRuntime(trace.episode.runtime)
  const differing = await replayEpisode(trace, { ...played, runtime })
  return differing.map(({ where, what }) => `${where}: ${what}`)
}

function missingEpisodes({ path }: RunFolder, { episodes: planned }: Conditions, found: number): string[] {
  if (found >= planned) return []
  return [`${path}: ${planned - found} of ${planned} planned episodes are missing`]
}

function readReport(file: string): JsonValue {
  try {
    return JSON.parse(readRegularFile(file)) as JsonValue
  } catch {
    throw invalidOption(`${file} is not JSON: compute it again with bench report --format json`)
  }
}

/** What is wrong with the order of a trace's lines; a reader takes the first of a kind and would not notice. */
function structureFaults(file: string, text: string): string[] {
  const lines = text.split('\n').slice(0, -1)
  let steps = 0
  return lines.flatMap((line, index) => {
    const place = `${file}:${index + 1}`
    const read = JSON.parse(line) as TraceLine
    const { kind } = read
    if ((kind === 'episode' && index !== 0) || (kind === 'reset' && index !== 1))
      return [`${place}: a ${kind} line does not belong here`]
    if (kind === 'end' && index !== lines.length - 1) return [`${place}: lines follow the end`]
    if (kind === 'call' && read.step !== steps)
      return [`${place}: a call of step ${read.step} among those of ${steps}`]
    if (kind !== 'step') return []
    steps += 1
    return read.index === steps - 1 ? [] : [`${place}: step ${read.index} is in place ${steps - 1}`]
  })
}
