import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { always, countdown, episode } from './_fixtures.ts'
import { checkRunFolder, openRunFolder, readTraces, tracePath } from './run-folder.ts'
import { runSuite } from './run-suite.ts'
import { readTrace } from './trace-file.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'skill-state-'))
})

const conditions = { experiment: 'countdown', seeds: [1, 2, 3], model: { id: 'always' } }
const identity = (seed: number) => ({
  benchmark: 'countdown@1',
  task: `t3-s${seed}`,
  runtime: 'obey',
  model: 'always',
})

describe('a suite', () => {
  test('runs every episode, keeps what is whole, goes on with what was cut off', async () => {
    const folder = openRunFolder(directory, conditions)
    const asked: string[] = []
    const episodes = [1, 2, 3].map((seed) =>
      episode({
        seed,
        model: always((prompt) => {
          asked.push(prompt)
          return 'good'
        }),
      }),
    )
    await runSuite(folder, episodes, { concurrency: 2 })
    expect(asked).toHaveLength(9)
    const whole = [1, 2, 3].map((seed) => readFileSync(tracePath(folder, identity(seed)), 'utf8'))

    truncateSync(tracePath(folder, identity(2)), 500)
    writeFileSync(tracePath(folder, identity(3)), '')
    asked.length = 0
    const resumed: boolean[] = []
    await runSuite(folder, episodes, { concurrency: 2, onEpisode: (event) => resumed.push(event.resumed) })
    expect(asked).toHaveLength(5) // the cut trace holds one call of three, the empty one none
    expect(resumed.filter(Boolean)).toHaveLength(1)
    const timeless = (text: string): string => text.replaceAll(/"durationMs":[\d.e-]+/g, '')
    const again = [1, 2, 3].map((seed) => readFileSync(tracePath(folder, identity(seed)), 'utf8'))
    expect(again.map(timeless)).toEqual(whole.map(timeless))
  })

  test('goes on after a failed episode', async () => {
    const folder = openRunFolder(directory, conditions)
    const broken = () =>
      countdown(3, {
        step: async () => {
          throw new Error('power cut')
        },
      })
    const statuses: string[] = []
    await runSuite(folder, [episode({ seed: 1, environment: broken }), episode({ seed: 2 })], {
      concurrency: 1,
      onEpisode: ({ end }) => statuses.push(end.status),
    })
    expect(statuses).toEqual(['failed', 'terminated'])
    expect([...readTraces(folder)].map((trace) => trace.end?.status)).toEqual(['failed', 'terminated'])
  })

  test('an abort starts no further episode', async () => {
    const folder = openRunFolder(directory, conditions)
    await expect(
      runSuite(folder, [episode()], { concurrency: 1, signal: AbortSignal.abort(new Error('stop')) }),
    ).rejects.toThrow('stop')
    expect([...readTraces(folder)]).toEqual([])
  })
})

describe('a folder', () => {
  test('with another run is refused, and the difference is named', () => {
    openRunFolder(directory, conditions)
    checkRunFolder(directory, conditions)
    expect(() => checkRunFolder(directory, { ...conditions, seeds: [1, 2, 4] })).toThrow(
      /another run: its seeds.2 is 3, not 4/,
    )
  })
  test('with other files is refused', () => {
    writeFileSync(join(directory, 'thesis.tex'), '')
    expect(() => openRunFolder(directory, conditions)).toThrow(/other files and no run/)
  })
  test('whose run was killed before or right after its conditions were written is taken up', () => {
    writeFileSync(join(directory, 'run.json.tmp'), '{"experi')
    const folder = openRunFolder(directory, conditions)
    expect(readdirSync(directory)).toEqual(['run.json'])
    expect([...readTraces(folder)]).toEqual([])
  })
  test('that is a file is refused', () => {
    const file = join(directory, 'a')
    writeFileSync(file, '')
    expect(() => openRunFolder(file, conditions)).toThrow(/a is a file, not a folder/)
  })
  test('with a broken run.json is refused', () => {
    writeFileSync(join(directory, 'run.json'), '{')
    expect(() => openRunFolder(directory, conditions)).toThrow(/run.json is not a JSON object/)
  })
  test('names of any form stay inside it', () => {
    const folder = openRunFolder(directory, conditions)
    const file = tracePath(folder, {
      benchmark: '../x',
      task: '../../y',
      runtime: 'a/b',
      model: 'openai:gpt/1',
    })
    expect(file.slice(directory.length).split('/')).toHaveLength(4)
  })
})

test('a trace under the name of another episode is refused, not counted twice', async () => {
  const folder = openRunFolder(directory, conditions)
  await runSuite(folder, [episode({ seed: 1 })], { concurrency: 1 })
  copyFileSync(tracePath(folder, identity(1)), tracePath(folder, identity(2)))
  const message =
    /t3-s2~obey~always\.jsonl: the first line names another episode \(countdown@1 t3-s1 obey always\)/
  expect(() => [...readTraces(folder)]).toThrow(message)
  await expect(runSuite(folder, [episode({ seed: 2 })], { concurrency: 1 })).rejects.toThrow(message)
})

describe('a trace file', () => {
  const trace = async () => {
    const folder = openRunFolder(directory, conditions)
    await runSuite(folder, [episode()], { concurrency: 1 })
    return tracePath(folder, identity(1))
  }
  test('with a torn last line is read up to it', async () => {
    const file = await trace()
    appendFileSync(file, '{"kind":"st')
    expect(readTrace(file)?.steps).toHaveLength(3)
  })
  test.each([
    ['no JSON', 'not json\n', /:9: the line is not JSON/],
    ['of an unknown kind', '{"kind":"sermon"}\n', /:9: kind: /],
    ['with a wrong type', '{"kind":"step","index":-1}\n', /:9: index: /],
  ])('with a line that is %s is refused with its place', async (_name, line, message) => {
    const file = await trace()
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, 8)
    writeFileSync(file, `${lines.join('\n')}\n${line}`)
    expect(() => readTrace(file)).toThrow(message)
  })
})
