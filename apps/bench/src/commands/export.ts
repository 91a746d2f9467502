import { exportRuns, readRunFolders } from '@skill-state/suite'
import type { Flags } from '../program/fields.ts'
import { experiments, registry } from '../registry.ts'

/** `bench export`: a run in the words of other tools. The lines are the files. */
export async function exportCommand(
  directory: string,
  options: Flags['export'],
): Promise<{ readonly lines: readonly string[] }> {
  const folders = readRunFolders(directory, Object.keys(experiments))
  return { lines: await exportRuns(registry, folders, options) }
}
