import { readRunFolders, replayRun, startingCommands, withReading } from '@skill-state/suite'
import type { Flags } from '../program/fields.ts'
import { experiments, registry } from '../registry.ts'

/** `bench replay`: replays each run of a folder. Returns the lines to print and whether everything agrees. */
export async function replayCommand(
  directory: string,
  { commands = false }: Flags['replay'] = {},
): Promise<{ lines: string[]; agrees: boolean }> {
  const known = commands ? startingCommands(registry) : registry
  const lines: string[] = []
  let agrees = true
  const folders = readRunFolders(directory, Object.keys(experiments))
  const replayed = await withReading(folders, async (folder, onRead) => ({
    ...(await replayRun(known, folder, onRead)),
    path: folder.path,
  }))
  for (const { path, episodes, steps, differences, unexecuted, closed } of replayed) {
    const summary = `${path}: ${episodes} episodes, ${steps} steps replayed`
    if (differences.length > 0) {
      agrees = false
      lines.push(...differences, `${summary}: ${differences.length} differences`)
    } else {
      lines.push(
        `${summary}: every prompt and every figure agrees; not checked: ${unchecked(unexecuted, closed)}`,
      )
    }
  }
  return { lines, agrees }
}

/** What no replay can check. */
const UNCHECKED =
  'token counts, finish reasons, what a reply says beside its patch and action, names of models, ids, injected faults, failed requests, texts of errors, durations, and in run.json version, model, answers, tokenizer, budget, wording of the selection, name and title of a suite, and seeds and horizons that no task has'

function unchecked(unexecuted: number, closed: readonly string[]): string {
  if (unexecuted === 0) return UNCHECKED
  const why = closed.length > 0 ? `, and their series in run.json: ${closed.join('; ')}` : ''
  return `${UNCHECKED}; observations, judgements of states and outcomes of ${unexecuted} episodes${why}`
}
