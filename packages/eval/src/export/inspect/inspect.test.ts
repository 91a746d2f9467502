import { readdirSync, readFileSync } from 'node:fs'
import { SkillStateError } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { always, countdown } from '../../../test/countdown.ts'
import { emptyFolder } from '../../../test/folder.ts'
import { playedCountdown, recordedRun, spelling } from '../../../test/recorded-run.ts'
import { recompute } from '../../replay/recompute.ts'
import { digest } from '../../trace/digest.ts'
import type { Trace } from '../../trace/trace-file.ts'
import { type InspectOptions, writeInspectLogs } from './write-inspect.ts'

async function write(
  traces: readonly Trace[],
  options: Partial<InspectOptions> = {},
  folder = emptyFolder(),
): Promise<z.infer<typeof inspectSchema>[]> {
  const files = await writeInspectLogs(folder, () => traces, {
    conditions: { experiment: 'countdown' },
    version: '1.2.3',
    startMs: Date.parse('2026-01-01T00:00:00Z'),
    runtimeOptions: (runtime) => ({ runtime }),
    ...options,
  })
  return files.map((file) => {
    const log = JSON.parse(readFileSync(file, 'utf8'))
    inspectSchema.parse(log)
    return log
  })
}

const promptsOf = async (trace: Trace): Promise<readonly string[]> =>
  (await recompute(trace, playedCountdown)).prompts

const broken = () =>
  countdown(3, {
    step: async () => {
      throw new Error('the world is broken')
    },
  })

