import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, emptyFolder, suiteFolder } from '../../test/bench.ts'
import { buildViewer } from '../../test/build-viewer.ts'
import { startBench, startWorker, timelessFiles } from '../../test/fleet/fleet.ts'
import { type Gate, startGate } from '../../test/fleet/gate.ts'
import { HANG, useServer } from '../../test/fleet/server.ts'
import { type Provider, startProvider } from '../../test/provider/provider.ts'

const STEPS = 10
const KEY = { VLLM_API_KEY: 'sk-none' }

const server = useServer()
let provider: Provider
beforeAll(async () => {
  buildViewer()
  provider = await startProvider()
}, 300_000)
afterAll(async () => {
  await provider?.[Symbol.asyncDispose]()
})

/** A folder with a suite of one run `a`. */
function suiteAt({ url }: Pick<Gate, 'url'>, episodes = 2): string {
  return suiteFolder(
    ...['name: live', 'benchmarks: [warehouse]', `horizons: [${STEPS}]`, 'runtimes: [skill-state]'],
    ...[`models: [{ model: "vllm:player", baseUrl: "${url}", label: a }]`, `seeds: ${episodes}`],
  )
}

interface Manifest {
  readonly runs: readonly { readonly writing: boolean }[]
  readonly episodes: readonly { readonly status: string; readonly steps: number }[]
}

/** What the viewer's page is told, once it is as wanted. */
async function manifestOf(said: string, isWanted: (manifest: Manifest) => boolean): Promise<Manifest> {
  for (;;) {
    const manifest = (await (await fetch(`${said.split('\n')[0]}data/manifest.json`)).json()) as Manifest
    if (isWanted(manifest)) return manifest
    await sleep(100)
  }
}

/** Calls on record in a folder. */
function callsIn(folder: string): number {
  return Object.values(timelessFiles(folder)).join('').split('"kind":"call"').length - 1
}

const stepsOf = ({ episodes }: Manifest): readonly number[] => episodes.map(({ steps }) => steps)

test(
  'folder and viewer follow the steps of episodes under way, and either kind of run continues from the folder',
  HANG,
  async () => {
    await using gate = await startGate(provider.url)
    const cwd = suiteAt(gate)
    const address = await server().createDatabase()
    const temporary = join(cwd, 'tmp')
    mkdirSync(temporary)
    const collecting = startBench(`run s.yaml --queue ${address} --json`, { cwd })
    await collecting.says('"started"')
    await using viewer = startBench(`view ${address}/live/a`, {
      cwd,
      env: { TMPDIR: temporary },
    })
    await viewer.says('Ctrl-C')
    const worker = await startWorker(address, cwd)
    gate.open(6)
    const shown = await manifestOf(viewer.said(), (manifest) => stepsOf(manifest).join() === '3,3')
    expect(shown).toMatchObject({ runs: [{ writing: true }], episodes: [{ status: 'unfinished' }, {}] })
    await using folderViewer = startBench('view runs/live/a', { cwd })
    await folderViewer.says('Ctrl-C')
    await manifestOf(folderViewer.said(), (manifest) => stepsOf(manifest).join() === '3,3')

    expect(await collecting.end()).toBe(130)
    const told = collecting
      .said()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(told.findLast(({ event }) => event === 'totals')).toMatchObject({ running: 2, calls: 6, done: 0 })
    expect((await bench('report runs/live/a', { cwd })).stdout).toContain('2 of 2 episodes are missing')

    const calls = provider.requests()
    cpSync(join(cwd, 'runs/live'), join(cwd, 'alone'), { recursive: true })
    gate.open(1_000) // what is held belongs to the worker
    expect(await bench('run s.yaml --out alone', { cwd, env: KEY })).toMatchObject({ code: 0 })
    const again = await bench(`run s.yaml --queue ${address}`, { cwd })
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Terminated: 2.') })
    expect(provider.requests() - calls).toBe(2 * 2 * (STEPS - 3))
    expect(timelessFiles(join(cwd, 'runs/live'))).toEqual(timelessFiles(join(cwd, 'alone')))
    await server().restart?.()
    const whole = await manifestOf(viewer.said(), ({ runs }) => runs[0]?.writing === false)
    expect(stepsOf(whole)).toEqual([STEPS, STEPS])
    expect(await worker.end()).toBe(0)
    expect(await viewer.end()).toBe(0)
    expect(readdirSync(temporary)).toEqual([])
  },
)

