import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Environment, RecordedSteps } from '@skill-state/protocol'
import { SkillStateError } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { always, countdown, episode } from '../../test/countdown.ts'
import { emptyFolder } from '../../test/folder.ts'
import { runSuite, type SuiteOptions } from '../run-suite.ts'
import { Stopped } from '../trace/cut-off.ts'
import { openRunFolder, type RunFolder, tracePath } from '../trace/run-folder.ts'
import { readTrace } from '../trace/trace-file.ts'

const timeless = (text: string): string => text.replaceAll(/"durationMs":[\d.e-]+/g, '')
const emptyRun = (): RunFolder => openRunFolder(emptyFolder(), { a: 1 })
const fileIn = (folder: RunFolder): string =>
  tracePath(folder, { benchmark: 'countdown@1', task: 't3-s1', runtime: 'obey', model: 'always' })

/** Runs the one episode of the folder; gives the prompts that were sent. */
async function run(
  folder: RunFolder,
  environment: () => Environment = () => countdown(3),
  options: Partial<SuiteOptions> = {},
  answer: (prompt: string) => string = () => 'good',
): Promise<string[]> {
  const sent: string[] = []
  const model = always((prompt) => {
    sent.push(prompt)
    return answer(prompt)
  })
  await runSuite(folder, [episode({ seed: 1, model, environment })], { concurrency: 1, ...options })
  return sent
}

test('an episode that was cut off at any byte ends as if it had not been, and no recorded call is paid again', async () => {
  const whole = emptyRun()
  expect(await run(whole)).toHaveLength(3)
  const bytes = readFileSync(fileIn(whole))
  for (let length = 0; length < bytes.length; length += 7) {
    writeFileSync(fileIn(whole), bytes.subarray(0, length))
    const kept = readTrace(fileIn(whole))?.calls.length ?? 0
    expect(await run(whole)).toHaveLength(3 - kept)
    expect(timeless(readFileSync(fileIn(whole), 'utf8'))).toBe(timeless(bytes.toString()))
  }
  expect(readdirSync(dirname(fileIn(whole)))).toHaveLength(1)
})

test('an episode that does not come out again is put aside and starts anew', async () => {
  const folder = emptyRun()
  await run(folder)
  truncateSync(fileIn(folder), readFileSync(fileIn(folder)).length - 200)
  const before = readTrace(fileIn(folder))
  const other = (): Environment => ({
    ...countdown(3),
    reset: async () => ({ text: 'another world', done: false }),
  })
  expect(await run(folder, other)).toHaveLength(3)
  expect(readTrace(fileIn(folder))?.reset?.observation.text).toBe('another world')
  expect(readTrace(`${fileIn(folder)}.aside-1`)).toEqual({ ...before, file: `${fileIn(folder)}.aside-1` })
})

test('an environment that can restore itself is not stepped again, and is restored once', async () => {
  const folder = emptyRun()
  await run(folder)
  const lines = readFileSync(fileIn(folder), 'utf8').split('\n')
  writeFileSync(fileIn(folder), `${lines.slice(0, 6).join('\n')}\n`) // two steps
  const restored: RecordedSteps[] = []
  let stepped = 0
  const restoring = (): Environment => {
    const world = countdown(3)
    return {
      ...world,
      step: async (action) => {
        stepped += 1
        return world.step(action)
      },
      async restore(recorded) {
        restored.push(recorded)
        await world.reset({ seed: recorded.seed })
        for (const { action } of recorded.steps) await world.step(action)
      },
    }
  }
  expect(await run(folder, restoring)).toHaveLength(1)
  expect(stepped).toBe(1)
  expect(restored).toEqual([
    {
      seed: 1,
      first: { text: 'seed 1, step 0', done: false },
      steps: [1, 2].map((step) => ({ action: 'good', result: { text: `step ${step}`, done: false } })),
    },
  ])
  expect(readTrace(fileIn(folder))?.end).toMatchObject({ status: 'terminated', outcome: { reward: 1 } })
})

test('an environment that cannot restore itself starts anew, and what was paid stays on record', async () => {
  const folder = emptyRun()
  await run(folder)
  const lines = readFileSync(fileIn(folder), 'utf8').split('\n')
  writeFileSync(fileIn(folder), `${lines.slice(0, 6).join('\n')}\n`)
  const broken = (): Environment => ({
    ...countdown(3),
    restore: async () => {
      throw new Error('it does not answer as recorded')
    },
  })
  expect(await run(folder, broken)).toHaveLength(3 + 1) // the call that was to follow the record was sent first
  expect(readTrace(fileIn(folder))?.end?.status).toBe('terminated')
  expect(readTrace(`${fileIn(folder)}.aside-1`)?.calls).toHaveLength(3)
})

test('a failed episode continues after its last step if errors are to be retried, and only then', async () => {
  const folder = emptyRun()
  const failing = (prompt: string): string => {
    if (prompt.endsWith('step 2')) throw new SkillStateError('model-failed', 'an outage')
    return 'good'
  }
  expect(await run(folder, undefined, {}, failing)).toHaveLength(3)
  expect(readTrace(fileIn(folder))?.end?.status).toBe('failed')
  expect(await run(folder)).toHaveLength(0)
  expect(await run(folder, undefined, { retryErrors: true })).toHaveLength(1)
  expect(readTrace(fileIn(folder))).toMatchObject({ end: { status: 'terminated' }, steps: { length: 3 } })
  expect(readTrace(`${fileIn(folder)}.aside-1`)?.end?.status).toBe('failed')
})

test('an episode that replies of the model ended is a result, and is not tried again', async () => {
  const folder = emptyRun()
  await run(folder, undefined, {}, (prompt) => (prompt.endsWith('step 1') ? '' : 'good'))
  const { end } = readTrace(fileIn(folder)) ?? {}
  expect(end).toMatchObject({ status: 'failed', outcome: { reward: 1 / 3 } })
  expect(await run(folder, undefined, { retryErrors: true })).toHaveLength(0)
})

test('the calls of the step in which an episode failed are made again', async () => {
  const folder = emptyRun()
  const breaking = (): Environment => {
    const world = countdown(3)
    let steps = 0
    return {
      ...world,
      step: async (action) => {
        steps += 1
        if (steps === 2) throw new Error('the world broke')
        return world.step(action)
      },
    }
  }
  await run(folder, breaking)
  expect(readTrace(fileIn(folder))).toMatchObject({ end: { status: 'failed' }, calls: { length: 2 } })
  expect(await run(folder, undefined, { retryErrors: true })).toHaveLength(2)
  expect(readTrace(fileIn(folder))?.end?.status).toBe('terminated')
})

test('a stop lets the step under way end, and the same run continues from there', async () => {
  const folder = emptyRun()
  const stop = new AbortController()
  const stopping = (): string => {
    stop.abort()
    return 'good'
  }
  const first: string[] = []
  const running = run(folder, undefined, { stop: stop.signal }, (prompt) => {
    first.push(prompt)
    return stopping()
  })
  await expect(running).rejects.toThrow(Stopped)
  expect(first).toHaveLength(1)
  expect(readTrace(fileIn(folder))).toMatchObject({ steps: { length: 1 } })
  expect(await run(folder)).toHaveLength(2)
})
