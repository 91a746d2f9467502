import { readFileSync } from 'node:fs'
import { type Environment, type EnvironmentCall, SkillStateError } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { always, countdown, episode } from '../../test/countdown.ts'
import { emptyFolder } from '../../test/folder.ts'
import { runSuite } from '../run-suite.ts'
import { openRunFolder, type RunFolder, readTraces, tracePath } from '../trace/run-folder.ts'
import type { Trace } from '../trace/trace-file.ts'
import { environmentCalls, environmentFigures } from './environment-calls.ts'
import { computeFigures } from './figures.ts'

const call = (inputTokens: number): EnvironmentCall => ({
  model: 'actor',
  usage: { inputTokens, outputTokens: 1 },
  cost: inputTokens / 100,
})

/** A countdown whose observation after step n takes n calls, and which fails after the calls of one step. */
function talking(failingAt?: number): Environment {
  const world = countdown(3)
  let step = 0
  return {
    ...world,
    async reset(options) {
      step = 0
      return { ...(await world.reset(options)), calls: [call(5)] }
    },
    async step(action) {
      step += 1
      const calls = Array.from({ length: step - 1 }, (_, index) => call(10 * step + index))
      if (step === failingAt) throw new SkillStateError('simulator-failed', 'no line', { calls })
      return { ...(await world.step(action)), calls }
    },
    async restore({ seed, steps }) {
      await this.reset({ seed })
      for (const { action } of steps) await this.step(action)
    },
  }
}

async function run(environment: () => Environment, folder = emptyRun(), retryErrors = false): Promise<Trace> {
  await runSuite(folder, [episode({ environment, model: always('good') })], { concurrency: 1, retryErrors })
  const [trace] = readTraces(folder)
  if (trace === undefined) throw new Error('there must be a trace')
  return trace
}

const emptyRun = (): RunFolder => openRunFolder(emptyFolder(), {})

test('what an environment asked for its observations is on record and summed apart from the agent', async () => {
  const trace = await run(() => talking())
  expect(environmentCalls(trace)).toEqual([call(5), call(20), call(30), call(31)])
  const { environment, ...agent } = computeFigures(trace) ?? {}
  expect(environment).toEqual({
    calls: 4,
    inputTokens: 86,
    outputTokens: 4,
    cost: expect.closeTo(0.86, 12),
  })
  const { environment: none, ...silent } = computeFigures(await run(() => countdown(3))) ?? {}
  expect(none).toBeUndefined()
  expect(agent).toEqual(silent)
})

test('what was asked before a failure is on record with it, and a retry has it no more', async () => {
  const folder = emptyRun()
  const failed = await run(() => talking(3), folder)
  expect(failed.end).toMatchObject({ status: 'failed', calls: [call(30), call(31)] })
  expect(environmentCalls(failed)).toHaveLength(4)
  const whole = await run(() => talking(), folder, true)
  expect(environmentFigures(whole)).toEqual(environmentFigures(await run(() => talking())))
  expect(readFileSync(`${tracePath(folder, whole.episode)}.aside-1`, 'utf8')).toContain('"calls"')
})

test('a sum with an uncounted call is unknown', async () => {
  const trace = await run(() => ({
    ...talking(),
    reset: async () => ({ text: '', done: false, calls: [{ ...call(5), atMost: true }] }),
  }))
  expect(environmentFigures(trace)).toEqual({ calls: 4 })
})

test('the figures of an episode are not known if one observation does not say', async () => {
  const trace = await run(() => ({ ...talking(), reset: async () => ({ text: '', done: false }) }))
  expect(environmentFigures(trace)).toBeUndefined()
  expect(environmentCalls(trace)).toHaveLength(3)
})
