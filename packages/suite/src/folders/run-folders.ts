import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type RunFolder, readRunFolder } from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import { readRootPlan } from './root-folder.ts'

/** The run in a folder, or the runs of all experiments in it, in the order of the tables. Throws `invalid-run`. */
export function readRunFolders(directory: string, usual: readonly string[] = []): readonly RunFolder[] {
  if (existsSync(join(directory, 'run.json')) || !existsSync(directory)) return [readRunFolder(directory)]
  if (!statSync(directory).isDirectory()) {
    throw new SkillStateError('invalid-run', `${directory} is a file, not the folder of a run`)
  }
  const order = readRootPlan(directory)?.runs ?? usual
  const names = readdirSync(directory).filter((name) => existsSync(join(directory, name, 'run.json')))
  if (names.length === 0) return [readRunFolder(directory)] // says what is missing
  return names
    .sort((a, b) => order.indexOf(a) - order.indexOf(b) || (a < b ? -1 : 1))
    .map((name) => readRunFolder(join(directory, name)))
}
