import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type RunFolder, readRegularFile, readRunFolder, writeWhole } from '@skill-state/eval'
import { invalidRun, type SkillStateError } from '@skill-state/protocol'
import { z } from 'zod'
import { SPENDING_FILE } from '../plan/run-meter.ts'

/** Names the runs that a folder is to hold, each in a folder of its own. */
const ROOT_FILE = 'runs.json'

export const ROOT_PAGE = 'report.html'

/** Heads the page if nothing else is written down. */
export const ALL_EXPERIMENTS = 'All experiments'

/** Present while a command writes into the folder; also begins the names of its temporary files. */
const LOCK_FILE = 'run.lock'

interface RootPlan {
  readonly title?: string
  /** Names of the folders, in the order of the page. */
  readonly runs: readonly string[]
}

const schema = z.strictObject({ title: z.string().exactOptional(), experiments: z.array(z.string()) })

/** Says whether runs of these names may be put into the folder. Writes nothing; throws `invalid-run`. */
export function checkRootFolder(path: string, runs: readonly string[]): void {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) throw reject(`${path} is a file, not a folder`)
  const own = [...runs, ...[ROOT_FILE, ROOT_PAGE, SPENDING_FILE].flatMap((name) => [name, `${name}.tmp`])]
  const names = readdirSync(path)
  if (names.includes('run.json')) throw reject(`${path} holds the run of one experiment`)
  const foreign = names.find((name) => !own.includes(name) && !name.startsWith(LOCK_FILE))
  if (foreign !== undefined) throw reject(`${path} holds ${foreign}, which is not one of the runs`)
}

/** Writes down which runs the folder will hold, so that a reader can tell when one is missing. */
export function openRootFolder({ path, title, runs }: RootPlan & { readonly path: string }): void {
  checkRootFolder(path, runs)
  mkdirSync(path, { recursive: true })
  writeWhole(join(path, ROOT_FILE), `${JSON.stringify({ title, experiments: runs }, undefined, 2)}\n`)
}

/** The planned content of the folder; undefined if it is not recorded. Throws `invalid-run`. */
export function readRootPlan(path: string): RootPlan | undefined {
  const file = join(path, ROOT_FILE)
  if (!existsSync(file)) return undefined
  try {
    const { experiments: runs, ...rest } = schema.parse(JSON.parse(readRegularFile(file)))
    return { ...rest, runs }
  } catch (cause) {
    const message = `${file} does not name runs; write it anew with the command that wrote the folder`
    throw invalidRun(message, { cause })
  }
}

function reject(reason: string): SkillStateError {
  return invalidRun(`${reason}; choose a new folder with --out`)
}

/** The run in a folder, or the runs of all experiments in it, in the order of the tables. Throws `invalid-run`. */
export function readRunFolders(directory: string, usual: readonly string[] = []): readonly RunFolder[] {
  if (existsSync(join(directory, 'run.json')) || !existsSync(directory)) return [readRunFolder(directory)]
  if (!statSync(directory).isDirectory()) throw invalidRun(`${directory} is a file, not the folder of a run`)
  const order = readRootPlan(directory)?.runs ?? usual
  const names = readdirSync(directory).filter((name) => existsSync(join(directory, name, 'run.json')))
  if (names.length === 0) return [readRunFolder(directory)] // says what is missing
  return names
    .sort((a, b) => order.indexOf(a) - order.indexOf(b) || (a < b ? -1 : 1))
    .map((name) => readRunFolder(join(directory, name)))
}
