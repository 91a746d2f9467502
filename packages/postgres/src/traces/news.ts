import type { Database } from '../database/database.ts'
import type { Run } from './runs.ts'

/** What a reader has of an episode: see `readNews`. */
export interface Known {
  /** Which of its traces: each time that it is begun anew, it gets a higher number. */
  readonly part: number
  /** Lines of that trace. */
  readonly lines: number
  /** How it ended; undefined if it had not. */
  readonly status: string | undefined
}

/** What is new of an episode. */
export interface News {
  readonly id: number
  /** Path of its trace in the run's folder. */
  readonly file: string
  /** What the reader has when it has taken this in. */
  readonly known: Known
  /** Whether the text begins the trace: what the reader had of the episode is not of it. */
  readonly anew: boolean
  /** The new lines, each with its line feed; empty if a worker has taken the episode and written nothing yet. */
  readonly text: string
}

/** Most episodes of one answer, and most lines, the last episode's aside. */
const MOST_EPISODES = 200
const MOST_LINES = 2_000

/**
 * What is on record of a run's episodes and not known yet, as of one moment, by one statement; of each episode all of it.
 * A long answer is cut between two episodes: then `more` is true, and the rest comes with the next.
 */
export async function readNews(
  { pool }: Database,
  run: Run,
  known: ReadonlyMap<number, Known>,
): Promise<{ readonly news: readonly News[]; readonly more: boolean }> {
  const values = [...known.values()]
  const { rows } = await pool.query<{
    id: number
    file: string
    part: number
    status: string | null
    begin: number
    count: number
    text: string
  }>({
    name: 'skill-state-news',
    text: NEWS,
    values: [
      run.id,
      [...known.keys()],
      values.map(({ part }) => part),
      values.map(({ lines }) => lines),
      values.map(({ status }) => status ?? null),
    ],
  })
  const lines = rows.reduce((total, { count }) => total + count, 0)
  return {
    more: rows.length === MOST_EPISODES || lines >= MOST_LINES,
    news: rows.map(({ id, file, part, status, begin, count, text }) => ({
      ...{ id, file, text },
      known: { part, lines: begin + count, status: status ?? undefined },
      anew: begin === 0,
    })),
  }
}

/**
 * Lines of a part are only ever added, in their order. Of an episode that has ended nothing is asked until its part or its
 * status changes.
 */
const NEWS = `
  with changed as (
    select e.id, e.file, e.part, e.status, case when k.part = e.part then k.lines else 0 end as begin
    from skill_state.episodes e
    left join unnest($2::int[], $3::int[], $4::int[], $5::text[]) as k(id, part, lines, status) on k.id = e.id
    where e.run = $1 and e.fence > 0 and (
      (e.part, e.status) is distinct from (k.part, k.status)
      or e.status is null and exists (
        select from skill_state.lines l where l.episode = e.id and l.part = e.part and l.seq >= k.lines
      )
    )
    order by e.id limit ${MOST_EPISODES}
  ), counted as (
    select c.*, n.count, sum(n.count) over (order by c.id) - n.count as before
    from changed c cross join lateral (
      select count(*)::int as count from skill_state.lines l
      where l.episode = c.id and l.part = c.part and l.seq >= c.begin
    ) n
  )
  select id, file, part, status, begin, count, (
    select coalesce(string_agg(l.line || E'\\n', '' order by l.seq), '') from skill_state.lines l
    where l.episode = c.id and l.part = c.part and l.seq >= c.begin
  ) as text
  from counted c where before < ${MOST_LINES} order by id`
