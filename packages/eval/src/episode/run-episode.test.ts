import { setTimeout as sleep } from 'node:timers/promises'
import { type Environment, SkillStateError } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { always, countdown, type EpisodeParts, episode, obey } from '../../test/countdown.ts'
import type { TraceLine } from '../trace/trace.ts'
import { traceLine } from '../trace/trace.ts'
import { type EpisodeOptions, runEpisode } from './run-episode.ts'

async function run(parts: EpisodeParts, options: EpisodeOptions = {}) {
  const lines: TraceLine[] = []
  const end = await runEpisode(episode(parts), {
    clock: () => 0,
    ...options,
    record: (line) => lines.push(line),
  })
  return { end, lines, kinds: lines.map((line) => line.kind).join(' ') }
}

const boom = async (): Promise<never> => {
  throw new TypeError('boom\nsecond line')
}
const withFault = (faults: Partial<Environment>) => (horizon: number) => countdown(horizon, faults)

test('a terminated episode is recorded line by line, in order, in the documented format', async () => {
  const { end, lines, kinds } = await run({})
  expect(end).toEqual({ status: 'terminated', outcome: { reward: 1, metrics: { right: 3 } } })
  expect(kinds).toBe('episode reset call step call step call step end')
  for (const line of lines)
    expect(traceLine.parse(JSON.parse(JSON.stringify(line)))).toEqual(JSON.parse(JSON.stringify(line)))
})

test('the same episode twice gives the same lines', async () => {
  expect((await run({})).lines).toEqual((await run({})).lines)
})

describe('a limit truncates the episode, which is scored all the same', () => {
  test('steps', async () => {
    const { end } = await run({}, { limits: { steps: 2 } })
    expect(end).toEqual({
      status: 'truncated',
      limit: 'steps',
      outcome: { reward: 2 / 3, metrics: { right: 2 } },
    })
  })
  test('a limit of exactly the steps needed does not truncate', async () => {
    expect((await run({}, { limits: { steps: 3 } })).end.status).toBe('terminated')
  })
  test('tokens: no call starts that could pass the limit', async () => {
    const model = { ...always('good'), capabilities: { maxOutputTokens: 10 } }
    const { end, lines } = await run({ model }, { limits: { tokens: 2_050 } })
    expect(end).toMatchObject({ status: 'truncated', limit: 'tokens' })
    expect(lines.filter((line) => line.kind === 'call')).toHaveLength(1)
  })
  test('tokens of a model whose longest reply is not known: nothing is sent', async () => {
    await expect(run({}, { limits: { tokens: 2_100 } })).rejects.toThrow(
      /the longest reply of model .* is not known/,
    )
  })
  test('wall time, in the middle of a call', async () => {
    const model = always('good')
    const hanging = {
      ...model,
      generate: (request: Parameters<typeof model.generate>[0]) =>
        sleep(60_000, undefined, { signal: request.signal }),
    }
    const { end } = await run({ model: hanging as unknown as typeof model }, { limits: { wallTimeMs: 20 } })
    expect(end).toMatchObject({ status: 'truncated', limit: 'wallTimeMs', outcome: { reward: 0 } })
  })
})

describe('what throws ends the episode as failed, with the reason in the trace', () => {
  const cases: [string, EpisodeParts, string, RegExp][] = [
    [
      'open',
      {
        environment: () => {
          throw new Error('no such world')
        },
      },
      'unexpected',
      /no such world/,
    ],
    [
      'reset',
      { environment: withFault({ reset: boom }) },
      'environment-failed',
      /^the environment failed: boom$/,
    ],
    ['step', { environment: withFault({ step: boom }) }, 'environment-failed', /boom/],
    ['outcome', { environment: withFault({ outcome: boom }) }, 'environment-failed', /boom/],
    ['close', { environment: withFault({ close: boom }) }, 'unexpected', /boom/],
    ['model', { model: always(boom) }, 'model-failed', /^model always failed: boom$/],
    ...(
      [
        [{ reward: Number.NaN }, /the reward is NaN, not a number from 0 to 1/],
        [{ reward: Number.POSITIVE_INFINITY }, /the reward is Infinity/],
        [{ reward: null }, /the reward is null/],
        [{ reward: 2 }, /the reward is 2, not a number from 0 to 1/],
        [{ reward: -1 }, /the reward is -1/],
        [{ reward: 1, metrics: { speed: Number.NaN } }, /the metric speed is NaN, not a finite number/],
        [{ reward: 1, metrics: { speed: null } }, /the metric speed is null/],
        [undefined, /the outcome is undefined, not an object/],
      ] as const
    ).map(([outcome, message]): (typeof cases)[number] => [
      `the outcome ${JSON.stringify(outcome)}`,
      { environment: withFault({ outcome: async () => outcome as never }) },
      'environment-failed',
      message,
    ]),
    [
      'an observation without text',
      { environment: withFault({ step: async () => ({ done: true }) as never }) },
      'environment-failed',
      /what no trace can hold: step\.result\.text/,
    ],
    [
      'a cost that is not a number',
      {
        environment: withFault({
          reset: async () => ({
            text: '',
            done: false,
            calls: [{ model: 'u', usage: {}, cost: Number.NaN }],
          }),
        }),
      },
      'environment-failed',
      /no trace can hold: reset\.observation\.calls\.0\.cost/,
    ],
    ['an empty reply', { model: always('') }, 'invalid-reply', /empty/],
    ['a reply of 10 MB', { model: always('x'.repeat(10_000_000)) }, 'reply-too-large', /10000000 characters/],
    ['a runtime that stops early', { runtime: async function* () {} }, 'runtime-stopped', /obey stopped/],
  ]
  test.each(cases)('%s', async (_name, parts, code, message) => {
    const { end, lines } = await run(parts)
    expect(end).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(message) } })
    expect(lines.at(-1)).toEqual({ kind: 'end', ...end })
    expect(JSON.stringify(lines).length).toBeLessThan(10_000)
  })
})

