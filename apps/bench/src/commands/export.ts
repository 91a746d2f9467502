import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type RunFolder,
  readTraces,
  type Trace,
  writeInspectLogs,
  writeOtlp,
  writeWhole,
} from '@skill-state/eval'
import { invalidOption } from '@skill-state/protocol'
import { type Conditions, readConditions, readRunFolders, rebuildPrompts } from '@skill-state/suite'
import { atifTrajectory, fileName, verifiersRow } from '../export/conversations.ts'
import { episodeRow, type FlatRow, stepRows } from '../export/rows.ts'
import { writeCsv, writeDataset, writeJsonLines, writeParquet } from '../export/tables.ts'
import type { ExportFlags } from '../program/fields.ts'
import { experiments, registry } from '../registry.ts'

/** `bench export`: a run in the words of other tools. Returns the lines to print; writes nothing if it throws. */
export async function exportCommand(directory: string, options: ExportFlags): Promise<string[]> {
  const { format } = options
  const out = checkOut(options.out)
  const start = options.start === undefined ? undefined : readStart(options.start)
  const folders = readRunFolders(directory, Object.keys(experiments)).map((folder) => ({
    folder,
    conditions: readConditions(folder),
  }))
  for (const { folder } of folders) requireTraces(folder)
  const files: string[] = []
  for (const run of folders) {
    const target = folders.length === 1 ? out : join(out, run.conditions.experiment)
    const promptsOf =
      options.prompts === true ? await rebuildPrompts(registry, run.folder, run.conditions) : undefined
    mkdirSync(target, { recursive: true })
    const startMs = start ?? statSync(join(run.folder.path, 'run.json')).mtimeMs
    files.push(...(await writers[format]({ ...run, target, startMs, promptsOf })))
  }
  return files
}

interface Job {
  readonly folder: RunFolder
  readonly conditions: Conditions
  readonly target: string
  readonly startMs: number
  readonly promptsOf: ((trace: Trace) => Promise<readonly string[]>) | undefined
}

const writers: Readonly<Record<ExportFlags['format'], (job: Job) => Promise<readonly string[]>>> = {
  inspect: ({ folder, conditions, target, ...rest }) =>
    writeInspectLogs(target, () => readTraces(folder), {
      ...rest,
      conditions: folder.conditions,
      version: registry.version,
      limits: conditions.budget,
      modelSettings: conditions.model.settings,
      runtimeOptions: (runtime) => conditions.runtimes.find(({ id }) => id === runtime)?.options,
    }),
  otlp: async ({ folder, target, ...rest }) => {
    const file = join(target, 'spans.jsonl')
    await writeOtlp(file, readTraces(folder), { ...rest, version: registry.version })
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
  atif: async ({ folder, target }) =>
    Array.from(readTraces(folder), (trace) => {
      const file = join(target, `${fileName(trace)}.json`)
      writeWhole(file, JSON.stringify(atifTrajectory(trace, registry.version)))
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

/** A folder that is new or empty, so that nothing is mixed or lost. */
function checkOut(path: string): string {
  if (!existsSync(path)) return path
  if (!statSync(path).isDirectory()) throw invalidOption(`--out: ${path} is a file, not a folder`)
  if (readdirSync(path).length > 0) throw invalidOption(`--out: ${path} is not empty; choose a new folder`)
  return path
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
