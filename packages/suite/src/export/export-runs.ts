import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type RunFolder,
  readTraces,
  recompute,
  type Trace,
  writeInspectLogs,
  writeOtlp,
  writeWhole,
} from '@skill-state/eval'
import { invalidOption } from '@skill-state/protocol'
import { type Conditions, readConditions } from '../plan/conditions.ts'
import type { Registry } from '../registry.ts'
import { noTask, playedWith } from '../replay/played-with.ts'
import { atifTrajectory, fileName, verifiersRow } from './conversations.ts'
import { episodeRow, type FlatRow, stepRows } from './rows.ts'
import { writeCsv, writeDataset, writeJsonLines, writeParquet } from './tables.ts'

type Format = 'inspect' | 'otlp' | 'episodes.csv' | 'steps.parquet' | 'jsonl' | 'hf' | 'atif' | 'verifiers'

export interface ExportOptions {
  readonly format: Format
  /** A folder that is new or empty. */
  readonly out: string
  /** Also every prompt, rebuilt and checked. */
  readonly prompts?: boolean | undefined
  /** When the run began, as 2026-11-21T09:00:00Z. Default: when its conditions were written. */
  readonly start?: string | undefined
}

/** Writes runs in a format of other tools, and gives the paths of the files. Throws before it writes if an option is wrong. */
export async function exportRuns(
  registry: Registry,
  folders: readonly RunFolder[],
  { format, out, start, prompts = false }: ExportOptions,
): Promise<readonly string[]> {
  requireEmpty(out)
  const given = start === undefined ? undefined : readStart(start)
  const runs = folders.map((folder) => ({ folder, conditions: readConditions(folder) }))
  for (const { folder } of runs) requireTraces(folder)
  const { version } = registry
  const files: string[] = []
  for (const { folder, conditions } of runs) {
    const target = runs.length === 1 ? out : join(out, conditions.experiment)
    const promptsOf = prompts ? await rebuildPrompts(registry, folder, conditions) : undefined
    mkdirSync(target, { recursive: true })
    const startMs = given ?? statSync(join(folder.path, 'run.json')).mtimeMs
    files.push(...(await writers[format]({ folder, conditions, version, target, startMs, promptsOf })))
  }
  return files
}

/** Builds the prompts of a run's episodes again, and compares each with the hash on record. */
async function rebuildPrompts(
  registry: Registry,
  folder: RunFolder,
  conditions: Conditions,
): Promise<(trace: Trace) => Promise<readonly string[]>> {
  const { playedIn } = await playedWith(registry, folder, conditions)
  return async (trace) => {
    const played = await playedIn(trace.episode)
    if (played === undefined) throw noTask(trace)
    const { run: runtime } = registry.findRuntime(trace.episode.runtime)
    return (await recompute(trace, { ...played, runtime })).prompts
  }
}

interface Job {
  readonly folder: RunFolder
  readonly conditions: Conditions
  readonly version: string
  readonly target: string
  readonly startMs: number
  readonly promptsOf: ((trace: Trace) => Promise<readonly string[]>) | undefined
}

const writers: Readonly<Record<Format, (job: Job) => Promise<readonly string[]>>> = {
  inspect: ({ folder, conditions, target, ...rest }) =>
    writeInspectLogs(target, () => readTraces(folder), {
      ...rest,
      conditions: folder.conditions,
      limits: conditions.budget,
      modelSettings: conditions.model.settings,
      runtimeOptions: (runtime) => conditions.runtimes.find(({ id }) => id === runtime)?.options,
    }),
  otlp: async ({ folder, target, ...rest }) => {
    const file = join(target, 'spans.jsonl')
    await writeOtlp(file, readTraces(folder), rest)
    return [file]
  },
  'episodes.csv': async ({ folder, target }) => [
    await writeCsv(join(target, 'episodes.csv'), episodes(folder)),
  ],
  'steps.parquet': async (job) => [await writeParquet(join(job.target, 'steps.parquet'), await stepsOf(job))],
  jsonl: async (job) => [
    writeJsonLines(join(job.target, 'episodes.jsonl'), episodes(job.folder)),
    writeJsonLines(join(job.target, 'steps.jsonl'), await stepsOf(job)),
  ],
  hf: async (job) =>
    await writeDataset(job.target, job.conditions.experiment, {
      episodes: episodes(job.folder),
      steps: await stepsOf(job),
    }),
  atif: async ({ folder, target, version }) =>
    Array.from(readTraces(folder), (trace) => {
      const file = join(target, `${fileName(trace)}.json`)
      writeWhole(file, JSON.stringify(atifTrajectory(trace, version)))
      return file
    }),
  verifiers: async ({ folder, target }) => [
    writeJsonLines(
      join(target, 'results.jsonl'),
      Array.from(readTraces(folder), (trace, index) => verifiersRow(trace, index)),
    ),
  ],
}

function episodes(folder: RunFolder): readonly FlatRow[] {
  return Array.from(readTraces(folder), episodeRow).filter((row) => row !== undefined)
}

async function stepsOf({ folder, promptsOf }: Job): Promise<readonly FlatRow[]> {
  const rows: FlatRow[] = []
  for (const trace of readTraces(folder)) rows.push(...stepRows(trace, await promptsOf?.(trace)))
  return rows
}

/** So that nothing is mixed or lost. */
function requireEmpty(path: string): void {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) throw invalidOption(`--out: ${path} is a file, not a folder`)
  if (readdirSync(path).length > 0) throw invalidOption(`--out: ${path} is not empty; choose a new folder`)
}

function requireTraces(folder: RunFolder): void {
  for (const _ of readTraces(folder)) return
  throw invalidOption(`${folder.path} has no episode; run it first`)
}

/** Milliseconds since 1970. A time without a zone is rejected: it means another moment on another machine. */
function readStart(text: string): number {
  const isWhole = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const time = isWhole ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw invalidOption(`--start: "${text}" is not a time such as 2026-11-21T09:00:00Z`)
}
