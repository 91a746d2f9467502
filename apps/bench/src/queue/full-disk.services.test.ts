import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@skill-state/postgres'
import { expect, test } from 'vitest'
// @boundaries-ignore the tests of both packages start one small server
import { startTinyServer } from '../../../../packages/postgres/test/tiny-server.ts'
import { bench, emptyFolder, typeBench } from '../../test/bench.ts'
import { startBench, timelessFiles } from '../../test/fleet/fleet.ts'
import { type Gate, startGate } from '../../test/fleet/gate.ts'
import { HANG } from '../../test/fleet/server.ts'
import { startProvider } from '../../test/provider/provider.ts'

const EPISODES = 10
const STEPS = 20
const KEY = { VLLM_API_KEY: 'sk-none' }
const FULL = /^bench: [^\n]*No space left on device; the server's disk is full; free space there[^\n]*\n$/

/** A folder with a suite, which one machine has run already, whose calls wait at a gate. */
async function suiteFolder(gate: Gate): Promise<string> {
  const cwd = emptyFolder()
  const models = `models: [{ model: "vllm:player", baseUrl: "${gate.url}", label: player }]`
  const selection = ['benchmarks: [warehouse]', `horizons: [${STEPS}]`, 'runtimes: [skill-state]', models]
  for (const [name, seeds] of Object.entries({ full: EPISODES, other: 2_000 }))
    writeFileSync(join(cwd, `${name}.yaml`), [`name: ${name}`, `seeds: ${seeds}`, ...selection].join('\n'))
  gate.open(EPISODES * STEPS)
  const alone = await bench('run full.yaml --out alone', { cwd, env: KEY })
  expect(alone).toMatchObject({ code: 0 })
  return cwd
}

/** The tests of a server with small disks; if the means are missing, a skipped one that says so. */
async function onTinyServers(register: () => void): Promise<void> {
  const missing = await startTinyServer().then(
    (server) => server[Symbol.asyncDispose](),
    (error: unknown) => (error as Error).message,
  )
  if (missing === undefined) register()
  else test('left out: a disk that is full', ({ skip }) => skip(`bubblewrap: ${missing}`))
}

const runOn = ({ address }: Awaited<ReturnType<typeof startTinyServer>>): string =>
  `run full.yaml --queue ${address} --out fleet`

await onTinyServers(() => {
  test(
    'a full disk ends workers in one line, nothing is half created, and all continues later',
    HANG,
    async () => {
      await using provider = await startProvider()
      await using gate = await startGate(provider.url)
      const cwd = await suiteFolder(gate)
      await using server = await startTinyServer()
      const work = `worker --queue ${server.address}`
      await using run = startBench(runOn(server), { cwd })
      const underWay = typeBench(`${work} --concurrency 1`, { cwd, env: KEY })
      gate.open(5 * STEPS)
      await run.says(`[3/${EPISODES}]`)
      await server.fill('data')
      gate.open(EPISODES * STEPS)
      for (const worker of [await underWay, await typeBench(work, { cwd, env: KEY })]) {
        expect(worker).toMatchObject({ code: 2, stdout: '' })
        expect(worker.stderr.replaceAll(/^bench worker: .*\n/gm, '')).toMatch(FULL)
      }
      const other = await bench(`run other.yaml --queue ${server.address}`, { cwd, env: KEY })
      expect(other).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(FULL) })
      expect(existsSync(join(cwd, 'runs'))).toBe(false)
      expect(await suites(server)).toEqual(['full'])
      const report = await bench(`report ${server.address}/full`, { cwd })
      expect(report).toMatchObject({ code: 0, stderr: '' })
      await server.free('data')
      await using _ = startBench(work, { cwd })
      await run.says(`Terminated: ${EPISODES}.`)
      expect(timelessFiles(join(cwd, 'fleet'))).toEqual(timelessFiles(join(cwd, 'alone')))
    },
  )

  test('a server that gives up for want of space is waited for, and nothing is lost', HANG, async () => {
    await using provider = await startProvider()
    await using gate = await startGate(provider.url)
    const cwd = await suiteFolder(gate)
    await using server = await startTinyServer()
    await using run = startBench(runOn(server), { cwd })
    await using worker = startBench(`worker --queue ${server.address} --concurrency 1`, {
      cwd,
      env: KEY,
    })
    gate.open(5 * STEPS)
    await run.says(`[3/${EPISODES}]`)
    await server.fill('wal')
    gate.open(EPISODES * STEPS)
    await Promise.all([run.says('is away; waiting for it'), worker.says('database away')])
    await server.free('wal')
    await run.says(`Terminated: ${EPISODES}.`)
    expect(timelessFiles(join(cwd, 'fleet'))).toEqual(timelessFiles(join(cwd, 'alone')))
  })
})

async function suites({ address }: Awaited<ReturnType<typeof startTinyServer>>): Promise<readonly string[]> {
  await using database = await openDatabase(address, { reader: true })
  const { rows } = await database.pool.query<{ name: string }>('select name from skill_state.suites')
  return rows.map(({ name }) => name)
}
