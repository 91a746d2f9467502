import { expect, test } from 'vitest'
import { figures, reportOf } from '../../test/episode-figures.ts'
import { testsTable } from './tests-table.ts'

const episodes = (runtime: string, scores: readonly number[]) =>
  scores.map((value, seed) => figures({ runtime, seed, score: value }))

const table = (...all: ReturnType<typeof episodes>[]) => testsTable(reportOf(all.flat()))

const own = episodes('skill-state', [1, 0.9, 1, 0.8])

test('several runtimes have p adjusted by Holm; equal scores count as a test', () => {
  const { columns, rows } = table(
    own,
    episodes('prompt', [0.5, 0.6, 0.4, 0.5]),
    episodes('memory', [0.7, 0.9, 0.8, 0.8]),
    episodes('other', [1, 0.9, 1, 0.8]),
  )
  const place = (title: string): number => columns.findIndex((column) => column.title === title)
  const cells = (title: string) => rows.map((row) => row.cells[place(title)])
  expect(cells('Against')).toEqual(['memory', 'other', 'prompt'])
  const [memory, , prompt] = cells('p').map(Number)
  expect(cells('p')[1]).toBe('1.0000')
  const twice = expect.closeTo(2 * (memory ?? 0), 3)
  const thrice = expect.closeTo(3 * (prompt ?? 0), 3)
  expect(cells('p (Holm)').map(Number)).toEqual([twice, 1, thrice])
})

test('ten horizons with one other runtime are ten tests', () => {
  const at = (runtime: string, scores: readonly number[]) =>
    [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].flatMap((horizon) =>
      episodes(runtime, scores).map((episode) => ({
        ...episode,
        horizon,
        task: `${horizon}-${episode.seed}`,
      })),
    )
  const { columns, rows } = table(at('skill-state', [1, 0.9, 1, 0.8]), at('prompt', [0.5, 0.6, 0.4, 0.5]))
  const [p, adjusted] = ['p', 'p (Holm)'].map((name) => columns.findIndex(({ title }) => title === name))
  expect(rows).toHaveLength(10)
  for (const { cells } of rows)
    expect(Number(cells[adjusted ?? -1])).toBeCloseTo(10 * Number(cells[p ?? -1]), 2)
})

test('equal differences keep an exact p, and the legend says which', () => {
  const { legend, rows } = table(
    episodes('skill-state', [1, 1, 1, 1, 1]),
    episodes('prompt', [0, 0, 0, 0, 0]),
  )
  expect(rows[0]?.cells).toEqual(expect.arrayContaining(['all differences equal', '0.0625']))
  expect(legend).toContain('exact test of their signs')
})

test('a single other runtime at a single horizon has none', () => {
  const { columns } = table(own, episodes('prompt', [0.5, 0.6, 0.4, 0.5]))
  expect(columns.map(({ title }) => title)).not.toContain('p (Holm)')
})

test('a difference that repetition noise explains is marked', () => {
  const trials = (runtime: string, solved: (problem: number, trial: number) => boolean) =>
    Array.from({ length: 12 }, (_, index) => {
      const [problem, seed] = [Math.floor(index / 2), index % 2]
      const task = { problem: `p${problem}`, seed, task: `p${problem}-s${seed}` }
      return figures({ ...task, runtime, score: solved(problem, seed) ? 1 : 0 })
    })
  const subject = trials('skill-state', (problem, trial) => problem % 2 === trial)
  const noiseBeside = (other: ReturnType<typeof trials>) => table(subject, other).rows[0]?.cells.at(-1)
  expect(noiseBeside(trials('prompt', (problem, trial) => problem > 0 && problem % 2 === trial))).toMatch(
    /, inside$/,
  )
  const always = trials('skill-state', () => true)
  const never = trials('prompt', () => false)
  expect(table(always, never).rows[0]?.cells.at(-1)).toBe('± 0.000')
})
