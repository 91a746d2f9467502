import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@skill-state/postgres/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyFolder } from '../../test/bench.ts'
import { startBench, startWorker } from '../../test/fleet/fleet.ts'
import { startLock } from '../../test/fleet/lock.ts'
import { startProvider } from '../../test/provider/provider.ts'

/** Milliseconds after which a test hangs: several processes start in each, also on a busy machine. */
const HANG = { timeout: 300_000 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.[Symbol.asyncDispose]())

test(
  'a worker whose key is refused gives its episodes back and says so; one with the right key ends them well',
  HANG,
  async () => {
    await using provider = await startProvider()
    await using lock = await startLock(provider.url, 'sk-none')
    const cwd = emptyFolder()
    const model = `models: [{ model: "vllm:player", baseUrl: "${lock.url}", label: player }]`
    const suite = [
      'name: keys',
      'benchmarks: [warehouse]',
      'horizons: [10]',
      'runtimes: [skill-state]',
      'seeds: 8',
    ]
    writeFileSync(join(cwd, 's.yaml'), [...suite, model].join('\n'))
    const address = await server.createDatabase()
    await using run = startBench(`run s.yaml --queue ${address}`, { cwd })

    const env = { VLLM_API_KEY: 'sk-wrong' }
    await using wrong = startBench(`worker --queue ${address}`, { cwd, env })
    await wrong.says('bench worker: sets keys/player aside for 60 s: vllm:player: 401 wrong key')
    await run.says('bench: a worker set episodes aside: vllm:player: 401 wrong key')

    await using _ = await startWorker(address, cwd)
    await run.says('Episodes: 8. Terminated: 8. Truncated: 0. Failed: 0.')
    expect(lock.refused()).toBeLessThanOrEqual(4) // at most what was under way
    expect(await wrong.end('SIGTERM')).toBe(0)
  },
)

test('a suite whose provider refuses everybody leaves the workers to the others', HANG, async () => {
  await using provider = await startProvider()
  await using locked = await startLock(provider.url, 'sk-of-nobody')
  const cwd = emptyFolder()
  const rest = ['benchmarks: [warehouse]', 'horizons: [10]', 'runtimes: [skill-state]', 'seeds: 8']
  const models = (url: string): string =>
    `models: [{ model: "vllm:player", baseUrl: "${url}", label: player }]`
  writeFileSync(join(cwd, 'dead.yaml'), ['name: dead', ...rest, models(locked.url)].join('\n'))
  writeFileSync(join(cwd, 'good.yaml'), ['name: good', ...rest, models(provider.url)].join('\n'))
  const address = await server.createDatabase()
  await using dead = startBench(`run dead.yaml --queue ${address}`, { cwd })
  await using worker = startBench(`worker --queue ${address}`, { cwd })
  await worker.says('sets dead/player aside for 60 s')
  await using good = startBench(`run good.yaml --queue ${address}`, { cwd })
  await good.says('Episodes: 8. Terminated: 8. Truncated: 0. Failed: 0.')
  await dead.says('bench: a worker set episodes aside: vllm:player: 401 wrong key')
})