describe('a log of Inspect', () => {
  test('is of its schema, and has its fields in the order in which Inspect reads them', async () => {
    const { traces } = await recordedRun([{}, { seed: 2, environment: broken }])
    const [log] = await write(traces, { promptsOf })
    const order = ['version', 'status', 'eval', 'plan', 'results', 'stats', 'samples']
    expect(Object.keys(log ?? {})).toEqual(order)
    expect(log?.eval).toMatchObject({ task: 'countdown', task_version: 1, model: 'gemini/flash' })
  })

  test('says of each episode what was observed, replied and scored', async () => {
    const { traces } = await recordedRun([{}])
    const [log] = await write(traces)
    const [sample] = log?.samples ?? []
    const contents = sample?.messages.map(({ role, content }) => `${role}: ${content}`)
    expect(contents).toEqual([
      'user: seed 1, step 0',
      'assistant: good',
      'user: step 1',
      'assistant: good',
      'user: step 2',
      'assistant: good',
      'user: step 3',
    ])
    expect(sample).toMatchObject({
      id: 't3-s1',
      epoch: 1,
      input: 'seed 1, step 0',
      scores: { reward: { value: 1 }, right: { value: 3 } },
      output: { model: 'flash-001', completion: 'good' },
      events: [],
    })
    expect(sample?.messages[2]?.metadata).toMatchObject({ action: 'good', patch: { last: 'good' } })
    expect(log?.results.scores[0]).toMatchObject({ name: 'reward', metrics: { mean: { value: 1 } } })
  })

  test('sums tokens by class, cached ones within the input', async () => {
    const { traces } = await recordedRun([{}])
    const [log] = await write(traces)
    const usage = {
      input_tokens: 30,
      output_tokens: 9,
      total_tokens: 39,
      input_tokens_cache_write: 3,
      input_tokens_cache_read: 12,
      reasoning_tokens: 6,
    }
    expect(log?.samples[0]?.model_usage).toEqual({ 'gemini/flash': usage })
    expect(log?.stats.model_usage).toEqual({ 'gemini/flash': usage })
  })

  test('has what the environment asked models of its own beside its observation, in no usage', async () => {
    const calls = [{ model: 'actor', usage: { inputTokens: 7, outputTokens: 1 }, cost: 0.5 }]
    const environment = () => countdown(3, { reset: async () => ({ text: 'Hi', done: false, calls }) })
    const { traces } = await recordedRun([{ environment }])
    const [log] = await write(traces)
    expect(log?.samples[0]?.messages[0]).toMatchObject({ content: 'Hi', metadata: { calls } })
    expect(Object.keys(log?.stats.model_usage ?? {})).toEqual(['gemini/flash'])
  })

  test('omits tokens that were not counted', async () => {
    const silent = { ...spelling('good'), generate: async () => ({ ...silentReply }) }
    const { traces } = await recordedRun([{ model: silent }], { tokenizer: { id: 'words', count: () => 1 } })
    const [log] = await write(traces)
    expect(traces[0]?.calls[0]?.estimated).toBe('words')
    expect(log?.stats.model_usage).toEqual({})
    expect(log?.samples[0]?.output.usage).toBeUndefined()
  })

  test('has the exact prompts if they are asked for', async () => {
    const { traces } = await recordedRun([{}])
    const [log] = await write(traces, { promptsOf })
    const events = log?.samples[0]?.events ?? []
    expect(events.map(({ input }) => digest(input[0]?.content ?? ''))).toEqual(
      traces[0]?.calls.map(({ promptHash }) => promptHash),
    )
  })

  test('counts a failed episode, says why, and gives it no score', async () => {
    const { traces } = await recordedRun([{ environment: broken }, { seed: 2 }])
    const [log] = await write(traces)
    expect(log?.results).toMatchObject({ total_samples: 2, completed_samples: 1 })
    const failed = log?.samples.find(({ error }) => error !== undefined)
    expect(failed?.error?.message).toMatch(/^environment-failed: .*the world is broken/)
    expect(failed?.scores).toBeUndefined()
  })

  test('says which limit ended an episode', async () => {
    const { traces } = await recordedRun([{}], { limits: { steps: 2 } })
    const [log] = await write(traces, { limits: { steps: 2 } })
    expect(log?.samples[0]?.limit).toEqual({ type: 'custom', limit: 2 })
    expect(log?.samples[0]?.scores?.right?.value).toBe(2)
  })

  test('is cancelled if an episode was interrupted, which is no sample', async () => {
    const { traces } = await recordedRun([{}, { seed: 2 }])
    const cut = traces.map((trace, index) => {
      const { end, ...rest } = trace
      return index === 0 || end === undefined ? rest : trace
    })
    const [log] = await write(cut)
    expect(log?.status).toBe('cancelled')
    expect(log?.samples).toHaveLength(1)
  })

  test('takes the trials of one problem for epochs of one sample', async () => {
    const { traces } = await recordedRun([{}, { seed: 2 }])
    const trials = traces.map((trace) => ({ ...trace, episode: { ...trace.episode, problem: 'p' } }))
    const [log] = await write(trials)
    expect(log?.samples.map(({ id, epoch }) => `${id} ${epoch}`)).toEqual(['p 1', 'p 2'])
    expect(log?.eval).toMatchObject({ config: { epochs: 2 }, dataset: { samples: 1, sample_ids: ['p'] } })
  })

  test('has a name by which Inspect finds it, with the task and its id between underscores', async () => {
    const { traces } = await recordedRun([{}, { model: { ...always('good'), id: 'odd_/provider:x y' } }])
    const folder = emptyFolder()
    const logs = await write(traces, {}, folder)
    const names = readdirSync(folder)
    expect(names).toHaveLength(2)
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}[:-]\d{2}[:-]\d{2}.*\.json$/)
      const parts = name.replace('.json', '').split('_')
      expect(parts).toHaveLength(4)
      expect(parts[1]).toBe('countdown')
      expect(logs.map((log) => log.eval.task_id)).toContain(parts[3])
    }
  })

  test('is one for each model', async () => {
    const { traces } = await recordedRun([{}, { model: always('good') }])
    expect((await write(traces)).map((log) => log.eval.model).sort()).toEqual(['always', 'gemini/flash'])
  })

  test('is not left behind by half if a prompt does not come out again', async () => {
    const { traces } = await recordedRun([{}])
    const folder = emptyFolder()
    const failing = async (): Promise<never> => {
      throw new SkillStateError('invalid-trace', 'changed')
    }
    await expect(write(traces, { promptsOf: failing }, folder)).rejects.toThrow('changed')
    expect(readdirSync(folder)).toEqual([])
  })
})

const silentReply = { text: 'good', finishReason: 'stop', usage: {}, model: 'flash-001' } as const

/**
 * The parts of Inspect AI's published JSON Schema of a log (`log-schema.json`, version 2) that a log of ours has, to
 * check against: every object is closed, as it is there. A field that may be null there may be absent here, as in the
 * files that Inspect writes itself.
 */
const object = z.record(z.string(), z.unknown())
const text = z.string()
const time = z.iso.datetime()

