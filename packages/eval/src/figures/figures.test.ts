import type { PriceSheet } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import type { CallLine, StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { computeFigures, type EpisodeFigures } from './figures.ts'

const call = (step: number, promptChars: number, usage: CallLine['usage']): CallLine => ({
  kind: 'call',
  step,
  promptHash: '',
  promptChars,
  reply: '',
  finishReason: 'stop',
  model: 'm',
  usage,
  durationMs: 0,
})

const step = (index: number, values: Partial<StepLine> = {}): StepLine => ({
  kind: 'step',
  index,
  rejections: [],
  fallback: false,
  action: 'Wait',
  result: { text: '', done: false },
  durationMs: 0,
  ...values,
})

function compute(
  trace: Pick<Trace, 'calls' | 'steps'> & Partial<Trace>,
  prices?: PriceSheet,
): EpisodeFigures {
  const found = computeFigures(
    {
      file: '',
      attempts: [],
      episode: { kind: 'episode', format: 1, benchmark: 'b', task: 't', seed: 1, runtime: 'r', model: 'm' },
      end: { kind: 'end', status: 'terminated', outcome: { reward: 1, metrics: { recoverySteps: 2 } } },
      ...trace,
    },
    { prices },
  )
  if (found === undefined) throw new Error('the episode has ended')
  return found
}

test('sizes and tokens of a step are over all of its calls, and unknown ones stay unknown', () => {
  const { stepPromptChars, stepTokens, totalTokens } = compute({
    calls: [
      call(0, 100, { inputTokens: 10, outputTokens: 1 }),
      call(0, 120, { inputTokens: 20, outputTokens: 1 }),
      call(2, 50, { inputTokens: 5 }),
    ],
    steps: [step(0), step(1), step(2)],
  })
  expect(stepPromptChars).toEqual([110, undefined, 50])
  expect(stepTokens).toEqual([32, 0, undefined])
  expect(totalTokens).toBeUndefined()
})

const held = { stateHash: 'f00' }

test('an update is attempted where a step has a patch or notes, and applied where it has a patch', () => {
  const rejection = [{ path: '/a', message: 'update refused: must be a string' }]
  const { updates, metrics } = compute({
    calls: [],
    steps: [
      step(0, held),
      step(1, { ...held, patch: {} }),
      step(2, { ...held, notes: rejection }),
      step(3, { ...held, patch: {}, notes: rejection }),
      step(4, { notes: rejection }),
    ],
  })
  expect(updates).toEqual({ steps: 4, attempted: 3, applied: 2 })
  expect(metrics).toEqual({ recoverySteps: 2 })
})

test('a reply that is rejected for its patch is an update that was not applied', () => {
  const rejections = (['schema', 'overwrite', 'rule', 'syntax', 'action'] as const).map((mistake) => {
    return { mistake, issues: [] }
  })
  const { updates } = compute({
    calls: [],
    steps: [step(0, { ...held, rejections, patch: {} }), step(1, { ...held, rejections, fallback: true })],
  })
  expect(updates).toEqual({ steps: 2, attempted: 7, applied: 1 })
})

test('the last rejection before a no-op is no retry', () => {
  const rejections = [0, 1].map(() => ({ mistake: 'schema' as const, issues: [] }))
  const figures = compute({
    calls: [],
    steps: [step(0, { rejections }), step(1, { rejections, fallback: true })],
  })
  expect(figures).toMatchObject({ rejections: 4, retries: 3 })
})

test('mistakes in states are counted with the steps that were judged', () => {
  const of = (mistake?: StepLine['mistake']): unknown[] => {
    const { judgedSteps, mistakes } = compute({ calls: [], steps: [step(0, mistake && { mistake })] })
    return [judgedSteps, mistakes]
  }
  expect([of(), of('none'), of('wrong')]).toEqual([
    [0, {}],
    [1, {}],
    [1, { 'taken wrong': 1 }],
  ])
})

const prices: PriceSheet = { date: '2026-01-01', input: 10, cacheRead: 1, cacheWrite: 20, output: 100 }

test('cost counts four classes of tokens, each at its price', () => {
  const { cost, usage, stepCosts } = compute(
    {
      calls: [
        call(0, 100, { inputTokens: 100, cachedInputTokens: 50, cacheWriteTokens: 10, outputTokens: 5 }),
        call(1, 100, { inputTokens: 10, cachedInputTokens: 0, outputTokens: 1 }),
      ],
      steps: [step(0), step(1)],
    },
    prices,
  )
  const first = (40 * 10 + 50 * 1 + 10 * 20 + 5 * 100) / 1e6
  expect(stepCosts).toEqual([first, expect.closeTo(200 / 1e6, 12)])
  expect(cost).toBeCloseTo(first + 200 / 1e6, 12)
  expect(usage).toEqual({ inputTokens: 110, cachedInputTokens: 50, outputTokens: 6 })
})

test('cost is unknown without a sheet, and if a call is', () => {
  const calls = [call(0, 100, { inputTokens: 100, outputTokens: 5 }), call(0, 100, { inputTokens: 1 })]
  expect(compute({ calls, steps: [step(0)] }, prices)?.cost).toBeUndefined()
  expect(compute({ calls: calls.slice(0, 1), steps: [step(0)] })?.cost).toBeUndefined()
})

test('requests that may have been charged without a response, and calls on record, are counted', () => {
  const attempt = { kind: 'attempt', step: 0, code: 'model-failed', message: 'cut' } as const
  const figures = compute({
    calls: [{ ...call(0, 1, {}), replayed: 'cache' }, call(0, 1, {})],
    attempts: [
      { ...attempt, mayBeCharged: true },
      { ...attempt, mayBeCharged: false },
    ],
    steps: [step(0)],
  })
  expect(figures).toMatchObject({ lostAttempts: 1, replayedCalls: 1 })
})
