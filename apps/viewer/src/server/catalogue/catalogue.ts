import { lstatSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isBeingWritten } from '@skill-state/eval'
import { reasonOf } from '@skill-state/protocol'
import { type Conditions, parseConditions } from '../../manifest/conditions.ts'
import { type EpisodeKey, MANIFEST_FORMAT, type Manifest, type RunEntry } from '../../manifest/manifest.ts'
import type { SessionDocument } from '../../manifest/session.ts'
import { openStore } from '../sessions/open-journal.ts'
import { readSession, sessionRow } from '../sessions/read-session.ts'
import { type FilesByRun, knownRows } from './known-rows.ts'
import { listRuns, listTraces, type NamedRun, type SessionFolder } from './list-runs.ts'
import { type EpisodeEntry, NO_FIGURES, readEpisode } from './read-episode.ts'

/** The runs of a folder, each trace read once and again when it has changed. */
export type Catalogue = ReturnType<typeof openCatalogue>

interface ListedRun {
  readonly run: NamedRun
  readonly conditions: Conditions
}

/** One visit to every file: those that changed are read. It may take several calls. */
interface Round {
  readonly runs: readonly ListedRun[]
  readonly files: FilesByRun
  /** Looks at one file after the other. */
  readonly visits: Iterator<void>
  done: boolean
}

/** Opens a run, a journal, or a folder with runs and journals at any depth. Throws `invalid-run` if there is none. */
export function openCatalogue(directory: string) {
  const known = knownRows()
  const texts = new Map<string, string>()
  const share = (text: string): string => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
  let found = listRuns(directory)
  let round: Round | undefined

  const entryOf = ({ run, conditions }: ListedRun): RunEntry => ({
    name: run.name,
    experiment: conditions.experiment,
    model: { id: conditions.model.id, notice: conditions.model.notice },
    planned: conditions.episodes,
    writing: isBeingWritten(run.path),
  })

  const begin = (): Round => {
    found = listRuns(directory)
    const runs = found.runs.map((run) => ({
      run,
      conditions: parseConditions(run.conditions, join(run.path, 'run.json')),
    }))
    const files = new Map([
      ...runs.map(({ run }) => [run.name, new Set(listTraces(run.path))] as const),
      ...found.sessions.map((folder) => [folder.name, new Set(folder.files.map(fileOf))] as const),
    ])
    return { runs, files, visits: visit(runs, found.sessions, files), done: false }
  }

  function* visit(
    runs: readonly ListedRun[],
    sessions: readonly SessionFolder[],
    files: FilesByRun,
  ): Generator<void> {
    const look = (key: EpisodeKey, paths: readonly string[], read: (bytes: number) => EpisodeEntry): void => {
      const found = fileAt(paths)
      if (found && !known.isRead(key, found.version)) known.set(read(found.bytes), found.version)
    }
    for (const { run, conditions } of runs) {
      const prices = conditions.model.capabilities?.prices
      for (const file of files.get(run.name) ?? []) {
        const key = { run: run.name, file }
        look(key, [`${run.path}/${file}`], (bytes) =>
          readEpisode({ ...key, folder: run.path, bytes, prices, share }),
        )
        yield
      }
    }
    for (const folder of sessions) {
      for (const name of folder.files) {
        const path = join(folder.path, name)
        const key = { run: folder.name, file: fileOf(name) }
        const paths = [path, `${path}-wal`] // a SQLite database that is being written grows in the second
        look(key, paths, (bytes) => ({
          row: { ...rowOf(path, key.file), ...key, bytes },
          stepPromptChars: [],
        }))
        yield
      }
    }
  }

  return {
    /** The folder of a run by its name, of those in the last manifest. */
    folderOf: (name: string): string | undefined => found.runs.find((run) => run.name === name)?.path,
    /** The windows of a session, or one of them, by its folder and its row's `file`. Throws `invalid-journal`. */
    *session(run: string, file: string, window?: number): Generator<SessionDocument, void, undefined> {
      const folder = found.sessions.find(({ name }) => name === run)
      const name = folder?.files.find((each) => fileOf(each) === file)
      if (folder === undefined || name === undefined) return
      const store = openStore(join(folder.path, name))
      try {
        yield* readSession(store, (number) => window === undefined || number === window)
      } finally {
        store.close()
      }
    },
    /**
     * The manifest of the folder as it is now. Reads changed traces for about so many milliseconds; the manifest says
     * how many are left for the next call. After a revision that this catalogue gave, it has the rows alone that changed
     * since. Throws `invalid-run`.
     */
    manifest(budgetMs: number, after?: string): Manifest {
      known.look()
      const until = performance.now() + budgetMs
      if (round === undefined || round.done) round = begin()
      while (!round.done && performance.now() < until) {
        round.done = round.visits.next().done === true
        if (round.done) known.keep(round.files)
      }
      const { unread, ...rows } = known.rows(round.files, after)
      return {
        format: MANIFEST_FORMAT,
        title: basename(resolve(directory)),
        runs: [...round.runs.map(entryOf), ...found.sessions.map(sessionEntry)],
        ...rows,
        unread: round.done ? 0 : unread, // what vanished since it was listed is not waited for
      }
    },
  }
}

/** How a journal is called in an address, as a trace is. */
const fileOf = (name: string): string => `episodes/${name}.jsonl`

/**
 * The size of the first file, and a version that changes when one of the files does; undefined if the first is no regular
 * file. A link does not count: it could lead out of the folder.
 */
function fileAt(paths: readonly string[]): { readonly bytes: number; readonly version: string } | undefined {
  const stats = paths.map((path) => lstatSync(path, { throwIfNoEntry: false }))
  const [first] = stats
  if (!first?.isFile()) return undefined
  return { bytes: first.size, version: stats.map((stat) => `${stat?.size} ${stat?.mtimeMs}`).join(' ') }
}

/** One that cannot be read is a row too. */
function rowOf(path: string, file: string): ReturnType<typeof sessionRow> {
  try {
    const store = openStore(path)
    try {
      return sessionRow(store, file)
    } finally {
      store.close()
    }
  } catch (error) {
    const reason = reasonOf(error).replaceAll(path, basename(path))
    const nothing = { benchmark: '', runtime: 'session', model: '', ...NO_FIGURES }
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
  }
}