test('replies that cannot be used end the episode as failed, scored as far as it got', async () => {
  const replies = ['good', '']
  const { end } = await run({ model: always(() => replies.shift() ?? '') })
  expect(end).toEqual({
    status: 'failed',
    error: { code: 'invalid-reply', message: 'the reply is empty' },
    outcome: { reward: 1 / 3, metrics: { right: 1 } },
  })
})

test('an outage, or an environment that complains of a reply, is no score', async () => {
  for (const code of ['invalid-reply', 'model-failed'] as const) {
    const complain = async () => {
      throw new SkillStateError(code, 'the simulated user said nothing')
    }
    for (const parts of [{ environment: withFault({ step: complain }) }, { model: always(boom) }]) {
      const { end } = await run(parts)
      expect(end.status).toBe('failed')
      expect(end.outcome).toBeUndefined()
    }
  }
})

test('a call that is paid for is recorded, even if its reply is of no use', async () => {
  const { lines } = await run({ model: always('') })
  expect(lines.filter((line) => line.kind === 'call')).toHaveLength(1)
})

test('invalid token counts are unknown', async () => {
  const usage = { inputTokens: Number.NaN, cachedInputTokens: -1, outputTokens: 2.5, reasoningTokens: 3 }
  const model = { ...always('good'), generate: async () => ({ ...reply, usage }) }
  const reply = { text: 'good', finishReason: 'stop', model: 'm' } as const
  const { end, lines } = await run({ horizon: 1, model })
  expect(end).toMatchObject({ status: 'terminated', outcome: { reward: 1 } })
  expect(lines.find((line) => line.kind === 'call')).toMatchObject({ usage: { reasoningTokens: 3 } })
  expect(JSON.stringify(lines)).not.toContain('null')
})

test('prompt size is counted in code points and unknown tokens are estimated and marked', async () => {
  const model = {
    ...always('good'),
    generate: async () => ({ text: 'good', finishReason: 'stop', usage: {}, model: 'm' }) as const,
  }
  const tokenizer = { id: 'letters', count: (text: string) => text.length }
  const { lines } = await run(
    { horizon: 1, model, environment: withFault({ reset: async () => ({ text: '🙂', done: false }) }) },
    { tokenizer },
  )
  const call = lines.find((line) => line.kind === 'call')
  const prompt = 'Be good.\n{}\n🙂'
  expect(call).toMatchObject({
    promptChars: prompt.length - 1,
    usage: { inputTokens: prompt.length, outputTokens: 4 },
    estimated: 'letters',
  })
})

test('an abort rejects and leaves the trace open; the environment is closed', async () => {
  const abort = new AbortController()
  let closed = 0
  const lines: TraceLine[] = []
  const stopping = async function* (input: Parameters<typeof obey>[0]) {
    for await (const step of obey(input)) {
      yield step
      abort.abort(new Error('enough'))
      input.signal?.throwIfAborted()
    }
  }
  const environment = withFault({
    close: async () => {
      closed += 1
    },
  })
  const running = runEpisode(episode({ runtime: stopping, environment }), {
    record: (line) => lines.push(line),
    signal: abort.signal,
  })
  await expect(running).rejects.toThrow('enough')
  expect(lines.map((line) => line.kind)).toEqual(['episode', 'reset', 'call', 'step'])
  expect(closed).toBe(1)
})

test('an episode that is stopped lets go once its last lines are safe', async () => {
  const stop = new AbortController()
  const lines: string[] = []
  let safe = 0
  const running = runEpisode(episode(), {
    record: ({ kind }) => {
      lines.push(kind)
      if (kind === 'step') stop.abort()
    },
    flush: async () => {
      await new Promise(setImmediate)
      safe = lines.length
    },
    stop: stop.signal,
  })
  await expect(running).rejects.toThrow('stopped')
  expect(lines.slice(0, safe)).toEqual(['episode', 'reset', 'call', 'step'])
})

test('errors of the project keep their code', async () => {
  const model = always(() => {
    throw new SkillStateError('script-exhausted', 'no reply is left')
  })
  expect((await run({ model })).end).toEqual({
    status: 'failed',
    error: { code: 'script-exhausted', message: 'no reply is left' },
  })
})
