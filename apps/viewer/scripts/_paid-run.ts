import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRunFolder, openTraceFile, type TraceLine, tracePath } from '@skill-state/eval'
import type { EnvironmentCall } from '@skill-state/protocol'

const MODEL = 'somebody:a-model'
const EPISODE = { benchmark: 'warehouse@1', task: 't0010-s42', runtime: 'prompt', model: MODEL }
const USAGE = { inputTokens: 4000, cachedInputTokens: 3000, cacheWriteTokens: 500, outputTokens: 205 }

/** What the page says of the episode. */
export const SAID: readonly string[] = [
  '3,000 read from the cache, 500 written to it',
  '$0.0045',
  'a response on record (cache): nothing was sent',
  'No response: model-failed: 429 from the provider (it may be charged all the same)',
  'finished by length',
  'prompt_tokens',
  'Hurry.',
  'Call of the environment: somebody:a-user, 400 tokens in, 12 out, $0.012',
  'Call of the environment 1 of 2: somebody:a-user, 410 tokens in, 20 out, $0.014',
  'Call of the environment 2 of 2: somebody:a-user, 420 tokens in, 8 out, $0.011 if it were sent, a response on record (cache)',
  'Call of the environment: somebody:a-user, at most 500 tokens in, at most 4,096 out, at most $0.17, what was charged is not known',
  '../earlier/episodes/t.jsonl',
]

/** Writes a run of a model with prices: a request that failed, a call from a cache, an episode that failed. */
export function writePaidRun(source: string, out: string): void {
  const conditions = JSON.parse(readFileSync(join(source, 'run.json'), 'utf8'))
  const prices = { date: '2026-11-21', input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 8 }
  const model = {
    ...conditions.model,
    id: MODEL,
    notice: 'A model that is paid for.',
    capabilities: { prices },
  }
  const folder = openRunFolder(out, { ...conditions, model, episodes: 2 })
  const trace = openTraceFile(tracePath(folder, EPISODE))
  for (const line of LINES) trace.record(line)
  trace.close()
}

const CALL = {
  kind: 'call',
  promptHash: '',
  promptChars: 9000,
  reply: 'I wait.\nAction: Wait',
  finishReason: 'stop',
  model: 'a-model-2026-11-01',
  usage: USAGE,
  durationMs: 2100,
} as const

const LINES: readonly TraceLine[] = [
  {
    kind: 'episode',
    format: 1,
    ...EPISODE,
    seed: 42,
    horizon: 10,
    problem: 't0010',
    instructions: 'Hurry.',
    copiedFrom: '../earlier/episodes/t.jsonl',
  },
  { kind: 'reset', observation: { text: 'Nothing happened.', done: false, calls: [asked(400, 12, 0.012)] } },
  { ...CALL, step: 0, rawUsage: { prompt_tokens: 4000, completion_tokens: 205 } },
  step(0, [asked(410, 20, 0.014), { ...asked(420, 8, 0.011), replayed: 'cache' }]),
  { kind: 'attempt', step: 1, code: 'model-failed', message: '429 from the provider', mayBeCharged: true },
  { ...CALL, step: 1, replayed: 'cache', finishReason: 'length' },
  step(1, []),
  { kind: 'attempt', step: 2, code: 'model-failed', message: 'the connection was lost', mayBeCharged: true },
  {
    kind: 'end',
    status: 'failed',
    error: { code: 'model-failed', message: 'the connection was lost' },
    calls: [{ ...asked(500, 4096, 0.174), atMost: true }],
  },
]

function step(index: number, calls: readonly EnvironmentCall[]): TraceLine {
  const result = { text: 'Nothing happened.', done: false, calls }
  return { kind: 'step', index, rejections: [], fallback: false, action: 'Wait', result, durationMs: 1 }
}

/** A call to the model that plays the user. */
function asked(inputTokens: number, outputTokens: number, cost: number): EnvironmentCall {
  return { model: 'somebody:a-user', usage: { inputTokens, outputTokens }, cost }
}
