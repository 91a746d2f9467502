import { basename, join, resolve } from 'node:path'
import { isBeingWritten } from '@skill-state/eval'
import { type Conditions, parseConditions } from '../../manifest/conditions.ts'
import { MANIFEST_FORMAT, type Manifest, type RunEntry } from '../../manifest/manifest.ts'
import { curvesOf } from './curves.ts'
import { listRuns, type NamedRun } from './list-runs.ts'
import { listTraces, type TraceFile } from './list-traces.ts'
import { type EpisodeEntry, readEpisode } from './read-episode.ts'
import { createValidatorModules } from './validators.ts'

/** The runs of a folder, each trace read once and again when it has changed. */
export interface Catalogue {
  /**
   * The manifest of what the folder holds now. Reads changed traces for about so many milliseconds; the manifest says
   * how many are left for the next call. Throws `invalid-run`.
   */
  manifest(budgetMs: number): Manifest
  /** The folder of a run by its name, of those in the last manifest. */
  folderOf(run: string): string | undefined
  /** Validator modules by file name. */
  readonly validators: ReadonlyMap<string, string>
}

interface Known {
  readonly version: string
  readonly entry: EpisodeEntry
}

interface ListedRun {
  readonly run: NamedRun
  readonly conditions: Conditions
  readonly traces: readonly TraceFile[]
}

/** Opens a folder with one run, or with one a subfolder. Throws `invalid-run` where there is none. */
export function openCatalogue(directory: string): Catalogue {
  const modules = createValidatorModules()
  const known = new Map<string, Known>()
  let runs = listRuns(directory)

  const entryOf = ({ run, conditions }: ListedRun): RunEntry => ({
    name: run.name,
    experiment: conditions.experiment,
    model: { id: conditions.model.id, notice: conditions.model.notice },
    planned: conditions.episodes,
    writing: isBeingWritten(run.path),
    validators: conditions.series.map(({ benchmark: { schema, actionSchema } }) => ({
      state: modules.add(schema),
      ...(actionSchema && { action: modules.add(actionSchema) }),
    })),
  })

  const list = (): readonly ListedRun[] => {
    runs = listRuns(directory)
    return runs.map((run) => ({
      run,
      conditions: parseConditions(run.conditions, join(run.path, 'run.json')),
      traces: listTraces(run.path),
    }))
  }

  /** The entry of a trace, read where it has changed and there is time. */
  const read = ({ run, conditions }: ListedRun, trace: TraceFile, until: number): Known | undefined => {
    const key = join(run.path, trace.file)
    const before = known.get(key)
    if (before?.version === trace.version || performance.now() > until) return before
    const prices = conditions.model.capabilities?.prices
    const entry = readEpisode({ run: run.name, folder: run.path, prices }, trace)
    const now = { version: trace.version, entry }
    known.set(key, now)
    return now
  }

  /** Kept until all of it is read: listing ten thousand files takes time too. */
  let listed: readonly ListedRun[] | undefined
  return {
    validators: modules.sources,
    folderOf: (name) => runs.find((run) => run.name === name)?.path,
    manifest(budgetMs) {
      listed ??= list()
      const now = listed
      const until = performance.now() + budgetMs
      const entries: EpisodeEntry[] = []
      let unread = 0
      for (const each of now) {
        for (const trace of each.traces) {
          const found = read(each, trace, until)
          if (found?.version !== trace.version) unread += 1
          if (found !== undefined) entries.push(found.entry)
        }
      }
      if (unread === 0) listed = undefined
      return {
        format: MANIFEST_FORMAT,
        title: basename(resolve(directory)),
        runs: now.map(entryOf),
        episodes: entries.map(({ row }) => row),
        curves: curvesOf(entries),
        unread,
      }
    },
  }
}
