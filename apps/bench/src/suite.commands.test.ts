import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bench, fixture, suiteFolder } from '../test/bench.ts'
import { startProvider } from '../test/provider/provider.ts'

const lines = [
  'name: nightly',
  'title: Every night',
  'benchmarks:',
  '  - { name: warehouse, horizons: [10] }',
  '  - { name: repository, horizons: [25], tasks: ["*-s43"], runtimes: [skill-state] }',
  `  - ${fixture('throws-on-seed-43')}`,
  '  - { name: intercode, data: own, runtimes: [skill-state] }',
  '  - { name: tau-bench, data: own, runtimes: [skill-state] }',
  'runtimes: [prompt, skill-state]',
  'models: [reference]',
  'seeds: 2',
]

test('a suite runs, resumes, is reported and replayed; what was typed is in its conditions', async ({
  skip,
}) => {
  const cwd = suiteFolder(...lines)
  const first = await bench('run s.yaml', { cwd })
  const missing = /no sandbox works here.*/.exec(first.stderr)?.[0]
  if (missing !== undefined) skip(`a sandbox: ${missing}`)
  expect([first.code, first.stderr.match(/ score 1$/gm)?.length]).toEqual([1, 4 + 1 + 2 + 6 + 8])
  expect(first.stdout).toContain('Next: the same command with --retry-errors runs what failed again.')
  expect(first.stdout).toContain('Then: bench replay runs/nightly recomputes every figure')
  const again = await bench('run s.yaml', { cwd })
  expect([again.code, again.stdout]).toEqual([1, first.stdout])
  expect(again.stderr.match(/already recorded/g)).toHaveLength(23)
  expect(readdirSync(join(cwd, 'runs', 'nightly')).sort()).toEqual(['reference', 'report.html', 'runs.json'])
  const page = await bench('report runs/nightly --format csv', { cwd })
  expect(page.stdout).toMatch(/^one-step@1,/m)
  const { code, stdout } = await bench('replay runs/nightly', { cwd })
  expect([code, stdout]).toEqual([0, expect.stringMatching(/23 episodes, \d+ steps replayed: every prompt/)])
  const conditions = JSON.parse(readFileSync(join(cwd, 'runs/nightly/reference/run.json'), 'utf8'))
  expect(conditions.options).toMatchObject({
    suite: 'nightly',
    benchmarks: [{ name: 'warehouse' }, {}, {}, {}, {}],
  })
})

const least = ['benchmarks: [{ name: warehouse, horizons: [10] }]', 'runtimes: [prompt]']

test('each model has a run of its own, and all are on one page', async () => {
  const models = 'models: [reference, { model: faulty-reference, label: faulty }]'
  const cwd = suiteFolder(
    'name: two',
    'benchmarks: [warehouse]',
    'horizons: [10]',
    'runtimes: [skill-state]',
    models,
  )
  expect((await bench('run s.yaml', { cwd })).code).toBe(0)
  expect(readdirSync(join(cwd, 'runs/two')).sort()).toEqual([
    'faulty',
    'reference',
    'report.html',
    'runs.json',
  ])
  const page = readFileSync(join(cwd, 'runs/two/report.html'), 'utf8')
  expect(page.includes('Model: faulty-reference')).toBe(true)
  expect((await bench('report runs/two --format html', { cwd })).stdout === page).toBe(true)
})

test('a mistake in the file is rejected with its place, before anything is written', async () => {
  const cwd = suiteFolder('name: a', ...least, 'models: [nobody]')
  const { code, stdout, stderr } = await bench('run s.yaml', { cwd })
  expect([code, stdout, existsSync(join(cwd, 'runs'))]).toEqual([2, '', false])
  expect(stderr).toMatch(/^bench: s\.yaml:4:10: models\.0: unknown model "nobody"; known: /)
})