const usage = z.strictObject({
  input_tokens: z.int(),
  output_tokens: z.int(),
  total_tokens: z.int(),
  input_tokens_cache_write: z.int().optional(),
  input_tokens_cache_read: z.int().optional(),
  reasoning_tokens: z.int().optional(),
})
const message = z.discriminatedUnion('role', [
  z.strictObject({
    id: text.optional(),
    content: text,
    source: z.enum(['input', 'generate']).optional(),
    metadata: object.optional(),
    role: z.literal('user'),
    tool_call_id: z.array(text).optional(),
  }),
  z.strictObject({
    id: text.optional(),
    content: text,
    source: z.enum(['input', 'generate']).optional(),
    metadata: object.optional(),
    role: z.literal('assistant'),
    tool_calls: z.array(z.unknown()).optional(),
    model: text.optional(),
  }),
])
const output = z.strictObject({
  model: text,
  choices: z.array(
    z.strictObject({
      message: message.refine(({ role }) => role === 'assistant'),
      stop_reason: z.enum(['stop', 'max_tokens', 'model_length', 'tool_calls', 'content_filter', 'unknown']),
    }),
  ),
  completion: text,
  usage: usage.optional(),
  time: z.number().optional(),
  metadata: object.optional(),
  error: text.optional(),
})
const event = z.strictObject({
  uuid: text.optional(),
  span_id: text.optional(),
  timestamp: time,
  working_start: z.number(),
  metadata: object.optional(),
  pending: z.boolean().optional(),
  event: z.literal('model'),
  model: text,
  role: text.optional(),
  input: z.array(message),
  tools: z.array(z.never()),
  tool_choice: z.enum(['auto', 'any', 'none']),
  config: z.strictObject({}),
  output,
  retries: z.int().optional(),
  error: text.optional(),
  cache: z.enum(['read', 'write']).optional(),
  completed: time.optional(),
  working_time: z.number().optional(),
})
const sample = z.strictObject({
  id: z.union([z.int(), text]),
  epoch: z.int().min(1),
  input: text,
  target: z.union([text, z.array(text)]),
  messages: z.array(message),
  output,
  scores: z
    .record(
      text,
      z.strictObject({ value: z.union([text, z.number(), z.boolean()]), metadata: object.optional() }),
    )
    .optional(),
  metadata: object,
  store: object,
  events: z.array(event),
  model_usage: z.record(text, usage),
  total_time: z.number().optional(),
  working_time: z.number().optional(),
  uuid: text.optional(),
  error: z.strictObject({ message: text, traceback: text, traceback_ansi: text }).optional(),
  attachments: z.record(text, text),
  limit: z
    .strictObject({
      type: z.enum(['context', 'time', 'working', 'message', 'token', 'operator', 'custom']),
      limit: z.number(),
    })
    .optional(),
})
const metric = z.strictObject({ name: text, value: z.number(), params: object, metadata: object.optional() })

/** A log, from the first field to the last. */
const inspectSchema = z.strictObject({
  version: z.literal(2),
  status: z.enum(['started', 'success', 'cancelled', 'error']),
  eval: z.strictObject({
    eval_id: text,
    run_id: text,
    created: time,
    task: text,
    task_id: text,
    task_version: z.union([z.int(), text]),
    task_attribs: object,
    task_args: object,
    task_args_passed: object,
    solver: text.optional(),
    solver_args: object.optional(),
    dataset: z.strictObject({
      name: text.optional(),
      location: text.optional(),
      samples: z.int().optional(),
      sample_ids: z.array(text).optional(),
      shuffled: z.boolean().optional(),
    }),
    model: text,
    model_generate_config: z.strictObject({}),
    model_args: object,
    config: z.strictObject({ epochs: z.int().optional(), token_limit: z.int().optional() }),
    packages: z.record(text, text),
    metadata: object.optional(),
  }),
  plan: z.strictObject({
    name: text,
    steps: z.array(z.strictObject({ solver: text, params: object })),
    config: z.strictObject({}),
  }),
  results: z.strictObject({
    total_samples: z.int(),
    completed_samples: z.int(),
    scores: z.array(
      z.strictObject({
        name: text,
        scorer: text,
        reducer: text.optional(),
        scored_samples: z.int().optional(),
        unscored_samples: z.int().optional(),
        params: object,
        metrics: z.record(text, metric),
        metadata: object.optional(),
      }),
    ),
  }),
  stats: z.strictObject({ started_at: time, completed_at: time, model_usage: z.record(text, usage) }),
  samples: z.array(sample),
})
