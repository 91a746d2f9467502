import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { always, countdown, episode } from '../test/countdown.ts'
import { emptyFolder } from '../test/folder.ts'
import { runEpisode } from './episode/run-episode.ts'
import { runSuite, type SuiteOptions } from './run-suite.ts'
import { checkRunFolder, openRunFolder, readTraces, tracePath } from './trace/run-folder.ts'
import { LOOK_EVERY, openTraceFile, readTrace } from './trace/trace-file.ts'

let directory: string
beforeEach(() => {
  directory = emptyFolder()
})

const conditions = { experiment: 'countdown', seeds: [1, 2, 3], model: { id: 'always' } }
const identity = (seed: number) => ({
  benchmark: 'countdown@1',
  task: `t3-s${seed}`,
  runtime: 'obey',
  model: 'always',
})

describe('a suite', () => {
  test('with an episode whose outcome does not count is read and continues', async () => {
    const folder = openRunFolder(directory, conditions)
    const outcome = async () => ({ reward: Number.NaN })
    const broken = (horizon: number) => countdown(horizon, { outcome })
    const episodes = [episode({ seed: 1 }), episode({ seed: 2, environment: broken }), episode({ seed: 3 })]
    for (const how of ['played', 'recorded']) {
      const ended: unknown[] = []
      const onEvent: SuiteOptions['onEvent'] = (event) =>
        event.kind === 'episode-ended' && ended.push([event.end.status, event.how])
      await runSuite(folder, episodes, { concurrency: 1, onEvent })
      expect(ended).toEqual([
        ['terminated', how],
        ['failed', how],
        ['terminated', how],
      ])
    }
    expect([...readTraces(folder)].map(({ end }) => end?.status)).toEqual([
      'terminated',
      'failed',
      'terminated',
    ])
  })

  test('runs every episode, keeps what is whole, continues with what was cut off', async () => {
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
    await runSuite(folder, episodes, {
      concurrency: 2,
      onEvent: (event) => event.kind === 'episode-ended' && resumed.push(event.how === 'recorded'),
    })
    expect(asked).toHaveLength(5) // the cut trace holds one call of three, the empty one none
    expect(resumed.filter(Boolean)).toHaveLength(1)
    const timeless = (text: string): string => text.replaceAll(/"durationMs":[\d.e-]+/g, '')
    const again = [1, 2, 3].map((seed) => readFileSync(tracePath(folder, identity(seed)), 'utf8'))
    expect(again.map(timeless)).toEqual(whole.map(timeless))
  })

  test('continues after a failed episode', async () => {
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
      onEvent: (event) => event.kind === 'episode-ended' && statuses.push(event.end.status),
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
  test('with another run is rejected, and the difference is named', () => {
    openRunFolder(directory, conditions)
    checkRunFolder(directory, conditions)
    expect(() => checkRunFolder(directory, { ...conditions, seeds: [1, 2, 4] })).toThrow(
      /another run: its seeds.2 is 3, not 4/,
    )
    expect(() => checkRunFolder(directory, { ...conditions, seeds: [4], model: { id: 'never' } })).toThrow(
      /another run: its model.id is "always", not "never"/,
    )
  })
  test('with other files is rejected', () => {
    writeFileSync(join(directory, 'thesis.tex'), '')
    expect(() => openRunFolder(directory, conditions)).toThrow(/other files and no run/)
  })
  test('whose run was killed before or right after its conditions were written is taken up', () => {
    writeFileSync(join(directory, 'run.json.tmp'), '{"experi')
    const folder = openRunFolder(directory, conditions)
    expect(readdirSync(directory)).toEqual(['run.json'])
    expect([...readTraces(folder)]).toEqual([])
  })
  test('that is a file is rejected', () => {
    const file = join(directory, 'a')
    writeFileSync(file, '')
    expect(() => openRunFolder(file, conditions)).toThrow(/a is a file, not a folder/)
  })
  test('with a broken run.json is rejected', () => {
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

test('a trace under the name of another episode is rejected, not counted twice', async () => {
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
  ])('with a line that is %s is rejected with its place', async (_name, line, message) => {
    const file = await trace()
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, 8)
    writeFileSync(file, `${lines.join('\n')}\n${line}`)
    expect(() => readTrace(file)).toThrow(message)
  })
})

describe('an id', () => {
  const named = (id: string, asked: string[]) => ({
    ...episode({
      seed: 1,
      model: always((prompt) => {
        asked.push(prompt)
        return 'good'
      }),
    }),
    id,
  })
  const run = async (name: string, id: string, options: Partial<SuiteOptions> = {}) => {
    const folder = openRunFolder(join(directory, name), conditions)
    const asked: string[] = []
    const how: string[] = []
    await runSuite(folder, [named(id, asked)], {
      concurrency: 1,
      onEvent: (event) => event.kind === 'episode-ended' && how.push(event.how),
      ...options,
    })
    return { calls: asked.length, how, file: tracePath(folder, identity(1)) }
  }

  test('lets a whole episode of another run be copied, with the place that it comes from', async () => {
    const first = await run('one', 'same')
    const second = await run('two', 'same', { findCopy: () => first.file })
    expect([second.calls, second.how]).toEqual([0, ['copied']])
    const { episode: copied, ...rest } = readTrace(second.file) ?? {}
    const { episode: original, ...all } = readTrace(first.file) ?? {}
    expect({ ...rest, file: '' }).toEqual({ ...all, file: '' })
    const copiedFrom = '../one/episodes/countdown%401/t3-s1~obey~always.jsonl'
    expect(copied).toEqual({ ...original, copiedFrom })
    const third = await run('three', 'same', { findCopy: () => second.file })
    expect(readTrace(third.file)?.episode.copiedFrom).toBe(copiedFrom)
  })

  test.each([
    ['of another id', 'other', Number.POSITIVE_INFINITY],
    ['that was cut off', 'same', 500],
  ])('lets no episode %s stand in', async (_, id, length) => {
    const first = await run('one', 'same')
    truncateSync(first.file, Math.min(length, statSync(first.file).size))
    const second = await run('two', id, { findCopy: () => first.file })
    expect([second.calls, second.how]).toEqual([3, ['played']])
  })

  test('of another episode under the same name is rejected', async () => {
    await run('one', 'before')
    await expect(run('one', 'after')).rejects.toThrow(
      /holds another episode: its id is not that of task t3-s1/,
    )
  })

  test('is not asked of a trace that is older than ids', async () => {
    const folder = openRunFolder(join(directory, 'one'), conditions)
    await runSuite(folder, [episode({ seed: 1, model: always(() => 'good') })], { concurrency: 1 })
    expect(await run('one', 'new')).toMatchObject({ calls: 0, how: ['recorded'] })
    truncateSync(tracePath(folder, identity(1)), 500)
    expect(await run('one', 'new')).toMatchObject({ calls: 2, how: ['played'] })
  })
})

describe('if nothing more can be recorded', () => {
  test('a folder that is removed under way ends the run with its name, and no further call is made', async () => {
    const folder = openRunFolder(join(directory, 'run'), conditions)
    let calls = 0
    const model = always(async () => {
      calls += 1
      if (calls === 2) rmSync(folder.path, { recursive: true })
      await setTimeout(2 * LOOK_EVERY)
      return 'good'
    })
    const episodes = [1, 2, 3].map((seed) => episode({ seed, model }))
    await expect(runSuite(folder, episodes, { concurrency: 1 })).rejects.toThrow(
      /cannot be written: it was removed/,
    )
    expect([calls, existsSync(folder.path)]).toEqual([2, false])
  })

  test('a clock that is set back leaves durations that a reader takes', async () => {
    let now = 0
    const clock = (): number => (now -= 1_000)
    const file = join(directory, 'trace.jsonl')
    const trace = openTraceFile(file)
    await runEpisode(episode({ seed: 1, model: always(() => 'good') }), { clock, record: trace.record })
    trace.close()
    expect(readTrace(file)?.calls.map(({ durationMs }) => durationMs)).toEqual([0, 0, 0])
  })
})
