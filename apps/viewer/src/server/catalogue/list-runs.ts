import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type RunFolder, readRegularFile, readRunFolder } from '@skill-state/eval'
import { invalidRun } from '@skill-state/protocol'
import { z } from 'zod'
import { isJournal } from '../sessions/open-journal.ts'

const plan = z.object({ experiments: z.array(z.string()) })

/** A run's folder and the name that the page knows it by. */
export interface NamedRun extends RunFolder {
  readonly name: string
}

export interface SessionFolder {
  readonly name: string
  readonly path: string
  readonly files: readonly string[]
}

/** The runs and journals of a folder, at any depth. */
export interface Found {
  readonly runs: readonly NamedRun[]
  readonly sessions: readonly SessionFolder[]
}

/** Folders below the one that is opened. */
const DEEPEST = 12

/**
 * The run or the journal that a path names, or all runs and journals below a folder: the runs of a folder in the order that
 * its `runs.json` plans, then by name. Throws `invalid-run` if there is none.
 */
export function listRuns(path: string): Found {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFile()) {
    if (!isJournal(path)) throw invalidRun(`${path} is a file, not a journal or the folder of a run`)
    const file = basename(path)
    return { runs: [], sessions: [{ name: file, path: join(path, '..'), files: [file] }] }
  }
  const found = stat ? within(path, []) : { runs: [], sessions: [] }
  if (found.runs.length + found.sessions.length > 0) return found
  return { runs: [{ ...readRunFolder(path), name: '' }], sessions: [] } // says what is missing
}

function within(path: string, names: readonly string[]): Found {
  const name = names.length === 0 ? basename(resolve(path)) : names.join(BETWEEN)
  if (existsSync(join(path, 'run.json'))) return { runs: [{ ...readRunFolder(path), name }], sessions: [] }
  const entries = readdirSync(path, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isJournal(join(path, entry.name)))
  const own = files.length === 0 ? [] : [{ name, path, files: files.map((file) => file.name).sort() }]
  const order = plannedNames(path)
  const place = (each: string): number => (order.includes(each) ? order.indexOf(each) : order.length)
  const below = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map((entry) => entry.name)
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((each) => (names.length < DEEPEST ? within(join(path, each), [...names, each]) : NOTHING))
  return {
    runs: below.flatMap(({ runs }) => runs),
    sessions: [...own, ...below.flatMap(({ sessions }) => sessions)],
  }
}

/** Between the folders of a name, which is one part of an address and so has no slash. */
const BETWEEN = ' › '

const NOTHING: Found = { runs: [], sessions: [] }

function plannedNames(directory: string): readonly string[] {
  const file = join(directory, 'runs.json')
  if (!existsSync(file)) return []
  try {
    return plan.parse(JSON.parse(readRegularFile(file))).experiments
  } catch {
    return [] // it says the order alone
  }
}

/** What may be traces of a run, ordered by name, as paths from the run's folder with `/` between names. */
export function listTraces(folder: string): readonly string[] {
  const root = join(folder, 'episodes')
  if (!existsSync(root)) return []
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap(
      (benchmark) =>
        readdirSync(join(root, benchmark))
          .filter((name) => name.endsWith('.jsonl'))
          .sort()
          .map((name) => ['episodes', benchmark, name].join('/')), // one text, not a chain of its parts
    )
}
