import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bench, emptyFolder } from '../../test/bench.ts'

const small = 'run scaling --horizon 10,25 --runtime prompt,skill-state'

let cwd: string
beforeAll(async () => {
  cwd = emptyFolder()
  await bench(`${small} --seeds 3 --out a`, { cwd })
  await bench(`${small} --seeds 2 --max-steps 20 --out short`, { cwd })
  cpSync(join(cwd, 'a'), join(cwd, 'again'), { recursive: true })
})

describe('bench compare', () => {
  test('pairs two runs by task, names what differs and what has no pair', async () => {
    const { code, stdout } = await bench('compare a short', { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# A: a, B: short\n/)
    expect(stdout).toContain('not a language model')
    expect(stdout).toContain('\n- budget.steps is absent, not 20\n')
    expect(stdout).not.toContain('Warning')
    expect(stdout).toContain(
      'warehouse@1 prompt, warehouse@1 skill-state: 2 of 6 tasks have no pair and are in no figure: t0010-s44 missing in B, t0025-s44 missing in B.',
    )
    // Of T = 25 only 20 steps were taken: a fifth of the score of half the tasks is lost.
    expect(stdout).toMatch(/\| prompt +\| +4 \| +2 \| 1\.000 \| 0\.900 \| \+0\.100 \|/)
  })

  test('of a run with itself finds nothing, and reads it against a repetition', async () => {
    const { stdout } = await bench('compare a again --repetition again', { cwd })
    expect(stdout).toContain('Both runs have the same conditions')
    expect(stdout).toMatch(/\| prompt +\| +6 \| +3 \|.* ± 0\.000, inside \|/)
    expect(stdout).not.toMatch(/[+−][1-9]/)
  })

  test('of two runtimes of one run, by horizon, as JSON', async () => {
    const pair = '--runtime skill-state --against prompt --repetition again'
    const { stdout } = await bench(`compare a ${pair} --by horizon --format json`, { cwd })
    const { rows } = JSON.parse(stdout)
    expect(rows).toMatchObject([
      { runtime: 'skill-state', against: 'prompt', horizon: 10, pairs: 3 },
      { runtime: 'skill-state', against: 'prompt', horizon: 25, pairs: 3 },
    ])
    for (const { figures } of rows) {
      const tokens = figures.find(({ id }: { id: string }) => id === 'totalTokens')
      expect(tokens.difference).toBeLessThan(0)
      expect(tokens.test.interval[1]).toBeLessThan(0)
      expect(tokens.noise).toEqual({ margin: 0, inside: false })
    }
  })

  test.each([
    ['a', 'name a second run, or two runtimes of this one with --runtime and --against'],
    ['a --against prompt', '--against needs --runtime: the runtime that is compared with it'],
    [
      'a --runtime memory --against prompt',
      '--runtime: a has no episode of "memory"; it has: prompt, skill-state',
    ],
    ['a none', 'none is not a run folder: run.json is missing'],
    ['a short --by seed', '--by: "seed" is not one of variant, horizon'],
    ['a short --format pdf', '--format: "pdf" is not one of md, json'],
  ])('says in one line what is wrong with %s', async (args, message) => {
    expect(await bench(`compare ${args}`, { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `bench: ${message}\n`,
    })
  })
})

describe('bench noise', () => {
  test('of one run sets seeds against seeds, and says how many trials are missing', async () => {
    const { code, stdout } = await bench('noise a', { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# a against itself\n/)
    expect(stdout).toMatch(/seeds are set against seeds.* 12 trials are missing/)
    expect(stdout).toMatch(/\| prompt +\| seeds \| +6 \| +6 \|/)
  })

  test('of two runs takes them for trials of each other', async () => {
    const { stdout } = await bench('noise a again --by horizon --format json', { cwd })
    const { runs, rows } = JSON.parse(stdout)
    expect(runs).toEqual(['a', 'again'])
    expect(rows).toHaveLength(4)
    for (const row of rows) {
      expect(row).toMatchObject({ source: 'trials', tasks: 3, episodes: 6, missing: 0 })
      for (const { margin } of row.figures) expect(margin).toBe(0)
    }
  })

  test('rejects a run that is no repetition', async () => {
    const message = 'short is no repetition of a: budget.steps is absent, not 20; see bench compare a short'
    expect(await bench('noise a short', { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `bench: ${message}\n`,
    })
  })
})
