import { expect, test } from 'vitest'
import { figures } from '../../test/episode-figures.ts'
import { buildReport } from '../build/build-report.ts'
import { score } from '../build/columns.ts'
import { testsTable } from './tests-table.ts'

const episodes = (runtime: string, scores: readonly number[]) =>
  scores.map((value, seed) => figures({ runtime, seed, score: value }))

const table = (...all: ReturnType<typeof episodes>[]) =>
  testsTable(buildReport(all.flat(), { title: 'T', notices: [], columns: [score], runtimes: [] }))

const own = episodes('skill-state', [1, 0.9, 1, 0.8])

test('several runtimes have p adjusted by Holm, the untested not counted', () => {
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
  expect(cells('p (Holm)')).toEqual([memory?.toFixed(4), '–', expect.any(String)])
  expect(Number(cells('p (Holm)')[2]) / (prompt ?? 0)).toBeCloseTo(2, 1)
})

test('a single other runtime has none', () => {
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
