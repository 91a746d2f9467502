import { appendFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { TraceLine } from '@skill-state/eval'
import { beforeAll, expect, test } from 'vitest'
import { conditionsOf, playEpisode, writeRun } from '../../../test/play-episode.ts'
import type { EpisodeRow } from '../../manifest/manifest.ts'
import { openCatalogue } from './catalogue.ts'

/** No system gives a process such a number. */
const ENDED = 2 ** 22 + 1

const RUNTIMES = { prompt: {}, 'skill-state': {} }
let episodes: readonly (readonly TraceLine[])[]
beforeAll(async () => {
  episodes = await Promise.all(Object.entries(RUNTIMES).map(([name, options]) => playEpisode(name, options)))
})

const run = (name = 'scaling'): string => writeRun(name, conditionsOf(RUNTIMES), episodes)

test('the manifest of a run has what the table shows of each episode', () => {
  const manifest = openCatalogue(run()).manifest(Number.POSITIVE_INFINITY)
  expect(manifest.runs).toMatchObject([{ name: 'scaling', planned: 2, writing: false }])
  expect(manifest.episodes).toMatchObject([
    {
      run: 'scaling',
      runtime: 'prompt',
      status: 'terminated',
      score: 1,
      steps: 10,
      calls: 10,
      horizon: 10,
      seed: 42,
    },
    { run: 'scaling', runtime: 'skill-state', status: 'terminated', score: 1, steps: 10, calls: 10 },
  ])
  expect(manifest.curves.map(({ runtime, promptChars }) => [runtime, promptChars.length])).toEqual([
    ['prompt', 10],
    ['skill-state', 10],
  ])
  expect(manifest.unread).toBe(0)
})

test('a folder of runs is one table of all of them, in the order of its plan', () => {
  const first = run('b')
  const root = dirname(first)
  renameSync(run('a'), join(root, 'a'))
  writeFileSync(join(root, 'runs.json'), JSON.stringify({ experiments: ['b', 'a'] }))
  const manifest = openCatalogue(root).manifest(Number.POSITIVE_INFINITY)
  expect(manifest.runs.map(({ name }) => name)).toEqual(['b', 'a'])
  expect(manifest.episodes.map((row) => row.run)).toEqual(['b', 'b', 'a', 'a'])
})

test('without time no trace is read, and the manifest says how many are left', () => {
  const catalogue = openCatalogue(run())
  expect(catalogue.manifest(-1)).toMatchObject({ episodes: [], unread: 2 })
  expect(catalogue.manifest(Number.POSITIVE_INFINITY).unread).toBe(0)
})

test('an episode under way has the figures so far, and its end when it comes', () => {
  const path = run()
  const catalogue = openCatalogue(path)
  const file = catalogue.manifest(Number.POSITIVE_INFINITY).episodes[0]?.file ?? ''
  const lines = (episodes[0] ?? []).map((line) => JSON.stringify(line))
  writeFileSync(join(path, file), `${lines.slice(0, 8).join('\n')}\n{"kind":"st`)
  writeFileSync(join(path, 'run.lock'), '')
  const during = catalogue.manifest(Number.POSITIVE_INFINITY)
  expect(during.runs[0]?.writing).toBe(true)
  expect(during.episodes[0]).toMatchObject({ status: 'unfinished', steps: 3, calls: 3 })
  expect(during.episodes[0]?.score).toBeUndefined()
  writeFileSync(join(path, file), `${lines.join('\n')}\n`)
  expect(catalogue.manifest(Number.POSITIVE_INFINITY).episodes[0]).toMatchObject({
    status: 'terminated',
    score: 1,
  })
})

test('what the environment asked models of its own is summed apart', () => {
  const calls = [{ model: 'somebody:a-user', usage: { inputTokens: 40, outputTokens: 2 }, cost: 0.5 }]
  const asking = episodes.map((lines) =>
    lines.map((line): TraceLine => {
      if (line.kind === 'reset') return { ...line, observation: { ...line.observation, calls } }
      return line.kind === 'step' ? { ...line, result: { ...line.result, calls: [] } } : line
    }),
  )
  const rowsOf = (path: string): readonly EpisodeRow[] =>
    openCatalogue(path)
      .manifest(Number.POSITIVE_INFINITY)
      .episodes.map((row) => ({ ...row, bytes: 0 }))
  const environment = { calls: 1, inputTokens: 40, outputTokens: 2, cost: 0.5 }
  expect(rowsOf(writeRun('scaling', conditionsOf(RUNTIMES), asking))).toEqual(
    rowsOf(run()).map((row) => ({ ...row, environment })),
  )
})

test('a run is under way while the process with its lock lives', () => {
  const path = run()
  const isWriting = (lock: string): boolean | undefined => {
    writeFileSync(join(path, 'run.lock'), lock)
    return openCatalogue(path).manifest(0).runs[0]?.writing
  }
  expect(isWriting(JSON.stringify({ pid: process.pid, host: hostname() }))).toBe(true)
  expect(isWriting(JSON.stringify({ pid: ENDED, host: hostname() }))).toBe(false)
  expect(isWriting(JSON.stringify({ pid: ENDED, host: 'another.example' }))).toBe(true)
  expect(isWriting('{"pid')).toBe(true)
})

test('a damaged trace is a row that says why, under the names of its file', () => {
  const path = run()
  const [row] = openCatalogue(path).manifest(Number.POSITIVE_INFINITY).episodes
  appendFileSync(join(path, row?.file ?? ''), 'no json\n')
  expect(openCatalogue(path).manifest(Number.POSITIVE_INFINITY).episodes[0]).toMatchObject({
    status: 'unreadable',
    benchmark: row?.benchmark,
    task: row?.task,
    runtime: 'prompt',
    reason: expect.stringMatching(/^episodes\/[^ ]*:\d+: the line is not JSON/),
  })
})

test('a link is no trace', () => {
  const path = run()
  const outside = join(dirname(path), 'outside.jsonl')
  writeFileSync(outside, '{}\n')
  mkdirSync(join(path, 'episodes', 'linked'))
  symlinkSync(outside, join(path, 'episodes', 'linked', 'a~b~c.jsonl'))
  symlinkSync(dirname(path), join(path, 'episodes', 'up'))
  expect(openCatalogue(path).manifest(Number.POSITIVE_INFINITY).episodes).toHaveLength(2)
})

test('a folder without a run is rejected with what is missing', () => {
  const path = run()
  expect(() => openCatalogue(join(dirname(path), 'none'))).toThrow(
    /none is not a run folder: run.json is missing/,
  )
  expect(() => openCatalogue(join(path, 'run.json'))).toThrow(
    /run.json is a file, not a journal or the folder of a run/,
  )
})
