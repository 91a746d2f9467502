import type { Database } from '@skill-state/postgres'

/** Lines of a step, a call and what came of it, and how long they are about. */
const LINES = ['x'.repeat(350), 'x'.repeat(300)]

/** Without the check of claims, and of nothing else: what the database itself takes for the rows. */
const WRITE = 'insert into bare_lines select * from unnest($1::int[], $2::int[], $3::int[], $4::text[])'

/** Steps/s of a client that writes those of so many episodes at once, one statement after the other. */
export async function writeBare({ pool }: Database, episodes: number, steps: number): Promise<number> {
  await pool.query(`create table if not exists bare_lines
    (episode integer, part integer, seq integer, line text not null, primary key (episode, part, seq))`)
  await pool.query('truncate bare_lines')
  const rows = Array.from({ length: episodes }, (_, episode) =>
    LINES.map((line) => ({ episode, line })),
  ).flat()
  const begun = performance.now()
  for (let step = 0; step < steps / episodes; step += 1) {
    await pool.query({
      name: 'bare-write',
      text: WRITE,
      values: [
        rows.map(({ episode }) => episode),
        rows.map(() => 0),
        rows.map((_, index) => step * LINES.length + (index % LINES.length)),
        rows.map(({ line }) => line),
      ],
    })
  }
  return (1_000 * steps) / (performance.now() - begun)
}
