import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@skill-state/postgres'
import { SkillStateError } from '@skill-state/protocol'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { bench, benchArguments, emptyFolder, type Finished, typeBench, wordsOf } from '../../test/bench.ts'
import { buildViewer } from '../../test/build-viewer.ts'
import { startWorker } from '../../test/fleet/fleet.ts'
import { useServer } from '../../test/fleet/server.ts'
import { startLoopback } from '../../test/provider/loopback.ts'
import { main } from '../program.ts'

const SUITE = [
  'name: nightly',
  'title: Every night',
  'benchmarks: [warehouse]',
  'horizons: [10]',
  'runtimes: [skill-state]',
  'models: [reference, { model: faulty-reference, label: faulty }]',
  'seeds: 3',
]

const server = useServer()
let address = ''
let place = ''
const cwd = emptyFolder()
const temporary = join(cwd, 'tmp')
beforeAll(async () => {
  buildViewer()
  const database = await server().createDatabase()
  address = `${database}/nightly`
  const url = new URL(address)
  url.password = ''
  place = url.href
  mkdirSync(temporary)
  writeFileSync(join(cwd, 's.yaml'), SUITE.join('\n'))
  await using _ = await startWorker(database, cwd)
  expect(await bench(`run s.yaml --queue ${database}`, { cwd })).toMatchObject({ code: 0 })
  expect(await bench('run s.yaml --out runs/again', { cwd })).toMatchObject({ code: 0 })
}, 300_000)
afterEach(() => {
  vi.unstubAllEnvs()
})

/** A command; `ADDRESS` in it stands for that of the suite. */
const ofSuite = (line: string): string => line.replaceAll('ADDRESS', address)

function type(line: string): Promise<Finished> {
  return typeBench(ofSuite(line), { cwd, env: { TMPDIR: temporary } })
}

describe('what reads a folder reads an address, names it without its password, and leaves no file behind', () => {
  test.for([
    'report ADDRESS',
    'report ADDRESS --format html',
    'replay ADDRESS',
    'noise ADDRESS/faulty',
    'noise ADDRESS/faulty runs/again/faulty --format json',
    'compare runs/again/faulty ADDRESS/faulty --format json',
    'compare ADDRESS/reference ADDRESS/faulty --repetition runs/again/reference',
    'compare runs/again/faulty runs/again/reference --repetition ADDRESS/faulty',
    'regress ADDRESS/reference --model reference',
    'export ADDRESS/faulty --format otlp --out OUT/spans --start 2026-11-21',
    'view ADDRESS --static OUT/site',
  ])('%s', { timeout: 120_000 }, async (line) => {
    const where = { cwd, env: { TMPDIR: temporary } }
    const read = await bench(ofSuite(line.replace('OUT', 'from-address')), where)
    const ofFolder = line.replaceAll('ADDRESS', 'runs/nightly').replace('OUT', 'from-folder')
    const own = await bench(ofFolder, where)
    const told = (text: string): string =>
      text.replaceAll(place, 'runs/nightly').replaceAll('from-address', 'from-folder')
    expect({ ...read, stdout: told(read.stdout) }).toEqual({ ...own, stderr: '' })
    expect(read.code).toBe(0)
    expect(readdirSync(temporary)).toEqual([])
  })

  test.for([
    ['report ADDRESS/other', 'has no run "nightly/other"; it has: nightly/reference, nightly/faulty'],
    ['report ADDRESS/..', 'names no run; add one after a slash; it has: nightly/reference, nightly/faulty'],
    ['view ADDRESS/other --port 1', 'has no run "nightly/other"'],
    [
      'compare ADDRESS/faulty ADDRESS/reference --runtime prompt',
      '/nightly/faulty has no episode of "prompt"',
    ],
    ['noise ADDRESS/faulty ADDRESS/faulty', '/nightly/faulty is the same run as postgres://'],
    ['noise ADDRESS/faulty ADDRESS/reference', '/nightly/reference is no repetition of postgres://'],
    ['compare ADDRESS ADDRESS/faulty', '/nightly is not a run folder: run.json is missing'],
    ['report ADDRESS --format json', '/nightly has 2 runs; name one of them'],
    [
      'regress ADDRESS/reference --model reference --runtime skill-state-once',
      '/nightly/reference has no episode of skill-state-once',
    ],
  ] as const)('%s is rejected in one line', { timeout: 120_000 }, async ([line, reason]) => {
    vi.stubEnv('TMPDIR', temporary)
    const error: unknown = await main(wordsOf(ofSuite(line))).catch((thrown: unknown) => thrown)
    expect(error instanceof SkillStateError).toBe(true)
    const { message } = error as Error
    expect(message).toContain(reason)
    expect(message).not.toMatch(/secret|skill-state-run-|\n/)
    expect(readdirSync(temporary)).toEqual([])
  })
})

test('a command that ends before it follows a run says why in one line', { timeout: 60_000 }, async () => {
  await using taken = await startLoopback(() => {})
  const { code, stderr } = await type(`view ADDRESS --port ${taken.port}`)
  expect(stderr).toMatch(/^bench: .*\n$/)
  expect(code).not.toBe(0)
  expect(readdirSync(temporary)).toEqual([])
})

test.for([
  ['run ADDRESS', 'unknown experiment "postgres://'],
  ['report ADDRESS more', "too many arguments for 'report'"],
] as const)('%s is rejected without the password', { timeout: 60_000 }, async ([line, reason]) => {
  const { code, stderr } = await type(line)
  expect(stderr).toContain(reason)
  expect(stderr).toContain(place)
  expect(stderr).not.toContain(new URL(address).password)
  expect(code).toBe(2)
})

test.for(['SIGINT', 'SIGTERM'] as const)('%s leaves no copy behind', { timeout: 60_000 }, async (signal) => {
  await using database = await openDatabase(address)
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table skill_state.lines in access exclusive mode') // so that the copy waits
    const child = spawn(process.execPath, benchArguments(`report ${address}`), {
      env: { ...process.env, TMPDIR: temporary },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    while (readdirSync(temporary).length === 0) await sleep(20)
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    expect(readdirSync(temporary)).toEqual([])
  } finally {
    client.release(true)
  }
})
