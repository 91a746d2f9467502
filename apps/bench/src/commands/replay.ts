import { readRunFolders, replayRun } from '@skill-state/suite'
import { withReading } from '../progress/reading.ts'
import { experiments, registry } from '../registry.ts'

/** `bench replay`: replays each run of a folder. Returns the lines to print and whether everything agrees. */
export async function replayCommand(directory: string): Promise<{ lines: string[]; agrees: boolean }> {
  const lines: string[] = []
  let agrees = true
  const folders = readRunFolders(directory, Object.keys(experiments))
  const replayed = await withReading(folders, async (folder, hear) => ({
    ...(await replayRun(registry, folder, hear)),
    path: folder.path,
  }))
  for (const { path, episodes, steps, differences, unexecuted } of replayed) {
    const summary = `${path}: ${episodes} episodes, ${steps} steps replayed`
    if (differences.length > 0) {
      agrees = false
      lines.push(...differences, `${summary}: ${differences.length} differences`)
    } else {
      lines.push(`${summary}: every prompt and every figure agrees; ${uncheckedText(unexecuted)}`)
    }
  }
  return { lines, agrees }
}

/** What no replay can check. */
function uncheckedText(unexecuted: number): string {
  const worlds = unexecuted > 0 ? `, observations and outcomes of ${unexecuted} episodes` : ''
  return `not checked: token counts, names of models, ids, durations, and in run.json version, model settings, tokenizer and budget${worlds}`
}
