import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bench, emptyFolder } from '../test/bench.ts'
import { describeSharedData } from '../test/shared-data.ts'

const rows = (cwd: string): readonly Row[] =>
  JSON.parse(readFileSync(join(cwd, 'run/report.json'), 'utf8')).rows
const traces = (cwd: string): string[] => globSync('run/episodes/**/*.jsonl', { cwd }).sort()

test('the own domain is solved with every primary runtime, without data or a key, and replays', async () => {
  const cwd = emptyFolder()
  const { code, stdout } = await bench('run tau-bench --set tau-bench.data=own --out run', {
    cwd,
  })
  expect(code).toBe(0)
  expect(stdout).toContain('The user is scripted')
  expect(
    rows(cwd).map(({ runtime, figures }) => [runtime, figures.score?.mean, figures.steps?.mean]),
  ).toEqual(['prompt', 'memory', 'stateful', 'skill-state'].map((runtime) => [runtime, 1, 4.75]))
  expect((await bench('replay run', { cwd })).code).toBe(0)
}, 60_000)

interface Row {
  readonly runtime: string
  readonly figures: Readonly<Record<string, { readonly mean: number } | undefined>>
}

describe('data that are not as they must be give one line, and nothing is written', () => {
  test.each<[string, (cwd: string) => void, string, RegExp]>([
    [
      'none named',
      () => {},
      '',
      /^bench: --set tau-bench\.data: name a folder with its data .* or own for the small domain/,
    ],
    [
      'a folder that is not there',
      () => {},
      '--set tau-bench.data=absent',
      /--set tau-bench\.data: there is no folder absent: name a folder with its data/,
    ],
    [
      'a checkout of τ²-bench',
      (cwd) => mkdirSync(join(cwd, 'tau2-bench/src/tau2'), { recursive: true }),
      '--set tau-bench.data=tau2-bench',
      /tau2-bench holds τ²-bench, not τ-bench; get the GitHub repository/,
    ],
    [
      'a checkout that is not exported',
      (cwd) => mkdirSync(join(cwd, 'data/tau_bench/envs/retail'), { recursive: true }),
      '--set tau-bench.data=data',
      /data is the checkout itself; get the GitHub repository .*, run python3 export\.py CHECKOUT FOLDER/,
    ],
    [
      'half a file',
      (cwd) => {
        mkdirSync(join(cwd, 'data/retail'), { recursive: true })
        writeFileSync(join(cwd, 'data/retail/orders.json'), '{"#W1": {"order')
      },
      '--set tau-bench.data=data',
      /orders\.json is damaged, copied only in part/,
    ],
  ])('%s', async (_what, prepare, more, message) => {
    const cwd = emptyFolder()
    prepare(cwd)
    await rejects(cwd, `${more} --set tau-bench.domain=retail`, message)
  })

  async function rejects(cwd: string, more: string, message: RegExp): Promise<void> {
    const before = globSync('**/*', { cwd })
    const { code, stdout, stderr } = await bench(`run tau-bench ${more}`, {
      cwd,
      env: { TAU_BENCH_DIR: '' },
    })
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({
      code: 2,
      stdout: '',
      lines: 1,
    })
    expect(stderr).toMatch(message)
    expect(globSync('**/*', { cwd })).toEqual(before)
  }
})

describeSharedData('tau-bench', 'the official tasks, records and recorded runs', (shared) => {
  const verify = (domain: string, files: readonly string[], cwd = process.cwd()) =>
    bench(`tau-bench verify --domain ${domain} --data ${shared} ${files.join(' ')}`, { cwd })

  test.each([
    ['retail', 115],
    ['airline', 50],
  ])(
    'the reference solves every task of %s, with the state and with the transcript',
    async (domain, count) => {
      const cwd = emptyFolder()
      const official = `--set tau-bench.data=${shared} --set tau-bench.domain=${domain}
        --runtime skill-state,prompt --out run`
      expect((await bench(`run tau-bench ${official}`, { cwd })).code).toBe(0)
      for (const { figures } of rows(cwd)) {
        expect([figures.score?.mean, figures.databaseOfficial?.mean, figures.outputsSaid?.mean]).toEqual([
          1, 1, 1,
        ])
      }
      expect(traces(cwd)).toHaveLength(2 * count)
    },
    120_000,
  )

  test('the recorded run of gpt-4o comes out with 50 of 50 rewards', async () => {
    const runs = join(shared, 'trajectories/airline-gpt-4o-trial-0.jsonl.gz')
    expect(await verify('airline', [runs])).toMatchObject({
      code: 0,
      stdout: '50 records, 282 calls: 0 mismatches\n',
    })
    const replay = `tau-bench replay ${runs} --domain airline --data ${shared}`
    const { code, stdout } = await bench(replay)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^50 runs: 50 rewards computed as recorded\n/)
  }, 120_000)

  describe('records changed or cut down', () => {
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
    const given = (name: string, at: number): string =>
      readFileSync(join(shared, 'parity', `${name}.jsonl`), 'utf8').split('\n')[at] ?? ''
    const check = async (line: string) => {
      const cwd = emptyFolder()
      writeFileSync(join(cwd, 'r.jsonl'), `${line}\n`)
      const { code, stdout, stderr } = await verify('retail', ['r.jsonl'], cwd)
      return { code, stderr, lines: stdout.trim().split('\n') }
    }
    const asDigests = (line: string): string =>
      line.replaceAll(/"observation":("(?:[^"\\]|\\.)*")/g, (_all, text: string) => {
        return `"observation_sha256_32":"${digest(JSON.parse(text))}"`
      })

    test('a changed answer is one line, and exit 1', async () => {
      const { code, lines } = await check(
        given('errors-retail', 0).replace('"observation":"', '"observation":"x'),
      )
      expect({ code, lines }).toEqual({
        code: 1,
        lines: [
          expect.stringMatching(/^r\.jsonl:1: .*observation: expected/),
          '1 record, 1 call: 1 mismatch',
        ],
      })
    })
    test('accepts the digest of an answer in its place', async () => {
      const line = asDigests(given('rewards-retail', 0))
      expect(line).toContain('observation_sha256_32')
      expect(await check(line)).toMatchObject({ code: 0, lines: [expect.stringMatching(/: 0 mismatches$/)] })
      const other = await check(line.replace(/(sha256_32":")./, '$1x'))
      expect(other).toMatchObject({
        code: 1,
        lines: [expect.stringMatching(/observation/), expect.anything()],
      })
    })
    test('calls without arguments are those of the task', async () => {
      const line = given('retail', 1).replaceAll(/"kwargs":\{[^{}]*\},?/g, '')
      expect(line).not.toContain('kwargs')
      expect(await check(line)).toMatchObject({ code: 0, lines: [expect.stringMatching(/: 0 mismatches$/)] })
    })
    test('reports an invalid record in one line with its place, and exits 2', async () => {
      const { code, lines, stderr } = await check('{"id": 3')
      expect({ code, lines }).toEqual({ code: 2, lines: [''] })
      expect(stderr).toMatch(/^bench: r\.jsonl:1: .*\n$/)
    })
  })
})
