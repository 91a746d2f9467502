import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isBeingWritten } from '@skill-state/eval'
import { type Conditions, parseConditions } from '../../manifest/conditions.ts'
import { MANIFEST_FORMAT, type Manifest, type RunEntry } from '../../manifest/manifest.ts'
import type { SessionDocument } from '../../manifest/session.ts'
import { openStore } from '../sessions/open-journal.ts'
import { readSession } from '../sessions/read-session.ts'
import { curvesOf } from './curves.ts'
import { listRuns, type NamedRun, type SessionFolder } from './list-runs.ts'
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
  /** A session by its folder and its row's `file`. Throws `invalid-journal`. */
  session(run: string, file: string): SessionDocument | undefined
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

/** Opens a run, a journal, or a folder with runs and journals at any depth. Throws `invalid-run` if there is none. */
export function openCatalogue(directory: string): Catalogue {
  const modules = createValidatorModules()
  const known = new Map<string, Known>()
  let found = listRuns(directory)

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
    found = listRuns(directory)
    return found.runs.map((run) => ({
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

  const readRow = (folder: SessionFolder, name: string, until: number): EpisodeEntry | undefined => {
    const path = join(folder.path, name)
    const version = versionOf(path)
    const before = known.get(path)
    if (before?.version === version) return before.entry
    if (performance.now() > until) return before?.entry
    const place = { run: folder.name, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 }
    const entry = { row: { ...place, ...rowOf(path, fileOf(name)) }, stepPromptChars: [] }
    known.set(path, { version, entry })
    return entry
  }

  /** Kept until all of it is read: listing ten thousand files takes time too. */
  let listed: readonly ListedRun[] | undefined
  return {
    validators: modules.sources,
    folderOf: (name) => found.runs.find((run) => run.name === name)?.path,
    session(run, file) {
      const folder = found.sessions.find(({ name }) => name === run)
      const name = folder?.files.find((each) => fileOf(each) === file)
      return folder && name !== undefined ? documentOf(join(folder.path, name), file) : undefined
    },
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
      for (const folder of found.sessions) {
        for (const name of folder.files) {
          const entry = readRow(folder, name, until)
          if (entry === undefined) unread += 1
          else entries.push(entry)
        }
      }
      if (unread === 0) listed = undefined
      return {
        format: MANIFEST_FORMAT,
        title: basename(resolve(directory)),
        runs: [...now.map(entryOf), ...found.sessions.map(sessionEntry)],
        episodes: entries.map(({ row }) => row),
        curves: curvesOf(entries),
        unread,
      }
    },
  }
}

/** How a journal is called in an address, as a trace is. */
function fileOf(name: string): string {
  return `episodes/${name}.jsonl`
}

/** A SQLite database that is being written grows in a file beside it. */
function versionOf(path: string): string {
  return [path, `${path}-wal`]
    .map((each) => statSync(each, { throwIfNoEntry: false }))
    .map((stat) => `${stat?.size} ${stat?.mtimeMs}`)
    .join(' ')
}

function documentOf(path: string, file: string): SessionDocument {
  const store = openStore(path)
  try {
    return readSession(store, file)
  } finally {
    store.close()
  }
}

/** One that cannot be read is a row too. */
function rowOf(path: string, file: string): SessionDocument['row'] {
  try {
    return documentOf(path, file).row
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(path, basename(path))
    const nothing = {
      benchmark: '',
      runtime: 'session',
      model: '',
      steps: 0,
      calls: 0,
      refusals: 0,
      fallbacks: 0,
    }
    return { ...nothing, file, task: basename(path), status: 'unreadable', reason }
  }
}

function sessionEntry({ name, files }: SessionFolder): RunEntry {
  return {
    name,
    experiment: 'sessions',
    sessions: true,
    model: { id: '', notice: '' },
    planned: files.length,
    writing: true,
    validators: [],
  }
}
