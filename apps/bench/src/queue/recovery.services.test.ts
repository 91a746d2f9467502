import { type Database, openDatabase } from '@skill-state/postgres'
import { expect, test } from 'vitest'
import { bench, suiteFolder } from '../../test/bench.ts'
import { startBench, startWorker } from '../../test/fleet/fleet.ts'
import { startGate } from '../../test/fleet/gate.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'
import { startProvider } from '../../test/provider/provider.ts'

const KEY = { VLLM_API_KEY: 'sk-none' }

const server = useServer()

function suiteOf(model: string): string {
  const suite = ['benchmarks: [warehouse]', 'horizons: [10]', 'runtimes: [skill-state]', 'seeds: 4']
  return suiteFolder('name: s', ...suite, `models: [${model}]`)
}

async function callsIn({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from skill_state.lines where line like '{"kind":"call"%'`,
  )
  return Number(rows[0]?.count)
}

test('a run that is removed ends no worker, and is played when it is planned anew', HANG, async () => {
  await using provider = await startProvider()
  await using gate = await startGate(provider.url)
  const cwd = suiteOf(`{ model: "vllm:player", baseUrl: "${gate.url}", label: player }`)
  const address = await server().createDatabase()
  await using worker = await startWorker(address, cwd, { concurrency: 2 })
  await using database = await openDatabase(address)
  {
    await using run = startBench(`run s.yaml --queue ${address}`, { cwd })
    gate.open(5)
    await expect.poll(() => callsIn(database), HANG).toBe(5)
    await run.end('SIGINT')
  }
  await database.pool.query('delete from skill_state.runs')
  gate.open(100_000)
  const anew = await bench(`run s.yaml --queue ${address}`, { cwd, env: KEY })
  expect(anew).toMatchObject({ code: 0, stdout: expect.stringContaining('Episodes: 4. Terminated: 4.') })
  expect(await worker.end('SIGTERM')).toBe(0)
})

test('the waiting command puts lost jobs back into the queue', HANG, async () => {
  const cwd = suiteOf('reference')
  const address = await server().createDatabase()
  await using database = await openDatabase(address)
  await using run = startBench(`run s.yaml --queue ${address}`, { cwd })
  await run.says('no worker is connected')
  await database.pool.query('delete from skill_state_queue.job')
  await using _ = await startWorker(address, cwd)
  await run.says('Episodes: 4. Terminated: 4.')
})

test('a folder that another process collects into is rejected before limits are changed', HANG, async () => {
  const cwd = suiteOf('{ model: "vllm:m", baseUrl: "http://127.0.0.1:1/v1", label: m, maxOutputTokens: 9 }')
  const address = await server().createDatabase()
  await using database = await openDatabase(address)
  await using run = startBench(`run s.yaml --queue ${address} --max-tokens 9`, { cwd })
  await run.says('no worker is connected')
  const second = await bench(`run s.yaml --queue ${address}`, { cwd, env: KEY })
  expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining('run.lock') })
  const { rows } = await database.pool.query('select limits from skill_state.suites')
  expect(rows).toEqual([{ limits: '{"tokens":9}' }])
})
