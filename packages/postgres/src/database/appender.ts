import type { EpisodeEnd } from '@skill-state/eval'
import type { Database } from './database.ts'
import { type PersistOptions, persist } from './persist.ts'
import { together } from './together.ts'

/** One line of an episode's trace on its way into the database. */
export interface Row {
  readonly episode: number
  readonly part: number
  /** The claim under which it is written: see `Held`. */
  readonly fence: string
  readonly seq: number
  readonly line: string
  /** Of the last line: how the episode ended. */
  readonly status: EpisodeEnd['status'] | undefined
}

/** Writes a line, and settles once it is safe: `taken` if another claim holds the episode by now. */
export type Append = (row: Row) => Promise<'written' | 'taken'>

/** Most rows of one statement. */
const MOST = 2_000

/**
 * Writes the lines of all episodes of a process, one statement after the other, each with all lines that are there by
 * then: episodes at work share what it costs to make a statement safe. While the database is away, they wait. After a
 * line that could not be written, as on a full disk, nothing more is written under its claim: no trace has a gap.
 */
export function createAppender(database: Database, options: PersistOptions): Append {
  const broken = new Set<string>()
  const isWhole = (row: Row): boolean => !broken.has(claimOf(row))
  return together(async (rows: readonly Row[]) => {
    const whole = rows.filter(isWhole)
    const held = await persist(() => write(database, whole), options).catch((error: unknown) => {
      for (const row of whole) broken.add(claimOf(row))
      throw error
    })
    return (row) => (held.has(row.episode) && isWhole(row) ? 'written' : 'taken')
  }, MOST)
}

const claimOf = ({ episode, part, fence }: Row): string => `${episode} ${part} ${fence}`

/**
 * The check of the claim and the write are one statement, and the lock keeps a new claim out until it is committed. Done
 * again after a connection broke, it writes nothing twice.
 */
const WRITE = `
  with batch as (
    select * from unnest($1::int[], $2::int[], $3::bigint[], $4::int[], $5::text[], $6::text[])
      as b(episode, part, fence, seq, line, status)
  ), held as (
    select e.id from skill_state.episodes e
    join (select distinct episode, part, fence from batch) b
      on b.episode = e.id and b.fence = e.fence and b.part = e.part
    order by e.id for no key update of e
  ), written as (
    insert into skill_state.lines (episode, part, seq, line)
    select episode, part, seq, line from batch join held on held.id = batch.episode
    on conflict do nothing
  ), ended as (
    update skill_state.episodes e set status = b.status
    from batch b join held on held.id = b.episode
    where e.id = b.episode and b.status is not null
  )
  select id from held`

async function write({ pool }: Database, rows: readonly Row[]): Promise<ReadonlySet<number>> {
  const result = await pool.query<{ id: number }>({
    name: 'skill-state-write',
    text: WRITE,
    values: [
      rows.map(({ episode }) => episode),
      rows.map(({ part }) => part),
      rows.map(({ fence }) => fence),
      rows.map(({ seq }) => seq),
      rows.map(({ line }) => line),
      rows.map(({ status }) => status ?? null),
    ],
  })
  return new Set(result.rows.map(({ id }) => id))
}
