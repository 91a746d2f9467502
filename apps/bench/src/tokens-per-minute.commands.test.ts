import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rateLimiter, useLimiters } from '@skill-state/models'
import type { Model } from '@skill-state/protocol'
import { Meter } from '@skill-state/protocol/meter'
import { planJobs } from '@skill-state/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, emptyFolder } from '../test/bench.ts'
import { type Provider, startProvider } from '../test/provider/provider.ts'
import { registry } from './registry.ts'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider[Symbol.asyncDispose]())

const small = 'run scaling --horizon 10 --seeds 1 --runtime skill-state --out run'
const asked = (): string => `--model vllm:player --base-url ${provider.url}`

test('a ceiling is no condition of a run: with one, without, or with another it continues', async () => {
  const cwd = emptyFolder()
  const conditions = (): unknown => JSON.parse(readFileSync(join(cwd, 'run', 'run.json'), 'utf8'))
  const limited = await bench(`${small} ${asked()} --tokens-per-minute 1000000`, { cwd })
  expect({ code: limited.code, stderr: limited.stderr }).toMatchObject({ code: 0 })
  const before = conditions()
  const requests = provider.requests()
  for (const more of ['', '--tokens-per-minute 5']) {
    expect((await bench(`${small} ${asked()} ${more}`, { cwd })).code).toBe(0)
  }
  expect(provider.requests()).toBe(requests)
  expect(conditions()).toEqual(before)
  expect(JSON.stringify(before)).not.toMatch(/tokensPerMinute|1000000/)
})

test.each([
  ['--model vllm:m --tokens-per-minute 0', /--tokens-per-minute: "0" is not a whole number/],
  ['--tokens-per-minute 9', /--tokens-per-minute: model reference takes no such option/],
  ['--model local:m.gguf --tokens-per-minute 9', /model local:m\.gguf takes no such option/],
])('%s is rejected in one line', async (args, message) => {
  const { code, stderr } = await bench(`${small} ${args}`, { cwd: emptyFolder() })
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 1 })
  expect(stderr).toMatch(message)
})

/** The ceilings that calls name, which are not sent, of limiters that are asked for from now on. */
function heardCeilings(): (number | undefined)[] {
  const heard: (number | undefined)[] = []
  useLimiters(() => ({
    ...rateLimiter(),
    acquire(place) {
      heard.push(place?.tokensPerMinute)
      return Promise.reject(new Error('not sent'))
    },
  }))
  return heard
}

const ask = (model: Model): Promise<unknown> =>
  expect(model.generate({ prompt: 'Where to?' })).rejects.toThrow('not sent')

test('models get the ceiling of the command', async () => {
  const heard = heardCeilings()
  const options = { model: 'vllm:player', baseUrl: 'http://a.test/v1', tokensPerMinute: 70_000, limit: 1 }
  const { jobs } = await planJobs(registry, 'scaling', options, { spending: new Meter() })
  for (const { plan: each } of jobs) await ask(each.model)
  expect(heard).toEqual([70_000])
})

test('a model of a suite has its own; the others have that of the command', async () => {
  const heard = heardCeilings()
  const file = join(emptyFolder(), 's.yaml')
  const model = 'model: "vllm:player", baseUrl: "http://b.test/v1"'
  const suite = [
    'name: s',
    'benchmarks: [warehouse]',
    'horizons: [10]',
    'runtimes: [skill-state]',
    'models:',
    `  - { ${model}, label: a, tokensPerMinute: 40000 }`,
    `  - { ${model}, label: b, maxOutputTokens: 100 }`,
  ]
  writeFileSync(file, suite.join('\n'))
  for (const options of [{}, { tokensPerMinute: 60_000 }]) {
    const { jobs } = await planJobs(registry, file, options, { spending: new Meter() })
    for (const { plan } of jobs) await ask(plan.model)
  }
  expect(heard).toEqual([40_000, undefined, 40_000, 60_000])
})

test('a model of a suite may name its most calls at once; a run that asks for more is told, and continues under another', async () => {
  const cwd = emptyFolder()
  const suite = (calls: number): string =>
    [
      'name: s',
      'benchmarks: [warehouse]',
      'horizons: [10]',
      'seeds: 2',
      'runtimes: [skill-state]',
      `models: [{ model: "vllm:player", baseUrl: "${provider.url}", concurrency: ${calls} }]`,
    ].join('\n')
  const play = (calls: number): ReturnType<typeof bench> => {
    writeFileSync(join(cwd, 's.yaml'), suite(calls))
    return bench('run s.yaml --concurrency 3 --out run', { cwd })
  }
  const { code, stderr } = await play(2)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stderr).toContain('bench: vllm:player takes 2 calls at once, fewer than --concurrency 3\n')
  const requests = provider.requests()
  const again = await play(3)
  expect(again.code).toBe(0)
  expect(again.stderr).not.toContain('calls at once')
  expect(provider.requests()).toBe(requests)
})
