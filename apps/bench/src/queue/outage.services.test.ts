import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, suiteFolder } from '../../test/bench.ts'
import { startBench, startWorker } from '../../test/fleet/fleet.ts'
import { startLock } from '../../test/fleet/lock.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'
import { startProvider } from '../../test/provider/provider.ts'

const server = useServer()

const SUITE = ['benchmarks: [warehouse]', 'horizons: [10]', 'runtimes: [skill-state]', 'seeds: 8']

test(
  'a worker whose key is rejected gives its episodes back and says so; one with the right key ends them well',
  HANG,
  async () => {
    await using provider = await startProvider()
    await using lock = await startLock(provider.url, 'sk-none')
    const model = `models: [{ model: "vllm:player", baseUrl: "${lock.url}", label: player }]`
    const cwd = suiteFolder('name: keys', ...SUITE, model)
    const address = await server().createDatabase()
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

test('a suite whose provider rejects everybody leaves the workers to the others', HANG, async () => {
  await using provider = await startProvider()
  await using locked = await startLock(provider.url, 'sk-of-nobody')
  const cwd = emptyFolder()
  const models = (url: string): string =>
    `models: [{ model: "vllm:player", baseUrl: "${url}", label: player }]`
  writeFileSync(join(cwd, 'dead.yaml'), ['name: dead', ...SUITE, models(locked.url)].join('\n'))
  writeFileSync(join(cwd, 'good.yaml'), ['name: good', ...SUITE, models(provider.url)].join('\n'))
  const address = await server().createDatabase()
  await using dead = startBench(`run dead.yaml --queue ${address}`, { cwd })
  await using worker = startBench(`worker --queue ${address}`, { cwd })
  await worker.says('sets dead/player aside for 60 s')
  await using good = startBench(`run good.yaml --queue ${address}`, { cwd })
  await good.says('Episodes: 8. Terminated: 8. Truncated: 0. Failed: 0.')
  await dead.says('bench: a worker set episodes aside: vllm:player: 401 wrong key')
})
