import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  differences,
  type RunFolder,
  readRegularFile,
  readTraces,
  type Trace,
  type TraceLine,
} from '@skill-state/eval'
import { invalidOption, type JsonValue } from '@skill-state/protocol'
import { reportJson } from '@skill-state/report'
import { type Conditions, readConditions } from '../plan/conditions.ts'
import type { Registry } from '../registry.ts'
import { type OnRead, openReport } from '../report/run-report.ts'
import { type Definition, episodeName, noTask, playedWith } from './played-with.ts'
import { reExecute } from './re-execute.ts'

interface ReplayedRun {
  readonly episodes: number
  readonly steps: number
  /** What differs from the record, one line each. */
  readonly differences: readonly string[]
  /** Episodes whose observations, judgements of states and outcomes could not be checked. */
  readonly unexecuted: number
  /** Why a part of the run is known by its record alone, one line each. */
  readonly closed: readonly string[]
}

/**
 * Drives every recorded episode again without a model, in its world if that can be made, and computes the report again. Throws
 * `invalid-option` if the run has no report to compare with.
 */
export async function replayRun(
  registry: Registry,
  folder: RunFolder,
  onRead?: OnRead,
): Promise<ReplayedRun> {
  const file = join(folder.path, 'report.json')
  if (!existsSync(file)) {
    throw invalidOption(`${file} is missing: finish the run first, with the command that began it`)
  }
  const conditions = readConditions(folder)
  const definition = await playedWith(registry, folder, conditions)
  const found = [...definition.differences]
  const { add, report } = openReport(registry, folder, onRead)
  const names = new Set<string>()
  let [steps, unexecuted] = [0, 0]
  for (const trace of readTraces(folder)) {
    const { file, episode } = trace
    names.add(episodeName(episode))
    steps += trace.steps.length
    found.push(...structureFaults(file, readRegularFile(join(folder.path, file))))
    found.push(...conditionFaults(trace, conditions))
    add(trace)
    const played = await definition.playedIn(episode)
    if (played === undefined) {
      found.push(noTask(trace).message)
      continue
    }
    const { run: runtime } = registry.findRuntime(episode.runtime)
    const { differences: differing, executed } = await reExecute(trace, played, runtime)
    found.push(...differing)
    if (!executed) unexecuted += 1
  }
  found.push(...episodeFaults(folder, conditions, definition, names))
  const recorded = readReport(file)
  const recomputed: JsonValue = JSON.parse(reportJson(report()))
  found.push(...[...differences(recorded, recomputed)].map((line) => `${file}: ${line} as the traces say`))
  return { episodes: names.size, steps, differences: found, unexecuted, closed: definition.closed }
}

/** What of an episode does not follow from the run's conditions: its model, and how it ended. */
function conditionFaults({ file, episode, steps, end }: Trace, { model, budget }: Conditions): string[] {
  const found: string[] = []
  if (episode.model !== model.id) found.push(`${file}: the model is ${episode.model}, not ${model.id}`)
  if (budget.steps !== undefined && steps.length > budget.steps)
    found.push(`${file}: it has ${steps.length} steps, and the run allows ${budget.steps}`)
  if (end === undefined) found.push(`${file}: it has no end`)
  if (end?.status !== 'truncated') return found
  const most = end.limit === 'steps' || end.limit === 'tokens' ? budget[end.limit] : undefined
  if (most === undefined) found.push(`${file}: it ends by a limit of ${end.limit}, and the run has none`)
  else if (end.limit === 'steps' && steps.length < most)
    found.push(`${file}: it ends by the limit of ${most} steps after ${steps.length}`)
  return found
}

/** Episodes that the run lacks, and those that it should not have. */
function episodeFaults(
  { path }: RunFolder,
  { episodes: count }: Conditions,
  { episodes: planned }: Definition,
  names: ReadonlySet<string>,
): string[] {
  const found: string[] = []
  if (planned !== undefined && planned.size !== count)
    found.push(`${path}/run.json: episodes is ${count}, not ${planned.size} as it is defined`)
  const missing =
    planned === undefined ? count - names.size : [...planned].filter((name) => !names.has(name)).length
  if (missing > 0) found.push(`${path}: ${missing} of ${count} planned episodes are missing`)
  for (const name of names)
    if (planned?.has(name) === false) found.push(`${path}: the episode ${name} is not planned`)
  return found
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
