import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  differences,
  type EpisodeFigures,
  type RunFolder,
  readRegularFile,
  readTraces,
  replayEpisode,
} from '@skill-state/eval'
import { type JsonValue, SkillStateError } from '@skill-state/protocol'
import { reportJson } from '@skill-state/report'
import {
  figuresOf,
  playedWith,
  readConditions,
  readRunFolders,
  reExecute,
  runReport,
  structureFaults,
} from '@skill-state/suite'
import { experiments, findRuntime, registry } from '../registry.ts'

/**
 * `bench replay`: drives every recorded episode again without model and environment, and computes the
 * report again. Gives the lines to print and whether everything agrees.
 */
export async function replayCommand(directory: string): Promise<{ lines: string[]; agrees: boolean }> {
  const replays = []
  for (const folder of readRunFolders(directory, Object.keys(experiments)))
    replays.push(await replayRun(folder))
  return {
    lines: replays.flatMap(({ lines }) => lines),
    agrees: replays.every(({ agrees }) => agrees),
  }
}

async function replayRun(folder: RunFolder): Promise<{ lines: string[]; agrees: boolean }> {
  const file = join(folder.path, 'report.json')
  if (!existsSync(file)) {
    throw new SkillStateError(
      'invalid-option',
      `${file} is missing: finish the run first, with the command that began it`,
    )
  }
  const conditions = readConditions(folder)
  const playedIn = await playedWith(registry, folder, conditions)
  const found: string[] = []
  const figures: EpisodeFigures[] = []
  let episodes = 0
  let steps = 0
  let unexecuted = 0
  for (const trace of readTraces(folder)) {
    episodes += 1
    steps += trace.steps.length
    found.push(...structureFaults(trace.file, readRegularFile(join(folder.path, trace.file))))
    const ended = figuresOf(trace, conditions)
    if (ended !== undefined) figures.push(ended)
    const played = await playedIn(trace.episode)
    if (played === undefined) {
      found.push(`${trace.file}: ${trace.episode.task} is no task of this run`)
      continue
    }
    const { run: runtime } = findRuntime(trace.episode.runtime)
    const differing = await replayEpisode(trace, { ...played, runtime })
    found.push(...differing.map(({ where, what }) => `${where}: ${what}`))
    const { end } = trace
    const hasOutcome = end?.status !== 'failed' || end.outcome !== undefined
    if (played.planned === undefined || !hasOutcome) unexecuted += 1
    else found.push(...(await reExecute(trace, played.planned)))
  }
  if (episodes < conditions.episodes)
    found.push(
      `${folder.path}: ${conditions.episodes - episodes} of ${conditions.episodes} planned episodes are missing`,
    )
  const recorded = readReport(file)
  const recomputed: JsonValue = JSON.parse(reportJson(runReport(registry, folder, figures)))
  found.push(...[...differences(recorded, recomputed)].map((line) => `${file}: ${line} as the traces say`))
  const summary = `${folder.path}: ${episodes} episodes, ${steps} steps replayed`
  if (found.length === 0)
    return {
      lines: [`${summary}: every prompt and every figure agrees; ${uncheckedText(unexecuted)}`],
      agrees: true,
    }
  return { lines: [...found, `${summary}: ${found.length} differences`], agrees: false }
}

/** What a record is believed for: nothing here could tell. */
function uncheckedText(unexecuted: number): string {
  const worlds = unexecuted > 0 ? `, observations and outcomes of ${unexecuted} episodes` : ''
  return `not checked: token counts, names of models, ids, durations, and in run.json version, model settings, tokenizer and budget${worlds}`
}

function readReport(file: string): JsonValue {
  try {
    return JSON.parse(readRegularFile(file)) as JsonValue
  } catch {
    throw new SkillStateError(
      'invalid-option',
      `${file} is not JSON: compute it again with bench report --format json`,
    )
  }
}
