import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@skill-state/postgres/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, emptyFolder } from '../fixtures/bench.ts'
import { startBench, startWorker } from '../fixtures/fleet.ts'
import { startLock } from '../fixtures/lock.ts'
import { startProvider } from '../fixtures/provider.ts'

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
    await using run = startBench(['run', 's.yaml', '--queue', address], { cwd })

    const wrong = await bench(['worker', '--queue', address], { cwd, env: { VLLM_API_KEY: 'sk-wrong' } })
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toMatch(
      /^bench: gives up: vllm:player: 401 wrong key; .*; its episodes are left to other workers$/m,
    )
    expect(lock.refused()).toBeGreaterThan(0)
    await run.says('bench: a worker gave up: vllm:player: 401 wrong key')

    await using _ = await startWorker(address, cwd)
    await run.says('Episodes: 8. Terminated: 8. Truncated: 0. Failed: 0.')
  },
)
