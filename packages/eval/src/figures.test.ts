import { expect, test } from 'vitest'
import { computeFigures, type EpisodeFigures } from './figures.ts'
import type { CallLine, StepLine } from './trace.ts'
import type { Trace } from './trace-file.ts'

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

function compute(trace: Pick<Trace, 'calls' | 'steps'>): EpisodeFigures {
  const found = computeFigures({
    file: '',
    episode: { kind: 'episode', format: 1, benchmark: 'b', task: 't', seed: 1, runtime: 'r', model: 'm' },
    end: { kind: 'end', status: 'terminated', outcome: { reward: 1, metrics: { recoverySteps: 2 } } },
    ...trace,
  })
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

test('an update is attempted where a step has a patch or notes, and applied where it has a patch', () => {
  const refused = [{ path: '/a', message: 'update refused: must be a string' }]
  const { updates, metrics } = compute({
    calls: [],
    steps: [
      step(0),
      step(1, { patch: {} }),
      step(2, { notes: refused }),
      step(3, { patch: {}, notes: refused }),
    ],
  })
  expect(updates).toEqual({ attempted: 3, applied: 2 })
  expect(metrics).toEqual({ recoverySteps: 2 })
})
