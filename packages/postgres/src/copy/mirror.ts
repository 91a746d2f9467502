import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type EndLine, type TraceLine, traceLine, writeTrace, writeWhole } from '@skill-state/eval'
import type { Database } from '../database/database.ts'
import { explained } from '../database/failures.ts'
import { type PersistOptions, persist } from '../database/persist.ts'
import { type Known, type News, readNews } from '../traces/news.ts'
import { postgresTraces } from '../traces/postgres-traces.ts'
import type { Run } from '../traces/runs.ts'

/** What a look brought of one episode. */
export interface Change {
  /** Path of its trace in the run's folder. */
  readonly file: string
  /** The lines that the folder did not hold. */
  readonly lines: readonly string[]
  /** Undefined while the episode has not ended. */
  readonly end: EndLine | undefined
}

interface LookOptions extends PersistOptions {
  /** Called with each change once it is in the folder. */
  readonly onNews?: ((change: Change) => void) | undefined
}

/** Brings what is on record of a run in a database into the run's folder. */
export interface Mirror {
  /** Brings what is new since the last look, of episodes under way too. While the database is away, it waits. */
  look(options?: LookOptions): Promise<void>
  /** How many episodes have ended, as of the last look. */
  ended(): number
}

/**
 * A mirror into a folder without another writer. A trace grows by whole lines; one that begins anew takes the place of
 * what the folder has of its episode as a whole.
 */
export function folderMirror(database: Database, run: Run, path: string): Mirror {
  const known = new Map<number, Known>()
  return {
    async look({ onNews = () => {}, ...options } = {}) {
      for (let more = true; more; ) {
        const answer = await persist(() => readNews(database, run, known), options).catch(
          (error: unknown) => {
            throw explained(database.place, error)
          },
        )
        options.signal?.throwIfAborted()
        for (const news of answer.news) {
          const change = take(path, news)
          known.set(news.id, news.known)
          onNews(change)
        }
        more = answer.more
      }
    },
    ended: () => [...known.values()].filter(({ status }) => status !== undefined).length,
  }
}

function take(path: string, { file, anew, text, known }: News): Change {
  const whole = join(path, file)
  const lines = text.split('\n').slice(0, -1)
  const last = known.status === undefined ? undefined : parseLine(lines.at(-1) ?? '')
  const end = last?.kind === 'end' ? last : undefined
  if (text === '') return { file, lines, end }
  if (!anew) {
    add(whole, text)
    return { file, lines, end }
  }
  const before = new Set(existsSync(whole) ? readFileSync(whole, 'utf8').split('\n') : [])
  mkdirSync(dirname(whole), { recursive: true })
  writeWhole(whole, text)
  return { file, lines: lines.filter((line) => !before.has(line)), end }
}

/** Appends to a file that is there, and creates none: the end of a trace alone would be no trace. */
function add(file: string, text: string): void {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_APPEND)
  try {
    writeFileSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}

/** A line of a trace; undefined for one that is damaged, of which the report says where it is. */
export function parseLine(text: string): TraceLine | undefined {
  try {
    return traceLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Brings the traces of a run that were put aside. */
export async function bringAside(database: Database, run: Run, path: string): Promise<void> {
  for await (const trace of postgresTraces(database, run).aside()) writeTrace(join(path, trace.file), trace)
}
