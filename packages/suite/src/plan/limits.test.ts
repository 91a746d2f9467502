import { mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  fileTraces,
  openRunFolder,
  type RunFolder,
  type Trace,
  tracePath,
  writeTrace,
} from '@skill-state/eval'
import type { EnvironmentCall, Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { spentIn } from './limits.ts'

const agent: Pick<Model, 'id' | 'capabilities'> = {
  id: 'vllm:agent',
  capabilities: { prices: { date: '2026-01-02', input: 1e6, output: 1e6 } },
}
/** Of each, so many tokens and dollars. */
const user = (size: number, told: Partial<EnvironmentCall> = {}): EnvironmentCall => ({
  model: 'ollama:actor',
  usage: { inputTokens: size - 1, outputTokens: 1 },
  cost: size,
  ...told,
})
const call = (step: number, size: number): Trace['calls'][number] => ({
  kind: 'call',
  step,
  promptHash: '',
  promptChars: 0,
  reply: '',
  finishReason: 'stop',
  model: 'agent',
  usage: { inputTokens: size - 1, outputTokens: 1 },
  durationMs: 0,
})
const step = (index: number, calls: readonly EnvironmentCall[]): Trace['steps'][number] => ({
  kind: 'step',
  index,
  rejections: [],
  fallback: false,
  action: 'a',
  result: { text: '', done: false, calls },
  durationMs: 0,
})

type Parts = Partial<Omit<Trace, 'file' | 'episode'>> & { readonly copiedFrom?: string }

function write(folder: RunFolder, task: string, { copiedFrom, ...parts }: Parts, ending = ''): void {
  const names = { benchmark: 'b@1', task, seed: 1, runtime: 'r', model: 'm' }
  const episode = { kind: 'episode', format: 1, ...names, copiedFrom } as const
  const file = tracePath(folder, episode)
  writeTrace(file, { episode, calls: [], attempts: [], steps: [], ...parts })
  renameSync(file, file + ending)
}

async function spent(
  ...traces: readonly (readonly [task: string, parts: Parts, ending?: string])[]
): Promise<number> {
  const folder = openRunFolder(mkdtempSync(join(tmpdir(), 'skill-state-')), {})
  for (const [task, parts, ending] of traces) write(folder, task, parts, ending)
  const { tokens, costUsd } = await spentIn(fileTraces(folder), agent)
  expect(costUsd).toBeCloseTo(tokens, 9)
  return tokens
}

const reset = { kind: 'reset', observation: { text: '', done: false, calls: [user(100)] } } as const
const failed = { kind: 'end', status: 'failed', error: { code: 'simulator-failed', message: '' } } as const

test('an episode that was cut off has cost what its agent and its user were asked', async () => {
  const cut = { reset, calls: [call(0, 10)], steps: [step(0, [user(20), user(30, { atMost: true })])] }
  expect(await spent(['a', cut])).toBe(100 + 10 + 20 + 30)
  expect(await spent(['a', { ...cut, steps: [step(0, []), step(1, [user(40)])] }], ['b', cut])).toBe(
    150 + 160,
  )
})

test('a request that gave no response counts as the most that it can have used, once, where it may be charged', async () => {
  const attempt = (mayBeCharged: boolean): Trace['attempts'][number] => ({
    ...{ kind: 'attempt', step: 0, code: 'model-failed', message: 'reset', mayBeCharged },
    atMost: { inputTokens: 60, outputTokens: 40 },
  })
  const lost = { attempts: [attempt(true), attempt(false)], calls: [call(0, 10)] }
  expect(await spent(['a', lost])).toBe(100 + 10)
  expect(await spent(['a', { ...lost, end: failed }, '.aside-1'], ['a', { ...lost, calls: [] }])).toBe(110)
})

test('what nothing was sent for, or another run has paid, has cost nothing', async () => {
  const replayed = { reset, steps: [step(0, [user(20, { replayed: 'cache' })])] }
  expect(await spent(['a', replayed])).toBe(100)
  expect(await spent(['a', { ...replayed, copiedFrom: '../other/episodes/a.jsonl' }])).toBe(0)
})

test('of an episode that failed and was tried again, the step that failed counts, and the others once', async () => {
  const kept = { reset, calls: [call(0, 10)], steps: [step(0, [user(20)])] }
  const first = { ...kept, calls: [call(0, 10), call(1, 7)], end: { ...failed, calls: [user(5)] } }
  expect(await spent(['a', first])).toBe(130 + 7 + 5)
  const again = { ...kept, steps: [...kept.steps, step(1, [user(1000)])] }
  expect(await spent(['a', first, '.aside-1'], ['a', again])).toBe(130 + 1000 + 7 + 5)
  expect(await spent(['a', kept, '.aside-1'], ['a', again])).toBe(1130 + 130)
})
