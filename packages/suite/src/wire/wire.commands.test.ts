import { fileURLToPath } from 'node:url'
import type { Task } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { commandBenchmark } from './command-benchmark.ts'
import { askOnce } from './command-process.ts'
import { object } from './messages.ts'

const program = fileURLToPath(new URL('../../test/wire-program.mjs', import.meta.url))
const speaking = (mode: string): string => `"${process.execPath}" "${program}" ${mode}`
const task: Task = { id: 't1', seed: 1, parameters: {} }

test.each([
  ['dies', /wire-program\.mjs" dies: it ended with 1: Node\.js v\S+$/],
  ['hangs', /it gave no answer within 300 ms$/],
  ['garbage', /its answer is not JSON: "Hello \\u001b\[2J"$/],
  ['long', /its answer has more than 1000000 characters$/],
  ['deep', /its answer is nested deeper than 100 levels$/],
  ['shape', /its answer is not as the wire has it: text: Invalid input: expected string, received number$/],
  ['number', /its answer is not JSON/],
  ['twice', /it wrote more than an answer/],
])('an environment that %s fails on one line, and stays failed', async (mode, message) => {
  const environment = (await commandBenchmark(speaking(mode), '.')).open(task)
  await environment.reset({ seed: 1 })
  const failure = { code: 'environment-failed', message: expect.stringMatching(message) as string }
  await expect(environment.step('go')).rejects.toMatchObject(failure)
  await expect(environment.outcome()).rejects.toMatchObject(failure)
  await environment.close()
})

test('an aborted call rejects with the reason of its signal', async () => {
  const environment = (await commandBenchmark(speaking('waits'), '.')).open(task)
  await environment.reset({ seed: 1 })
  const controller = new AbortController()
  const step = environment.step('go', { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(step).rejects.toThrow('enough')
  await environment.close()
})

test('each task of a program is played with each seed', async () => {
  const benchmark = await commandBenchmark(speaking('named'), '.')
  const ids = [...benchmark.tasks({ seeds: [1, 2], horizons: [10] })].map(({ id }) => id)
  expect(ids).toEqual(['easy-s1', 'easy-s2', 'hard-s1', 'hard-s2'])
})

test('a program that is asked once fails on one line too', () => {
  const started = { line: speaking('dies'), maxAnswerMs: 60_000 }
  expect(() => askOnce(started, { step: {} }, object)).toThrow(/it ended with 1: Node\.js/)
  expect(askOnce({ line: speaking('sound') }, { describe: {} }, object)).toMatchObject({ id: 'sound@1' })
  expect(() => askOnce({ ...started, line: speaking('garbage') }, { step: {} }, object)).toThrow(
    /is not JSON/,
  )
})

test('a program gets the variables that its command names, and no other key of ours', async () => {
  process.env.SOME_API_KEY = 'secret'
  process.env.OTHER_API_KEY = 'secret'
  const line = `GIVEN=$OTHER_API_KEY ${speaking('environment')}`
  const environment = (await commandBenchmark(line, '.')).open(task)
  await environment.reset({ seed: 1 })
  const names = (await environment.step('go')).text.split(' ')
  expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'PYTHONPATH', 'GIVEN']))
  expect(names).not.toContain('SOME_API_KEY')
  expect(names).not.toContain('OTHER_API_KEY')
  await environment.close()
  delete process.env.OTHER_API_KEY
  const missing = async () => await commandBenchmark(line, '.')
  await expect(missing()).rejects.toThrow('a command: there is no environment variable OTHER_API_KEY')
})
