import type { EpisodeEnd } from '@skill-state/eval'
import type { Database } from './database.ts'
import { type PersistOptions, persist } from './persist.ts'
import { together } from './together.ts'

/** Lines of an episode's trace on their way into the database, one after the other. */
export interface Lines {
  readonly episode: number
  readonly part: number
  /** The claim under which they are written: see `Held`. */
  readonly fence: string
  /** Of the first line. */
  readonly seq: number
  readonly lines: readonly string[]
  /** If the last line is the trace's: how the episode ended. */
  readonly status: EpisodeEnd['status'] | undefined
}

/**
 * Writes lines, and settles once they are safe: `taken` if another claim holds the episode by now. The lines are asked for
 * when the statement is made: what comes until then goes with it.
 */
export type Append = (take: () => Lines) => Promise<'written' | 'taken'>

/** Most episodes of one statement. */
const MOST = 1_000

/**
 * Writes the lines of all episodes of a process, one statement after the other, each with all lines that are there by
 * then: episodes at work share what it costs to make a statement safe. While the database is away, they wait. After a
 * line that could not be written, as on a full disk, nothing more is written under its claim: no trace has a gap.
 */
export function rowAppender(database: Database, options: PersistOptions): Append {
  const broken = new Set<string>()
  const isWhole = (lines: Lines): boolean => !broken.has(claimOf(lines))
  return together(async (takes: readonly (() => Lines)[]) => {
    const all = takes.map((take) => take())
    const whole = all.filter(isWhole)
    const held = await persist(() => write(database, whole), options).catch((error: unknown) => {
      for (const lines of whole) broken.add(claimOf(lines))
      throw error
    })
    return (_, index) => {
      const lines = all[index]
      return lines !== undefined && held.has(lines) ? 'written' : 'taken'
    }
  }, MOST)
}

const claimOf = ({ episode, part, fence }: Lines): string => `${episode} ${part} ${fence}`

/**
 * The check of the claim and the write are one statement, and the lock keeps a new claim out until it is committed. Done
 * again after a connection broke, it writes nothing twice. Each claim is checked once, however many lines it has. The lines
 * are one text, because an array of texts takes longer to write and to read.
 */
const statement = (also: string): string => `
  with held as (
    select e.id, e.part, c.place, c.status from unnest($1::int[], $2::int[], $3::bigint[], $4::text[])
      with ordinality as c(episode, part, fence, status, place)
    join skill_state.episodes e on e.id = c.episode and e.fence = c.fence and e.part = c.part
    order by e.id for no key update of e
  ), written as (
    insert into skill_state.lines (episode, part, seq, line)
    select h.id, h.part, l.seq, l.line
    from rows from (unnest($5::int[]), unnest($6::int[]), string_to_table($7, E'\\n')) as l(place, seq, line)
    join held h on h.place = l.place
    on conflict do nothing
  )${also}
  select place from held`

const ENDED = `, ended as (
    update skill_state.episodes e set status = h.status from held h where e.id = h.id and h.status is not null
  )`

const WRITE = { name: 'skill-state-write', text: statement('') }
const WRITE_END = { name: 'skill-state-write-end', text: statement(ENDED) }

/** Gives those whose claim is held. */
async function write({ pool }: Database, all: readonly Lines[]): Promise<ReadonlySet<Lines>> {
  const result = await pool.query<{ place: string }>({
    ...(all.some(({ status }) => status !== undefined) ? WRITE_END : WRITE),
    values: [
      all.map(({ episode }) => episode),
      all.map(({ part }) => part),
      all.map(({ fence }) => fence),
      all.map(({ status }) => status ?? null),
      all.flatMap(({ lines }, place) => lines.map(() => place + 1)),
      all.flatMap(({ lines, seq }) => lines.map((_, index) => seq + index)),
      all.flatMap(({ lines }) => lines).join('\n'),
    ],
  })
  return new Set(result.rows.flatMap(({ place }) => all[Number(place) - 1] ?? []))
}