test('another form of a benchmark is that of the experiments: its episodes have the same ids', async () => {
  const cwd = suiteFolder(
    'name: forms',
    'benchmarks:',
    '  - warehouse',
    '  - { name: warehouse, noise: { condition: irrelevant, lines: 5 } }',
    '  - { name: warehouse, load: 50 }',
    '  - { name: repository, noise: { condition: chatter, lines: 20 } }',
    '  - { name: repository, scenario: C }',
    '  - { name: delayed, distance: 5, field: notes }',
    'horizons: [25]',
    'runtimes: [skill-state]',
    'models: [reference]',
  )
  const { code, stdout } = await bench('run s.yaml', { cwd })
  expect([code, stdout.match(/Recovered/)?.length]).toEqual([0, 1])
  expect((await bench('replay runs/forms', { cwd })).code).toBe(0)
  const { benchmarks } = JSON.parse(readFileSync(join(cwd, 'runs/forms/reference/run.json'), 'utf8')).options
  expect(benchmarks[1]).toEqual({
    name: 'warehouse',
    options: { noise: { condition: 'irrelevant', lines: 5 } },
  })
  const typed = '--horizon 25 --seeds 1 --runtime skill-state'
  for (const each of ['noise', 'load', 'noise-conditions', 'recovery-repository']) {
    await bench(`run ${each} ${typed} --out runs/alone/${each}`, { cwd })
  }
  const ids = (folder: string): Map<string, string> =>
    new Map(
      globSync('**/*.jsonl', { cwd: join(cwd, folder) }).map((file) => {
        const [line = ''] = readFileSync(join(cwd, folder, file), 'utf8').split('\n', 1)
        const { benchmark, task, id } = JSON.parse(line)
        return [`${benchmark} ${task}`, id]
      }),
    )
  const [suite, alone] = [ids('runs/forms'), ids('runs/alone')]
  const shared = [...suite].filter(([task]) => alone.has(task))
  expect(shared.map(([task]) => task).sort()).toEqual([
    'repository@1 chatter-20-t0025-s42',
    'repository@1 scenario-C-t0025-s42',
    'warehouse@1 load-50-t0025-s42',
    'warehouse@1 noise-5-t0025-s42',
    'warehouse@1 t0025-s42',
  ])
  for (const [task, id] of shared) expect([task, id]).toEqual([task, alone.get(task)])
}, 60_000)

test('a limit that the calls of a simulated user could pass is rejected before anything is sent', async () => {
  const info = JSON.stringify({ prices: { date: '2026-01-02', input: 1, output: 1 }, maxOutputTokens: 9 })
  const cwd = suiteFolder(
    'name: a',
    'benchmarks: [{ name: tau-bench, data: own, userModel: "ollama:actor" }]',
    'runtimes: [skill-state]',
    'models: [{ model: "vllm:m", info: ./info.json }]',
  )
  writeFileSync(join(cwd, 'info.json'), info)
  const run = (more = '') => bench(`run s.yaml --dry-run ${more}`, { cwd })
  expect((await run('--max-tokens 1')).code).toBe(0)
  const { code, stdout, stderr } = await run('--max-cost 1')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(
    /^bench: s\.yaml:2:\d+: benchmarks\.0: --max-cost: no prices of model ollama:actor are known; choose another model/,
  )
})

test('a part of a run says so, in the order that a seed gives; programs hear events', async () => {
  const cwd = suiteFolder('name: a', ...least, 'models: [reference]', 'seeds: 6')
  const part = 'run s.yaml --json --limit 3 --shuffle 7 --concurrency 1'
  const { code, stdout, stderr } = await bench(part, { cwd })
  expect([code, stderr]).toEqual([0, ''])
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ended = events.filter(({ event }) => event === 'episode-ended').map(({ task }) => task)
  expect(ended).toHaveLength(3)
  expect(ended).not.toEqual(ended.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(events[0]).toMatchObject({ event: 'started', episodes: 3, runs: [{ folder: 'runs/a/reference' }] })
  expect(events.at(-2)).toMatchObject({ event: 'totals', done: 3, running: 0, failed: 0, calls: 30 })
  expect(events.at(-1)).toEqual({ event: 'finished', exitCode: 0, report: 'runs/a/report.html' })
  const report = readFileSync(join(cwd, 'runs/a/reference/report.json'), 'utf8')
  expect(report).toContain('Only a part was run: the first 3 episodes of an order shuffled by 7.')
  const more = await bench('run s.yaml --limit 3', { cwd })
  expect(more.stderr).toMatch(/holds another run: its selection\.shuffle/)
})

test('a cache gives no trial the replies of another', async () => {
  await using provider = await startProvider()
  const models = `models: [{ model: "vllm:player", baseUrl: "${provider.url}" }]`
  const cwd = suiteFolder('name: a', ...least, models, 'trials: 2')
  const run = (out: string) =>
    bench(`run s.yaml --cache cache --out ${out}`, { cwd, env: { VLLM_API_KEY: 'sk-none' } })
  expect([(await run('one')).code, provider.requests()]).toEqual([0, 20])
  expect([(await run('two')).code, provider.requests()]).toEqual([0, 20])
})
