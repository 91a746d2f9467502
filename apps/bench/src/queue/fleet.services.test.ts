import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@skill-state/postgres'
import { randomNumbers } from '@skill-state/protocol/conformance'
import { expect, test } from 'vitest'
import { bench, suiteFolder } from '../../test/bench.ts'
import { startWorker } from '../../test/fleet/fleet.ts'
import { tormentWorkers } from '../../test/fleet/kill-workers.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'
import { startProvider } from '../../test/provider/provider.ts'

const server = useServer()

const SUITE = [
  'name: nightly',
  'benchmarks: [warehouse]',
  'horizons: [10]',
  'runtimes: [prompt, skill-state]',
  'models: [reference, { model: faulty-reference, label: faulty }]',
  'seeds: 3',
]

test('a suite on workers has the reports of one machine', HANG, async () => {
  const cwd = suiteFolder(...SUITE.map((line) => line.replace('prompt, skill-state', 'skill-state')))
  const address = await server().createDatabase()
  expect(await bench('run s.yaml --out alone', { cwd })).toMatchObject({ code: 0 })
  await using worker = await startWorker(address, cwd)
  const { code, stdout, stderr } = await bench(`run s.yaml --queue ${address}`, { cwd })
  expect({ code, stderr: stderr.split('\n').length }).toEqual({ code: 0, stderr: 7 })
  expect(stdout).toContain('Episodes: 6. Terminated: 6.')
  for (const file of ['reference/report.json', 'faulty/report.json', 'runs.json']) {
    const read = (folder: string): string => readFileSync(join(cwd, folder, file), 'utf8')
    expect(read('runs/nightly')).toBe(read('alone'))
  }
  expect(worker.said()).toContain('4 episodes at once')
})

test('a run of other conditions is rejected, and nothing is written down of it', HANG, async () => {
  const cwd = suiteFolder(...SUITE)
  const address = await server().createDatabase()
  const selection = '--horizon 10 --seeds 1 --runtime skill-state --only warehouse'
  const start = `run scaling ${selection} --queue ${address}`
  await using _ = await startWorker(address, cwd)
  expect(await bench(`${start} --out first`, { cwd })).toMatchObject({ code: 0 })
  const other = await bench(`${start} --out second --max-steps 3`, { cwd })
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/scaling is another run: its .*budget/),
  })
  const refused = await bench(`${start} --record r --model vllm:m`, {
    cwd,
    env: { VLLM_API_KEY: 'k' },
  })
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--record: workers on other machines'),
  })
})

test('a worker leaves what another version has planned, and says so', HANG, async () => {
  const cwd = suiteFolder(...SUITE)
  const address = await server().createDatabase()
  await using database = await openDatabase(address)
  await database.pool.query(
    `insert into skill_state.suites (name, plan, version) values ('old', '{}', '9.9.9')`,
  )
  await database.pool.query(`insert into skill_state.runs (name, conditions) values ('old', '{}')`)
  await database.pool.query(
    `insert into skill_state.episodes (run, file, name) select id, 'f', '{}' from skill_state.runs`,
  )
  await using worker = await startWorker(address, cwd)
  while (!worker.said().includes('at once')) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(worker.said()).toContain('rejects suite old: version 9.9.9 planned it')
})

test(
  'a fleet stops before a call could take it past --max-tokens, and continues under a higher limit',
  HANG,
  async () => {
    await using provider = await startProvider()
    const lines = SUITE.filter((line) => !line.startsWith('models'))
    const model = `models: [{ model: "vllm:player", baseUrl: "${provider.url}", label: player, maxOutputTokens: 300 }]`
    const cwd = suiteFolder(...lines, model)
    const address = await server().createDatabase()
    const env = { VLLM_API_KEY: 'sk-none' }
    await using _ = await startWorker(address, cwd)
    await using __ = await startWorker(address, cwd)
    const limited = await bench(`run s.yaml --queue ${address} --max-tokens 9000`, {
      cwd,
      env,
    })
    expect(limited).toMatchObject({ code: 1, stderr: expect.stringContaining('stopped by --max-tokens') })
    await using database = await openDatabase(address)
    const { rows } = await database.pool.query<{ tokens: string }>('select tokens from skill_state.suites')
    expect(Number(rows[0]?.tokens)).toBeGreaterThan(4_000)
    expect(Number(rows[0]?.tokens)).toBeLessThanOrEqual(9_000)
    const whole = await bench(`run s.yaml --queue ${address} --max-tokens 900000`, {
      cwd,
      env,
    })
    expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining('Episodes: 6. Terminated: 6.') })
  },
)

test('workers that are killed, and one that is paused, change nothing', HANG, async () => {
  const torment = await tormentWorkers(server(), {
    ...{ workers: 3, episodes: 30, horizon: 20, killEveryMs: 700, maxKills: 4, pauseMs: 20_000 },
    random: randomNumbers(3),
  })
  expect(torment).toMatchObject({ faults: [], needed: 600 })
  expect(torment.kills).toBeGreaterThan(0)
})
