import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { invalidRun, isJsonObject, type JsonObject, parseJson, SkillStateError } from '@skill-state/protocol'
import { differences } from './differences.ts'
import { readRegularFile, temporaryName, writeWhole } from './files.ts'
import { LOCK_FILE } from './run-lock.ts'
import { readTrace, type Trace } from './trace-file.ts'

const RUN_FILE = 'run.json'
const EPISODES = 'episodes'

/** A folder that holds one run: its conditions in `run.json`, one trace an episode below `episodes`. */
export interface RunFolder {
  readonly path: string
  /** Everything that could change a figure. Equal for every episode of the run. */
  readonly conditions: JsonObject
}

/** Opens a run's folder for reading. Throws `invalid-run` if it holds none. */
export function readRunFolder(path: string): RunFolder {
  const file = join(path, RUN_FILE)
  if (!existsSync(file)) throw invalidRun(`${path} is not a run folder: ${RUN_FILE} is missing`)
  const conditions = parseJson(readRegularFile(file))
  if (!isJsonObject(conditions)) throw invalidRun(`${file} is not a JSON object`)
  return { path, conditions }
}

/**
 * Says whether a run with these conditions may write into the folder: a new or empty folder, one that holds
 * the same run, or one whose run was killed before its conditions were written. Writes nothing; throws
 * `invalid-run` that names what differs, the model before anything else.
 */
export function checkRunFolder(path: string, conditions: JsonObject): void {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) throw invalidRun(`${path} is a file, not a folder`)
  if (!existsSync(join(path, RUN_FILE))) {
    if (readdirSync(path).every((name) => name === temporaryName(RUN_FILE) || name.startsWith(LOCK_FILE)))
      return
    throw invalidRun(`${path} holds other files and no run; choose a new folder with --out`)
  }
  const found = readRunFolder(path).conditions
  const all = [...differences(found, JSON.parse(JSON.stringify(conditions)))]
  const difference = all.find((line) => line.startsWith('model.')) ?? all[0]
  if (difference !== undefined) {
    throw invalidRun(
      `${path} holds another run: its ${difference}; choose a new folder with --out, or remove this one`,
    )
  }
}

export function openRunFolder(path: string, conditions: JsonObject): RunFolder {
  checkRunFolder(path, conditions)
  mkdirSync(path, { recursive: true })
  writeWhole(join(path, RUN_FILE), `${JSON.stringify(conditions, undefined, 2)}\n`)
  return { path, conditions }
}

/** Whether the folder is still there, with its conditions. */
export function isRunFolder({ path }: RunFolder): boolean {
  return existsSync(join(path, RUN_FILE))
}

export function tracePath(
  folder: RunFolder,
  episode: { benchmark: string; task: string; runtime: string; model: string },
): string {
  const name = [episode.task, episode.runtime, episode.model].map(encodeURIComponent).join('~')
  return join(folder.path, EPISODES, encodeURIComponent(episode.benchmark), `${name}.jsonl`)
}

/** Reads a trace of the folder. Throws `invalid-trace` if it is kept under a name that is not its episode's. */
export function readTraceOf(folder: RunFolder, file: string): Trace | undefined {
  const trace = readTrace(file)
  if (trace === undefined || tracePath(folder, trace.episode) === file) return trace
  const { benchmark, task, runtime, model } = trace.episode
  throw new SkillStateError(
    'invalid-trace',
    `${file}: the first line names another episode (${benchmark} ${task} ${runtime} ${model}); restore the file or remove it and run again`,
  )
}

/**
 * The traces in the folder, ordered by file name, each read when it is asked for; no two are of one episode. Throws
 * `invalid-trace`.
 */
export function* readTraces(folder: RunFolder): Generator<Trace> {
  const root = join(folder.path, EPISODES)
  if (!existsSync(root)) return
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jsonl'),
  )
  for (const file of files.sort()) {
    const trace = readTraceOf(folder, join(root, file))
    if (trace !== undefined) yield { ...trace, file: relative(folder.path, join(root, file)) }
  }
}