test(
  'what a folder holds of episodes is played on, and what it holds whole is not played again',
  HANG,
  async () => {
    await using gate = await startGate(provider.url)
    const cwd = suiteAt(gate)
    const alone = startBench('run s.yaml --concurrency 1', { cwd })
    const before = provider.requests()
    gate.open(STEPS + 4)
    while (callsIn(join(cwd, 'runs/live')) < STEPS + 4) await sleep(50)
    expect(await alone.end('SIGKILL')).toBe(null)
    const address = await server().createDatabase()
    await using _ = await startWorker(address, cwd)
    gate.open(1_000)
    expect(await bench(`run s.yaml --queue ${address}`, { cwd })).toMatchObject({ code: 0 })
    expect(provider.requests() - before).toBe(2 * STEPS)
  },
)

test(
  'all experiments on workers leave what one machine leaves; an episode of several is played once',
  HANG,
  async () => {
    const cwd = emptyFolder()
    const all = 'run all --seeds 1 --limit 4'
    expect(await bench(`${all} --out alone`, { cwd })).toMatchObject({ code: 0 })
    const address = await server().createDatabase()
    await using _ = await startWorker(address, cwd)
    const fleet = await bench(`${all} --queue ${address} --json`, { cwd })
    expect(fleet.code).toBe(0)
    expect(timelessFiles(join(cwd, 'runs/all'))).toEqual(timelessFiles(join(cwd, 'alone')))
    expect(fleet.stdout.match(/"how":"copied"/g)?.length).toBeGreaterThan(0)
    expect(fleet.stdout).toMatch(/"running":0.*\n.*"finished"/)
    const pages = ['runs/all', `${address}/all`].map((name) => bench(`report ${name} --format html`, { cwd }))
    const [own, other] = await Promise.all(pages)
    expect(other?.stdout).toBe(own?.stdout)
  },
)

test(
  'an episode that failed continues after its last step, and its failed trace is kept, as on one machine',
  HANG,
  async () => {
    await using gate = await startGate(provider.url, 4, STEPS + 1 + 4)
    gate.open(1_000)
    const failAndRetry = async (queue?: string): Promise<string> => {
      const cwd = suiteAt(gate, 1)
      const command = `run s.yaml ${queue === undefined ? '' : `--queue ${queue}`}`
      await using _ = queue === undefined ? undefined : await startWorker(queue, cwd)
      expect(await bench(command, { cwd, env: KEY })).toMatchObject({ code: 1 })
      expect(await bench(command, { cwd, env: KEY })).toMatchObject({ code: 1 }) // it stays as it is
      const before = provider.requests()
      expect(await bench(`${command} --retry-errors`, { cwd, env: KEY })).toMatchObject({ code: 0 })
      expect(provider.requests() - before).toBe(STEPS - 3)
      return join(cwd, 'runs/live')
    }
    const files = timelessFiles(await failAndRetry())
    expect(Object.keys(files).filter((file) => file.endsWith('.aside-1'))).toHaveLength(1)
    const fleet = timelessFiles(await failAndRetry(await server().createDatabase()))
    expect(fleet).toEqual(files)
  },
)

test('a command without a worker says so in one line', HANG, async () => {
  const cwd = suiteAt({ url: 'http://127.0.0.1:1/v1' })
  const address = await server().createDatabase()
  await using collecting = startBench(`run s.yaml --queue ${address}`, { cwd })
  await collecting.says('no worker is connected to postgres://')
  expect(collecting.said()).toMatch(/; start one with: bench worker --queue postgres:\S+\n$/)
  expect(collecting.said()).not.toContain('secret')
  expect(await collecting.end()).toBe(130)
})
