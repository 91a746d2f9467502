import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndLine, type Episode, episodeName, writeTrace } from '@skill-state/eval'
import type { Job } from '@skill-state/suite'
import { expect, test } from 'vitest'
import { fileOf } from '../traces/postgres-traces.ts'
import { type Place, type SharedEpisodes, sharedEpisodes } from './shared-episodes.ts'

const WHOLE: EndLine = { kind: 'end', status: 'terminated', outcome: { reward: 1 } }
const FAILED: EndLine = { kind: 'end', status: 'failed', error: { code: 'model-failed', message: 'no' } }

interface Planned extends Place {
  readonly episode: Episode
}

interface Shared {
  readonly shared: SharedEpisodes
  readonly episodes: readonly Planned[]
  /** What was to be played, as `run file`, and what was copied where from. */
  readonly played: string[]
  readonly copied: (readonly [to: string, from: string | undefined])[]
}

const nameOf = ({ run, file }: Pick<Place, 'run' | 'file'>): string => `${run.name} ${file}`

/** Three runs: the second task is in all of them, the third in two, the others in one. */
const RUNS = { first: [1, 2], second: [2, 3], third: [3, 2, 4] }

function jobOf(folder: string, name: string, tasks: readonly number[]): Job {
  const episodes = tasks.map((task) => ({
    id: `episode-${task}`,
    benchmark: { id: 'b@1' },
    task: { id: `t${task}`, seed: 1 },
    runtime: { id: 'r' },
    model: { id: 'm' },
  }))
  return { plan: { experiment: { id: name }, episodes } as never, out: join(folder, name) }
}

async function shareAll(): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'shared-episodes-'))
  const jobs = Object.entries(RUNS).map(([name, tasks], id) => ({
    job: jobOf(folder, name, tasks),
    run: { id, name, conditions: {} },
  }))
  const [played, copied]: [Shared['played'], Shared['copied']] = [[], []]
  const shared = sharedEpisodes(jobs, {
    play: async (places) => {
      played.push(...places.map(nameOf))
    },
    copy: async (place, { episode }) => {
      copied.push([nameOf(place), episode.copiedFrom])
    },
  })
  const episodes = jobs.flatMap(({ job, run }) =>
    job.plan.episodes.map((episode) => ({ job, run, episode, file: fileOf(episodeName(episode)) })),
  )
  await shared.settle({})
  return { shared, episodes, played, copied }
}

/** The places of the first episode that is in several runs. */
function placesOf({ shared, episodes }: Shared): readonly [Planned, Planned, ...Planned[]] {
  const known = episodes.find(({ episode }) => shared.has(episode))
  const [first, second, ...more] = episodes.filter(({ episode }) => episode.id === known?.episode.id)
  if (first === undefined || second === undefined) throw new Error('no episode is in two runs')
  return [first, second, ...more]
}

/** Ends an episode whole at its present step. */
function finish({ shared }: Shared, { job, run, file, episode }: Planned): void {
  const line = { kind: 'episode', format: 1, ...episodeName(episode), seed: 1 } as const
  writeTrace(join(job.out, file), { episode: line, calls: [], attempts: [], steps: [], end: WHOLE })
  shared.note(run, { file, lines: [], end: WHOLE })
}

test('plays an episode of several runs once, in the first run', async () => {
  const { shared, episodes, played } = await shareAll()
  const groups = [...Map.groupBy(episodes, ({ episode }) => episode.id).values()]
  const several = groups.filter(({ length }) => length > 1)
  expect(played).toEqual(several.map(([first]) => first && nameOf(first)))
  expect(several.length).toBeGreaterThan(0)
  expect(groups.flat().filter(({ episode }) => shared.has(episode))).toEqual(several.flat())
})

test('it is copied to the others when it has ended, once', async () => {
  const all = await shareAll()
  const { shared, played, copied } = all
  const [first, ...others] = placesOf(all)
  const before = played.length
  finish(all, first)
  await shared.settle({})
  await shared.settle({})
  expect(copied).toEqual(others.map((place) => [nameOf(place), join('..', first.run.name, first.file)]))
  expect(played).toHaveLength(before)
})

test('plays it in the next run if it fails', async () => {
  const all = await shareAll()
  const { shared, played, copied } = all
  const [first, second] = placesOf(all)
  shared.note(first.run, { file: first.file, lines: [], end: undefined })
  await shared.settle({})
  expect(played.at(-1)).toBe(nameOf(first)) // so that it continues if a worker is gone
  shared.note(first.run, { file: first.file, lines: [], end: FAILED })
  await shared.settle({})
  expect(played.at(-1)).toBe(nameOf(second))
  expect(copied).toEqual([])
})
