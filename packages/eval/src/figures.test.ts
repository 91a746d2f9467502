import { expect, test } from 'vitest'
import { mistakeColumn, refused, retries } from './columns.ts'
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

const held = { stateHash: 'f00' }

test('an update is attempted where a step has a patch or notes, and applied where it has a patch', () => {
  const refusal = [{ path: '/a', message: 'update refused: must be a string' }]
  const { updates, metrics } = compute({
    calls: [],
    steps: [
      step(0, held),
      step(1, { ...held, patch: {} }),
      step(2, { ...held, notes: refusal }),
      step(3, { ...held, patch: {}, notes: refusal }),
      step(4, { notes: refusal }),
    ],
  })
  expect(updates).toEqual({ steps: 4, attempted: 3, applied: 2 })
  expect(metrics).toEqual({ recoverySteps: 2 })
})

test('a reply that is refused for its patch is an update that was not applied', () => {
  const rejections = (['schema', 'overwrite', 'rule', 'syntax', 'action'] as const).map((mistake) => {
    return { mistake, issues: [] }
  })
  const { updates } = compute({
    calls: [],
    steps: [step(0, { ...held, rejections, patch: {} }), step(1, { ...held, rejections, fallback: true })],
  })
  expect(updates).toEqual({ steps: 2, attempted: 7, applied: 1 })
})

test('the last refusal before a no-op is no retry', () => {
  const rejections = [0, 1].map(() => ({ mistake: 'schema' as const, issues: [] }))
  const figures = compute({
    calls: [],
    steps: [step(0, { rejections }), step(1, { rejections, fallback: true })],
  })
  expect([refused, retries].map(({ of }) => of(figures))).toEqual([4, 3])
})

test('mistakes in states are unknown where no step was judged, and those in replies are not', () => {
  const [taken, schema] = [mistakeColumn('taken wrong', ''), mistakeColumn('schema', '')]
  const of = (mistake?: StepLine['mistake']): unknown[] => {
    const figures = compute({ calls: [], steps: [step(0, mistake && { mistake })] })
    return [taken.of(figures), schema.of(figures)]
  }
  expect([of(), of('none'), of('wrong')]).toEqual([
    [undefined, 0],
    [0, 0],
    [1, 0],
  ])
})
