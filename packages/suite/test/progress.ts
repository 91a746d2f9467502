import type { Episode, SuiteEvent } from '@skill-state/eval'
import { warehouse } from '@skill-state/skillexecbench'
import type { ProgressRun } from '../src/progress/progress.ts'

/** Four episodes of two runtimes, in one run. */
export const run: ProgressRun = {
  folder: 'run',
  experiment: 'scaling',
  model: 'm',
  episodes: ['prompt', 'prompt', 'skill-state', 'skill-state'].map(episode),
  prices: { date: '2026-01-02', input: 1, output: 10 },
}

function episode(runtime: string): Episode {
  return {
    id: `id-${runtime}`,
    benchmark: warehouse,
    task: { id: 't0010-s42', seed: 42, horizon: 10, parameters: {} },
    runtime: { id: runtime, run: () => (async function* () {})() },
    model: { id: 'm', generate: () => Promise.reject(new Error('never asked')) },
  }
}

export const started = (runtime: string): SuiteEvent => ({
  kind: 'episode-started',
  episode: episode(runtime),
})

export const called = (runtime: string): SuiteEvent => ({
  kind: 'call-ended',
  episode: episode(runtime),
  call: {
    kind: 'call',
    step: 0,
    promptHash: '',
    promptChars: 1,
    reply: '',
    finishReason: 'stop',
    model: 'm',
    usage: { inputTokens: 1_000, outputTokens: 200 },
    durationMs: 1,
  },
})

export const ended = (
  runtime: string,
  how: 'played' | 'recorded' | 'copied' = 'played',
  end: Extract<SuiteEvent, { kind: 'episode-ended' }>['end'] = {
    status: 'terminated',
    outcome: { reward: 1 },
  },
): SuiteEvent => ({ kind: 'episode-ended', episode: episode(runtime), end, how })
