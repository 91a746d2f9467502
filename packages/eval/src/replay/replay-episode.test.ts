import { describe, expect, test } from 'vitest'
import { always, countdown, episode, obey } from '../../test/countdown.ts'
import { runEpisode } from '../episode/run-episode.ts'
import type { CallLine, StepLine, TraceLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import { replayEpisode } from './replay-episode.ts'

async function record(model = always('good')): Promise<Trace> {
  const lines: TraceLine[] = []
  await runEpisode(episode({ model }), { record: (line) => lines.push(JSON.parse(JSON.stringify(line))) })
  const of = <K extends TraceLine['kind']>(kind: K) =>
    lines.filter((line): line is Extract<TraceLine, { kind: K }> => line.kind === kind)
  const [[first], [reset], [end]] = [of('episode'), of('reset'), of('end')]
  if (first === undefined || reset === undefined || end === undefined) throw new Error('incomplete')
  return {
    file: 'x.jsonl',
    episode: first,
    reset,
    calls: of('call'),
    attempts: of('attempt'),
    steps: of('step'),
    end,
  }
}

const replay = (trace: Trace) =>
  replayEpisode(trace, { skill: episode().benchmark.skill, runtime: obey, environment: countdown(3) })

test('an untouched record agrees with itself', async () => {
  expect(await replay(await record())).toEqual([])
})

describe('one changed value is found, with its place', () => {
  const change = <T>(list: readonly T[], at: number, value: Partial<T>): T[] =>
    list.map((item, index) => (index === at ? { ...item, ...value } : item))
  const call = (value: Partial<CallLine>) => (trace: Trace) => ({
    ...trace,
    calls: change(trace.calls, 1, value),
  })
  const step = (value: Partial<StepLine>) => (trace: Trace) => ({
    ...trace,
    steps: change(trace.steps, 1, value),
  })

  test.each<[string, (trace: Trace) => Trace, RegExp]>([
    ['reply', call({ reply: 'bad' }), /step 1: (patch|action|stateHash)/],
    ['prompt hash', call({ promptHash: 'f00' }), /step 1: promptHash/],
    ['prompt size', call({ promptChars: 7 }), /step 1: promptChars/],
    ['patch', step({ patch: { last: 'evil' } }), /step 1: patch/],
    ['action', step({ action: 'evil' }), /step 1: action/],
    ['state', step({ stateHash: 'f00' }), /step 1: stateHash/],
    ['fallback', step({ fallback: true }), /step 1: fallback/],
    [
      'rejections',
      step({ rejections: [{ mistake: 'syntax', issues: [{ path: '', message: 'no' }] }] }),
      /step 1: rejections/,
    ],
    ['observation', step({ result: { text: 'lies', done: false } }), /step 2: promptHash/],
    ['end', step({ result: { text: 'step 2', done: true } }), /the runtime stops before the record/],
    [
      'a dropped step',
      (trace) => ({ ...trace, steps: trace.steps.slice(0, 2) }),
      /before the environment was done/,
    ],
    [
      'an added call',
      (trace) => ({ ...trace, calls: [...trace.calls, ...trace.calls.slice(0, 1)] }),
      /1 recorded calls/,
    ],
  ])('%s', async (_name, corrupt, message) => {
    const differences = await replay(corrupt(await record()))
    expect(differences.map(({ where, what }) => `${where}: ${what}`).join('\n')).toMatch(message)
  })
})

describe('in a world, what the environment says is checked too', () => {
  const inWorld = (trace: Trace) =>
    replayEpisode(trace, {
      skill: episode().benchmark.skill,
      runtime: obey,
      environment: countdown(3),
      world: countdown(3),
    })
  const whats = async (trace: Trace) => (await inWorld(trace)).map(({ what }) => what).join('\n')

  test('an untouched record agrees', async () => {
    expect(await inWorld(await record())).toEqual([])
  })

  test('a reward, the last observation and a judgement of a state are found', async () => {
    const trace = await record()
    const last = { ...(trace.steps.at(-1) as StepLine) }
    const end = { kind: 'end', status: 'terminated', outcome: { reward: 0.25 } } as const
    expect(await whats({ ...trace, end })).toMatch(/the outcome differs/)
    const result = { ...last.result, text: 'lies' }
    const steps = trace.steps.slice(0, -1)
    expect(await whats({ ...trace, steps: [...steps, { ...last, result }] })).toMatch(/answers otherwise/)
    const mistake = last.mistake === 'wrong' ? 'none' : 'wrong'
    expect(await whats({ ...trace, steps: [...steps, { ...last, mistake }] })).toMatch(/mistake differs/)
  })
})

test('a failed episode is replayed as far as it went', async () => {
  let left = 2
  const trace = await record(always(() => (left-- > 0 ? 'good' : '')))
  expect(trace.end).toMatchObject({ status: 'failed', error: { code: 'invalid-reply' } })
  expect(trace.steps).toHaveLength(2)
  expect(await replay(trace)).toEqual([])
  expect(await replay({ ...trace, steps: [] })).toHaveLength(1)
  expect(await replay({ ...trace, calls: [] })).toHaveLength(1)
})
