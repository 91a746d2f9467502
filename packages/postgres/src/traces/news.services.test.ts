import { randomUUID } from 'node:crypto'
import type { EpisodeLine, ResetLine, TraceLine, TraceWriter } from '@skill-state/eval'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import type { Database } from '../database/database.ts'
import { reopenFailed } from '../queue/suites.ts'
import { type Known, type News, readNews } from './news.ts'
import { type PostgresTraces, postgresTraces } from './postgres-traces.ts'
import { openRun, type Run } from './runs.ts'

let database: Database
useDatabase((opened) => {
  database = opened
})

/** What a reader has who takes in everything that is new. */
function createReader(run: Run): {
  readonly look: () => Promise<readonly News[]>
  readonly texts: ReadonlyMap<string, string>
  readonly known: ReadonlyMap<number, Known>
} {
  const known = new Map<number, Known>()
  const texts = new Map<string, string>()
  return {
    known,
    texts,
    async look() {
      const all: News[] = []
      for (let more = true; more; ) {
        const answer = await readNews(database, run, known)
        more = answer.more
        for (const each of answer.news) {
          known.set(each.id, each.known)
          texts.set(each.file, (each.anew ? '' : (texts.get(each.file) ?? '')) + each.text)
        }
        all.push(...answer.news)
      }
      return all
    },
  }
}

const name = (task: string): Parameters<PostgresTraces['create']>[0] => ({
  ...{ benchmark: 'b', task, runtime: 'r', model: 'm' },
})
const first = (task: string): EpisodeLine => ({ kind: 'episode', format: 1, ...name(task), seed: 1 })
const reset: ResetLine = { kind: 'reset', observation: { text: 'a\nb', done: false } }
const failed: TraceLine = { kind: 'end', status: 'failed', error: { code: 'c', message: 'm' } }

async function record(writer: TraceWriter, ...lines: readonly TraceLine[]): Promise<void> {
  for (const line of lines) writer.record(line)
  await writer.flush()
}

/** Goes on with a trace as workers do: one that has an end is put aside before, also if it was reopened. */
async function goOn(store: PostgresTraces, task: string, run: Run, line: TraceLine): Promise<void> {
  const { rows } = await database.pool.query(
    `select from skill_state.episodes e join skill_state.lines l on l.episode = e.id and l.part = e.part
     where e.run = $1 and e.name::json->>'task' = $2 and l.line::json->>'kind' = 'end'`,
    [run.id, task],
  )
  if (rows.length > 0) await store.putAside(name(task))
  await record(await store.resume(name(task)), line)
}

/** What may happen to an episode between two looks. */
const happenings = {
  anew: async (store, task) => record(await store.create(name(task)), first(task)),
  on: (store, task, run) => goOn(store, task, run, reset),
  fails: (store, task, run) => goOn(store, task, run, failed),
  taken: async (store, task) => {
    await store.hold(name(task))
  },
  aside: (store, task) => store.putAside(name(task)),
  written: (store, task) => store.write({ episode: first(task), reset, calls: [], attempts: [], steps: [] }),
  reopened: (_, __, run) => reopenFailed(database, run),
  looked: async () => {},
} satisfies Record<string, (store: PostgresTraces, task: string, run: Run) => Promise<void>>

test('a reader of the news has what the store has, whatever happens between two looks', {
  timeout: 120_000,
}, async () => {
  const happening = fc.tuple(
    fc.constantFrom<keyof typeof happenings>(
      ...([
        'anew',
        'on',
        'on',
        'fails',
        'taken',
        'aside',
        'written',
        'reopened',
        'looked',
        'looked',
      ] as const),
    ),
    fc.constantFrom('t1', 't2'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 16 }), async (all) => {
      const run = await openRun(database, randomUUID(), {})
      const store = postgresTraces(database, run)
      const reader = createReader(run)
      for (const [what, task] of all) {
        await happenings[what](store, task, run)
        if (what === 'looked') await reader.look()
      }
      await reader.look()
      const { rows } = await database.pool.query<{ file: string; text: string; status: string | null }>(
        `select file, status, coalesce((select string_agg(line || E'\\n', '' order by seq) from skill_state.lines l
           where l.episode = e.id and l.part = e.part), '') as text
         from skill_state.episodes e where run = $1 order by id`,
        [run.id],
      )
      expect(reader.texts).toEqual(new Map(rows.map(({ file, text }) => [file, text])))
      expect([...reader.known].toSorted(([a], [b]) => a - b).map(([, { status }]) => status ?? null)).toEqual(
        rows.map(({ status }) => status),
      )
      expect(await reader.look()).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('of an episode under way a look brings the new lines alone', async () => {
  const run = await openRun(database, randomUUID(), {})
  const reader = createReader(run)
  const writer = await postgresTraces(database, run).create(name('t'))
  expect(await reader.look()).toMatchObject([{ anew: true, text: '', known: { status: undefined } }])
  await record(writer, first('t'), reset)
  expect(await reader.look()).toMatchObject([
    { anew: true, text: `${JSON.stringify(first('t'))}\n${JSON.stringify(reset)}\n` },
  ])
  await record(writer, failed)
  expect(await reader.look()).toMatchObject([
    { anew: false, text: `${JSON.stringify(failed)}\n`, known: { lines: 3, status: 'failed' } },
  ])
  expect(await reader.look()).toEqual([])
})

test('a long run comes in several answers, each with whole episodes', { timeout: 120_000 }, async () => {
  const run = await openRun(database, randomUUID(), {})
  const store = postgresTraces(database, run)
  const tasks = Array.from({ length: 9 }, (_, index) => `t${index}`)
  for (const task of tasks) {
    await record(await store.create(name(task)), first(task), ...Array.from({ length: 700 }, () => reset))
  }
  const { news, more } = await readNews(database, run, new Map())
  expect({ lines: news.map(({ known }) => known.lines), more }).toEqual({
    lines: [701, 701, 701],
    more: true,
  })
  const reader = createReader(run)
  expect(await reader.look()).toHaveLength(9)
})
